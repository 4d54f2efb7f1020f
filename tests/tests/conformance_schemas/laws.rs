//! Laws of coercion, on every instance of every case, and schemas of our own where they are at risk.

use packwright_runtime_min::validate::Report;
use packwright_schema::Plan;

use super::{all_cases, cases::Case, outcome};

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
    ]
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
    let instances: Vec<&str> = instances.iter().map(String::as_str).collect();
    Case { oracle: None, ..Case::ours("machine integers", &schema, &instances) }
}

#[test]
fn a_valid_document_never_changes() {
    for case in all_cases() {
        let plan = Plan::of(&case.schema);
        for instance in &case.instances {
            let (before, strict) = outcome(&plan, &instance.text, Report::strict());
            if strict.is_valid() {
                let (after, report) = outcome(&plan, &instance.text, Report::new());
                assert_eq!(after, before, "{}", case.name);
                assert_eq!((report.coercions, report.violations), (vec![], vec![]), "{}: {before}", case.name);
            }
        }
    }
}

#[test]
fn coercing_twice_changes_nothing() {
    for case in all_cases() {
        let plan = Plan::of(&case.schema);
        for instance in &case.instances {
            let (once, report) = outcome(&plan, &instance.text, Report::new());
            let (twice, again) = outcome(&plan, &once, Report::new());
            assert_eq!(once, twice, "{}: {}", case.name, instance.text);
            assert_eq!(again.coercions, vec![], "{}: {once}", case.name);
            assert_eq!(report.violations, again.violations, "{}: {}", case.name, instance.text);
        }
    }
}

#[test]
fn a_document_changes_only_where_the_report_says() {
    for case in all_cases() {
        let plan = Plan::of(&case.schema);
        for instance in &case.instances {
            let (before, _) = outcome(&plan, &instance.text, Report::strict());
            let (after, report) = outcome(&plan, &instance.text, Report::new());
            assert_eq!(before != after, !report.coercions.is_empty(), "{}: {before} became {after}", case.name);
        }
    }
}
