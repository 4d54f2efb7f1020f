//! Laws of coercion, on every instance of every case, and schemas of our own where they are at risk.

use std::collections::HashSet;

use packwright_runtime_min::validate::{Report, Violation};

use super::{
    all_outcomes,
    cases::{Case, Instance},
    judged::{Judged, Outcome, judge},
};

/// Schemas that describe one value twice, or take strings and more.
pub(crate) fn cases() -> Vec<Case> {
    let values = &["\"5\"", "5", "\"true\"", "\"x\"", "null", "\"12345\"", "1.0", "\"1.50\"", "1e400", "[\"5\"]"];
    let objects = &[
        r#"{"a": "5"}"#,
        r#"{"a": "5", "b": "7"}"#,
        r#"{"a": "x", "b": "true"}"#,
        r#"{"a": 5, "c": "5"}"#,
        r#"{"a": {"a": "5"}}"#,
        r#"{"a": {"a": {"a": "6", "b": "5"}}}"#,
        "[]",
    ];
    vec![
        Case::ours(
            "a reference with a sibling",
            r##"{"$ref": "#/$defs/q", "maximum": 4, "$defs": {"q": {"type": "integer"}}}"##,
            values,
        ),
        Case::ours(
            "a string by one schema and a number by the other",
            r##"{"type": "object", "properties": {"a": {"type": "string"}}, "$ref": "#/$defs/q", "$defs": {"q": {"properties": {"a": {"type": "integer"}}}}}"##,
            objects,
        ),
        Case::ours(
            "one schema inside itself, twice described",
            r##"{"$ref": "#/$defs/q", "properties": {"a": {"$ref": "#"}, "b": {"type": ["string", "integer"], "maxLength": 0}},
                "$defs": {"q": {"type": ["object", "integer"], "properties": {"a": {"maximum": 5}, "b": {"enum": [5, true]}}}}}"##,
            objects,
        ),
        Case::ours("strings too, of a length", r#"{"type": ["integer", "string"], "minLength": 5}"#, values),
        Case::ours("strings too, some", r#"{"enum": ["x", 5, true, 1.5, null]}"#, values),
        Case::ours("enum and const", r#"{"enum": [5, 6], "const": 5}"#, values),
        Case::ours("a number and a bound", r#"{"type": "number", "exclusiveMinimum": 4.5, "maximum": 1e400}"#, values),
        Case::ours("typed enum with texts in it", r#"{"type": ["integer", "boolean"], "enum": ["5", 5]}"#, values),
        Case::ours(
            "items and others",
            r#"{"items": {"type": "integer"}, "additionalProperties": {"type": "boolean"}}"#,
            &[r#"["1", 2, "x"]"#, r#"{"a": "true", "b": 1}"#],
        ),
        Case::ours(
            "names that are no identifiers",
            r#"{"properties": {"": {"type": "null"}, "a b": {"type": "null"}, "a_b": {"type": "null"}, "A~/\n\"`": {"type": "null"}, "fn": {"type": "null"}}, "additionalProperties": false}"#,
            &[r#"{"": 1, "a b": 2, "a_b": 3, "A~/\n\"`": 4, "fn": 5, "other/~": 6}"#],
        ),
        Case::ours(
            "constants with something in them",
            r#"{"properties": {"a": {"enum": [[1, {"x": []}], {"y": null}, []]}, "b": {"const": {"a": [1, "2"]}}, "c": {"const": []}}}"#,
            &[
                r#"{"a": [1.0, {"x": []}], "b": {"a": [1e0, "2"]}, "c": []}"#,
                r#"{"a": {"y": 0}, "b": {"a": ["1", "2"]}, "c": {}}"#,
            ],
        ),
        Case::ours(
            "declared and not checked",
            r#"{"properties": {"a": {}, "b": {"type": "null"}}, "additionalProperties": false}"#,
            objects,
        ),
        Case::ours("declared only", r#"{"properties": {"a": {}}, "additionalProperties": false}"#, objects),
        Case::ours(
            "nothing allowed",
            r#"{"additionalProperties": false, "items": false}"#,
            &["{}", "[]", r#"{"a": 1}"#, "[1]"],
        ),
        Case::ours(
            "nothing asserted",
            r##"{"title": "anything", "properties": {"a": {"$ref": "#"}}, "minItems": 0}"##,
            objects,
        ),
        machine_integers(),
        contradictions(),
        names_and_values(),
    ]
}

/// One schema for names and values, and so many violations that they are not compared one by one any more: none comes twice.
fn names_and_values() -> Case {
    Case::ours(
        "names and values by one schema",
        r##"{"$defs": {"null": {"type": "null"}}, "required": ["m", "n", "o", "p"],
            "propertyNames": {"$ref": "#/$defs/null"}, "additionalProperties": {"$ref": "#/$defs/null"},
            "allOf": [{"required": ["d", "e", "f", "g", "h", "i", "j", "k", "l"]}, {"propertyNames": {"$ref": "#/$defs/null"}}]}"##,
        &[r#"{"a": 1, "b": 2, "c": 3}"#, r#"{"a": 1}"#],
    )
}

/// Parts that nothing can be: no code is printed for what is behind them.
fn contradictions() -> Case {
    let never = [
        r#"{"required": ["a"], "properties": {"a": false}}"#,
        r#"{"properties": {"a": false, "b": {"type": "integer"}}, "additionalProperties": {"type": "array", "items": false}}"#,
        r#"{"prefixItems": [false, {"items": {"minLength": 1}}], "items": {"maxLength": 1}}"#,
        r#"{"prefixItems": [{"maximum": 1}, false, {"minLength": 1}], "contains": {"minLength": 3}, "minContains": 0}"#,
        r#"{"items": false, "contains": {"minLength": 1}}"#,
        r#"{"items": false, "uniqueItems": true, "not": {"const": []}}"#,
        r#"{"allOf": [{"enum": ["x", 1, [2]]}, {"enum": ["y", 2, [2]]}]}"#,
        r#"{"propertyNames": false, "properties": {"a": {"minLength": 1}}}"#,
        r#"{"propertyNames": {"enum": [1]}, "dependentSchemas": {"a": {"minProperties": 2}}}"#,
        r#"{"dependentRequired": {"a": ["b"]}, "properties": {"a": false, "b": false}}"#,
        r#"{"patternProperties": {"^a": {"minLength": 1}}, "allOf": [{"additionalProperties": false}]}"#,
        r#"{"patternProperties": {"a": {"minimum": 1}}, "allOf": [{"additionalProperties": {"maximum": 5}}, {"additionalProperties": {"type": "number"}}]}"#,
        r#"{"anyOf": [{"required": ["a"], "properties": {"a": false}}, {"not": {"enum": [1]}, "minProperties": 1}]}"#,
        r#"{"oneOf": [{"required": ["a"], "properties": {"a": {"const": "x"}, "b": false}}, {"required": ["a", "b"], "properties": {"a": {"const": "y"}, "b": false}}]}"#,
        r#"{"if": {"required": ["a"]}, "then": false, "else": {"required": ["a"], "properties": {"a": false}}}"#,
    ];
    let values = [
        "{}",
        "[]",
        r#"{"a": "x"}"#,
        r#"{"b": "5"}"#,
        r#"{"a": "y", "b": 1}"#,
        r#"["5"]"#,
        "[1, 2]",
        "[[]]",
        "\"x\"",
        "2",
        r#"{"c": "7"}"#,
    ];
    let members: Vec<String> = never.iter().enumerate().map(|(idx, schema)| format!("\"m{idx}\": {schema}")).collect();
    let instances =
        (0..never.len()).flat_map(|idx| values.map(|value| Instance::new(format!("{{\"m{idx}\": {value}}}"))));
    Case::ours("contradictions", &format!("{{\"properties\": {{{}}}}}", members.join(", ")), &[]).with(instances)
}

fn machine_integers() -> Case {
    let formats =
        ["int8", "int16", "int32", "int64", "int", "uint8", "uint16", "uint32", "uint64", "uint", "float", "double"];
    let properties: Vec<String> =
        formats.iter().map(|format| format!(r#""{format}": {{"format": "{format}"}}"#)).collect();
    let schema = format!(r#"{{"properties": {{{}}}}}"#, properties.join(", "));
    let instances: Vec<String> = [
        "-129",
        "-1",
        "127",
        "128",
        "65536",
        "4294967296",
        "9223372036854775808",
        "18446744073709551616",
        "1.5",
        "\"x\"",
    ]
    .iter()
    .map(|number| {
        let members: Vec<String> = formats.iter().map(|format| format!(r#""{format}": {number}"#)).collect();
        format!("{{{}}}", members.join(", "))
    })
    .collect();
    Case::ours("machine integers", &schema, &[]).with(instances.into_iter().map(Instance::new)).without_oracle()
}

#[test]
fn a_valid_document_never_changes() {
    for (case, _, outcome) in all_outcomes() {
        if outcome.strict.is_valid() {
            assert_eq!(outcome.coerced, outcome.raw, "{}", case.name);
            let Report { violations, coercions, .. } = &outcome.report;
            assert_eq!((coercions, violations), (&vec![], &vec![]), "{}: {}", case.name, outcome.raw);
        }
    }
}

#[test]
fn coercing_twice_changes_nothing() {
    for (case, _, outcome) in all_outcomes() {
        // A document that nothing was coerced in is the same document again.
        if outcome.report.coercions.is_empty() {
            continue;
        }
        let Judged::Read(again) = judge(&case.plan, outcome.coerced.as_bytes()) else {
            panic!("{}: what we write is JSON: {}", case.name, outcome.coerced)
        };
        assert_eq!(again.coerced, outcome.coerced, "{}: {}", case.name, outcome.raw);
        assert_eq!(again.report.coercions, vec![], "{}: {}", case.name, outcome.raw);
        assert_eq!(again.report.violations, outcome.report.violations, "{}: {}", case.name, outcome.raw);
        assert_eq!(again.strict.is_valid(), again.report.is_valid(), "{}: {}", case.name, outcome.raw);
    }
}

#[test]
fn a_document_changes_only_where_the_report_says() {
    for (case, _, Outcome { raw, strict: _, coerced, report }) in all_outcomes() {
        let name = &case.name;
        assert_eq!(raw != coerced, !report.coercions.is_empty(), "{name}: {raw:.2000} became {coerced:.2000}");
        // What is coerced loses its quotes and nothing else.
        assert_eq!(raw.len(), coerced.len() + 2 * report.coercions.len(), "{name}: {raw:.2000} became {coerced:.2000}");
    }
}

#[test]
fn no_violation_comes_twice() {
    for (case, instance, Outcome { strict, report, .. }) in all_outcomes() {
        for Report { violations, .. } in [strict, report] {
            let mut known = HashSet::new();
            for violation in violations {
                let Violation { instance_path, schema_path, keyword, message } = violation;
                let first = known.insert((instance_path, schema_path, keyword, message.to_string()));
                assert!(first, "{}: {}: {violation:?} twice", case.name, instance.shown());
            }
        }
    }
}
