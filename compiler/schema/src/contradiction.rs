//! Defaults and examples that the schema which gives them refuses.

use packwright_runtime_min::{
    json::Value,
    validate::{Report, Violation},
};

use crate::{
    NodeIdx, Schema, interpret,
    ir::{Annotations, Form},
    plan::plan_from,
};

/// A default or an example that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// JSON Pointer of the default or of the example, as that of its schema: [`Node::pointer`](crate::ir::Node::pointer).
    pub pointer: String,
    /// The first thing that is wrong with it.
    pub violation: Violation,
}

/// Every default and every example of a schema that is not valid by the very subschema which gives it; nothing is coerced.
///
/// ```
/// use packwright_schema::{Schema, contradictions};
/// use serde_json::json;
///
/// let schema = json!({"properties": {"days": {"type": "integer", "maximum": 7, "default": 9, "examples": [1, "2"]}}});
/// let found = contradictions(&Schema::parse(&schema).expect("the schema has no fault"));
/// let found: Vec<_> = found.iter().map(|found| (found.pointer.clone(), found.violation.message.to_string())).collect();
/// assert_eq!(found, [
///     ("/properties/days/default".to_owned(), "expected at most 7, got 9".to_owned()),
///     ("/properties/days/examples/1".to_owned(), "expected an integer, got the string \"2\"".to_owned()),
/// ]);
/// ```
pub fn contradictions(schema: &Schema) -> Vec<Contradiction> {
    let given: Vec<(NodeIdx, String, &Value<'static>)> =
        schema.nodes().flat_map(|(idx, _)| given(schema, idx)).collect();
    if given.is_empty() {
        return Vec::new();
    }
    let starts: Vec<NodeIdx> = given.iter().map(|(idx, _, _)| *idx).collect();
    let (mut plan, roots) = plan_from(schema, &starts);
    let mut found = Vec::new();
    for ((_, pointer, value), root) in given.into_iter().zip(roots) {
        plan.root = root;
        let mut report = Report::strict();
        interpret(&plan, &mut value.clone(), &mut report);
        found.extend(report.violations.into_iter().next().map(|violation| Contradiction { pointer, violation }));
    }
    found
}

/// The default and the examples that a node gives.
fn given(schema: &Schema, idx: NodeIdx) -> Vec<(NodeIdx, String, &Value<'static>)> {
    let node = schema.node(idx);
    let Form::Keywords(keywords) = &node.form else { return Vec::new() };
    let Annotations {
        title: _,
        description: _,
        comment: _,
        default,
        examples,
        deprecated: _,
        read_only: _,
        write_only: _,
        format: _,
    } = &*keywords.annotations;
    let default = default.iter().map(|value| (idx, format!("{}/default", node.pointer), value));
    let examples = examples.iter().enumerate();
    default.chain(examples.map(|(at, value)| (idx, format!("{}/examples/{at}", node.pointer), value))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(schema: &serde_json::Value, expect: &[&str]) {
        let found = contradictions(&Schema::parse(schema).expect("the schema has no fault"));
        let pointers: Vec<_> = found.iter().map(|found| found.pointer.as_str()).collect();
        assert_eq!(pointers, expect, "{schema}");
    }

    #[test]
    fn siblings_of_references_count_and_definitions_are_looked_at() {
        check(
            &json!({
                "properties": {"a": {"$ref": "#/$defs/a", "default": 1}, "b": {"$ref": "#/$defs/a", "default": "x"}},
                "$defs": {"a": {"type": "string"}, "unused": {"type": "null", "examples": [0]}}
            }),
            &["/properties/a/default", "/$defs/unused/examples/0"],
        );
    }

    #[test]
    fn what_asserts_nothing_takes_anything() {
        check(&json!({"default": 1, "examples": [null, {"default": 1}], "title": "x"}), &[]);
        check(&json!({"not": {}, "default": 1}), &["/default"]);
    }

    #[test]
    fn recursive_schemas_and_those_of_a_dynamic_scope_are_walked() {
        check(
            &json!({
                "$dynamicAnchor": "node", "type": "object", "default": {"next": {"next": 1}},
                "properties": {"next": {"$dynamicRef": "#node", "default": {"next": {}}}}
            }),
            &["/default"],
        );
    }
}
