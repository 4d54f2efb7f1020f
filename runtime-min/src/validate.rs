//! What validators report. Leaf predicates and messages exist once, here; the interpreter and generated code share them.

/// One assertion that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer of the instance.
    pub instance_path: String,
    /// JSON Pointer of the keyword in the schema.
    pub schema_path: String,
    /// The keyword.
    pub keyword: &'static str,
    /// What was expected and what was got.
    pub message: String,
}

/// A text that was taken for a number, an integer or a boolean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coercion {
    /// JSON Pointer of the instance.
    pub instance_path: String,
    /// The type it has now: `integer`, `number` or `boolean`.
    pub to: &'static str,
}

/// All that validation of one document has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every violation, in the order of the schema's plan.
    pub violations: Vec<Violation>,
    /// What was coerced, in the order of the document.
    pub coercions: Vec<Coercion>,
}
