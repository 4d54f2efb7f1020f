//! A schema with instances.

use packwright_runtime_min::json::Value;
use packwright_schema::{FaultKind, Schema, fault::SchemaFault};

/// A schema and what to ask of it.
#[derive(Clone)]
pub(crate) struct Case {
    /// Where it is from, for messages.
    pub(crate) name: String,
    /// The schema.
    pub(crate) schema: Schema,
    /// The schema for the oracle; none where that cannot read it (`1e400`) or does not assert what it says (`int32`).
    pub(crate) oracle: Option<serde_json::Value>,
    /// The file with the generated code, where it is not to be printed anew.
    pub(crate) golden: Option<std::path::PathBuf>,
    /// The instances.
    pub(crate) instances: Vec<Instance>,
}

/// An instance as JSON text, and its verdict without coercion where the source says it.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) text: String,
    pub(crate) verdict: Option<bool>,
}

impl Case {
    /// A case; none if the schema says something that is not generated yet.
    ///
    /// Panics when the schema is faulty in any other way.
    pub(crate) fn within_the_subset(
        name: impl Into<String>,
        document: &Value<'_>,
        instances: impl IntoIterator<Item = (String, Option<bool>)>,
    ) -> Option<Self> {
        let name = name.into();
        let schema = match Schema::parse_exact(document) {
            Ok(schema) => schema,
            Err(faults) if faults.iter().any(is_beyond_the_subset) => return None,
            Err(faults) => panic!("{name}: {faults:?}"),
        };
        let oracle = serde_json::from_slice(&document.to_json()).ok();
        let instances = instances.into_iter().map(|(text, verdict)| Instance { text, verdict }).collect();
        Some(Self { name, schema, oracle, golden: None, instances })
    }

    /// A case of our own, without verdicts.
    pub(crate) fn ours(name: &str, schema: &str, instances: &[&str]) -> Self {
        let document = Value::parse(schema.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let instances = instances.iter().map(|text| ((*text).to_owned(), None));
        Self::within_the_subset(name, &document, instances).unwrap_or_else(|| panic!("{name} is within the subset"))
    }
}

fn is_beyond_the_subset(fault: &SchemaFault) -> bool {
    matches!(fault.kind, FaultKind::NotGenerated(_) | FaultKind::Unknown { near: _ })
}

/// The JSON text of a value.
pub(crate) fn text(value: &Value<'_>) -> String {
    String::from_utf8(value.to_json()).expect("JSON is UTF-8")
}

/// The member `name`, which is there.
pub(crate) fn member<'a>(value: &'a Value<'a>, name: &str) -> &'a Value<'a> {
    value.get(name).unwrap_or_else(|| panic!("`{name}` is missing in {}", text(value)))
}
