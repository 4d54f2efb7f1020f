//! What is wrong with a schema document, and where.

use std::fmt;

use crate::Keyword;

/// One fault of a schema document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFault {
    /// JSON Pointer of the keyword (or, where a schema itself is at fault, of that schema).
    pub pointer: String,
    /// The last name of the pointer: the keyword as written, or the name of what should be a schema; empty for the root.
    pub keyword: String,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Its value is not what the metaschema wants.
    Invalid(Invalid),
    /// The draft has it; validators for it are not generated yet.
    NotGenerated(NotGenerated),
    /// The draft does not have it.
    Unknown {
        /// What may have been meant.
        near: Option<Keyword>,
    },
    /// `$ref` points at nothing, or at something that is no schema.
    UnresolvedRef {
        /// The reference as written.
        reference: String,
        /// A reference that does point at a schema, and may have been meant.
        near: Option<String>,
    },
    /// Following `$ref`s leads back to the same schema without entering the instance: it would never end.
    RefCycle {
        /// JSON Pointers of the schemas on the way, the first of them again at the end.
        chain: Vec<String>,
    },
    /// More `$ref`s with siblings apply to one value, each through the one before, than validators follow.
    RefChain {
        /// How many they follow.
        limit: usize,
    },
    /// The document nests deeper than JSON texts may here.
    TooDeep,
}

/// How a value differs from what the metaschema wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// What must be there, found by the parser.
    Expected(&'static str),
    /// A name of no type.
    Type {
        /// The name as written.
        name: String,
    },
    /// A sentence of the `jsonschema` crate, for keywords which the parser does not read yet.
    Metaschema(String),
}

/// What cannot be generated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotGenerated {
    /// The keyword.
    Keyword,
    /// This `format`.
    Format(String),
    /// A `$ref` to another document or to an anchor.
    Reference(String),
    /// A `$schema` other than draft 2020-12's.
    Dialect(String),
}

impl SchemaFault {
    /// What to type instead, where that can be guessed.
    pub fn help(&self) -> Option<String> {
        match &self.kind {
            FaultKind::Unknown { near } => near.map(|near| format!("did you mean `{}`?", near.name())),
            FaultKind::UnresolvedRef { reference: _, near } => {
                near.as_ref().map(|near| format!("did you mean `{near}`?"))
            }
            FaultKind::Invalid(Invalid::Type { name }) => {
                let names = packwright_runtime_min::validate::Type::ALL.map(|ty| ty.name());
                let near = packwright_runtime_min::validate::nearest(name, names);
                Some(near.map_or_else(
                    || format!("types are {}", names.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                ))
            }
            FaultKind::Invalid(Invalid::Expected(_) | Invalid::Metaschema(_))
            | FaultKind::NotGenerated(_)
            | FaultKind::RefCycle { chain: _ }
            | FaultKind::RefChain { limit: _ }
            | FaultKind::TooDeep => None,
        }
    }
}

/// The finding's message: one lower-case phrase without a full stop.
impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = &self.keyword;
        match &self.kind {
            FaultKind::Invalid(Invalid::Expected(what)) if keyword.is_empty() => write!(f, "expected {what}"),
            FaultKind::Invalid(Invalid::Expected(what)) => write!(f, "`{keyword}` must be {what}"),
            FaultKind::Invalid(Invalid::Type { name }) => write!(f, "`{name}` is not a type of JSON Schema"),
            FaultKind::Invalid(Invalid::Metaschema(sentence)) => write!(f, "`{keyword}` is invalid: {sentence}"),
            FaultKind::NotGenerated(NotGenerated::Keyword) => {
                write!(f, "validators for the keyword `{keyword}` are not generated yet")
            }
            FaultKind::NotGenerated(NotGenerated::Format(format)) => {
                write!(f, "validators for the format `{format}` are not generated yet")
            }
            FaultKind::NotGenerated(NotGenerated::Reference(reference)) => {
                write!(f, "`$ref` to `{reference}` is not followed yet, only `#` and `#/…` within the schema are")
            }
            FaultKind::NotGenerated(NotGenerated::Dialect(dialect)) => {
                write!(f, "schemas of `{dialect}` are not read, only draft 2020-12 is")
            }
            FaultKind::Unknown { near: _ } => write!(f, "unknown keyword `{keyword}`"),
            FaultKind::UnresolvedRef { reference, near: _ } => write!(f, "`{reference}` points at no schema"),
            FaultKind::RefCycle { chain } => {
                let chain: Vec<String> = chain.iter().map(|pointer| format!("`#{pointer}`")).collect();
                write!(f, "`$ref` leads back to itself without entering the value: {}", chain.join(" -> "))
            }
            FaultKind::RefChain { limit } => {
                write!(f, "more than {limit} `$ref`s with keywords beside them lead from one to the next")
            }
            FaultKind::TooDeep => write!(f, "nested deeper than {} levels", packwright_runtime_min::json::MAX_DEPTH),
        }
    }
}

impl std::error::Error for SchemaFault {}
