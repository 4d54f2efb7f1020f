//! A schema with instances.

use std::{path::PathBuf, sync::Arc};

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Plan, Schema, plan};

/// A schema and what to ask of it.
#[derive(Clone)]
pub(crate) struct Case {
    /// Where it is from, for messages.
    pub(crate) name: String,
    /// What the schema says.
    pub(crate) plan: Arc<Plan>,
    /// The schema for the oracle; none where that cannot read it (`1e400`), does not assert what it says (`int32`) or takes for ever.
    pub(crate) oracle: Option<Document>,
    /// The file with the generated code, where it is not to be printed anew.
    pub(crate) golden: Option<PathBuf>,
    /// The instances.
    pub(crate) instances: Vec<Instance>,
}

/// A schema as the oracle reads it.
#[derive(Clone)]
pub(crate) struct Document {
    pub(crate) schema: serde_json::Value,
    /// Whether `format` asserts.
    pub(crate) asserts_formats: bool,
}

/// An instance as JSON text, and its verdict without coercion where the source says it.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) text: Vec<u8>,
    pub(crate) verdict: Option<bool>,
}

impl Instance {
    /// An instance whose verdict nobody said.
    pub(crate) fn new(text: impl Into<Vec<u8>>) -> Self {
        Self { text: text.into(), verdict: None }
    }

    /// An instance with its verdict.
    pub(crate) fn with_verdict(text: impl Into<Vec<u8>>, verdict: bool) -> Self {
        Self { text: text.into(), verdict: Some(verdict) }
    }

    /// The beginning of the text, for messages.
    pub(crate) fn shown(&self) -> String {
        const SHOWN: usize = 2000;
        let text = String::from_utf8_lossy(&self.text);
        text.chars().take(SHOWN).collect()
    }
}

impl Case {
    /// A case of a schema that was parsed.
    pub(crate) fn new(name: impl Into<String>, document: &Value<'_>, schema: &Schema, options: Options) -> Self {
        let asserts_formats = options.format == packwright_schema::parse::FormatUse::Asserts;
        let oracle = serde_json::from_slice(&document.to_json()).ok();
        Self {
            name: name.into(),
            plan: Arc::new(plan(schema)),
            oracle: oracle.map(|schema| Document { schema, asserts_formats }),
            golden: None,
            instances: Vec::new(),
        }
    }

    /// A case of our own, read as packs are.
    pub(crate) fn ours(name: &str, schema: &str, instances: &[&str]) -> Self {
        let document = Value::parse(schema.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}: {schema}"));
        let parsed = Schema::parse_with(&document, &Documents::new(), Options::PACK)
            .unwrap_or_else(|faults| panic!("{name}: {faults:?}: {schema}"));
        Self::new(name, &document, &parsed, Options::PACK).with(instances.iter().map(|text| Instance::new(*text)))
    }

    /// The case with more instances.
    pub(crate) fn with(mut self, instances: impl IntoIterator<Item = Instance>) -> Self {
        self.instances.extend(instances);
        self
    }

    /// The case without an oracle.
    pub(crate) fn without_oracle(self) -> Self {
        Self { oracle: None, ..self }
    }
}

/// The JSON text of a value.
pub(crate) fn text(value: &Value<'_>) -> String {
    String::from_utf8(value.to_json()).expect("JSON is UTF-8")
}

/// The member `name`, which is there.
pub(crate) fn member<'a>(value: &'a Value<'a>, name: &str) -> &'a Value<'a> {
    value.get(name).unwrap_or_else(|| panic!("`{name}` is missing in {}", text(value)))
}

/// The text of the member `name`, which is a string.
pub(crate) fn string<'a>(value: &'a Value<'a>, name: &str) -> &'a str {
    member(value, name).as_str().unwrap_or_else(|| panic!("`{name}` is no string in {}", text(value)))
}

/// The items of the member `name`, which is an array.
pub(crate) fn items<'a>(value: &'a Value<'a>, name: &str) -> &'a [Value<'a>] {
    match member(value, name) {
        Value::Array(items) => items,
        other => panic!("`{name}` is no array: {}", text(other)),
    }
}
