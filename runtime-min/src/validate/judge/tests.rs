//! Schemas, documents, and what is said of them.

mod bounds;
mod reader;
mod words;

use self::reader::plan;
use super::{Verdicts, accepts, judge, judge_text, size};
use crate::{
    json::Value,
    validate::{Plan, Report},
};

fn parse(text: &str) -> Value<'_> {
    Value::parse(text.as_bytes()).expect("the document is JSON")
}

/// Judges the document and checks the laws; the document as it is then, and the report.
fn judged<'a>(schema: &str, document: &'a str) -> (Value<'a>, Report) {
    let plan: &'static Plan = Box::leak(Box::new(plan(schema)));
    let root = plan.root.expect("a plan of the reader has a root");
    let (raw, mut value, mut report) = (parse(document), parse(document), Report::new());
    judge(plan, &mut value, &mut report);

    assert_eq!(report.is_valid(), accepts(plan, root, &value), "verdict and violations: {document} by {schema}");
    if accepts(plan, root, &raw) {
        assert_eq!(value, raw, "a valid document is not changed: {document} by {schema}");
    }
    assert_eq!(value == raw, report.coercions.is_empty(), "what was coerced is told: {document} by {schema}");
    let (mut again, mut second) = (value.clone(), Report::new());
    judge(plan, &mut again, &mut second);
    assert_eq!((&again, &second.violations), (&value, &report.violations), "coercing twice: {document} by {schema}");
    assert!(second.coercions.is_empty(), "coercing twice: {document} by {schema}");

    let (mut read, mut later) = (parse(document), Report::new());
    judge_text(plan, document.len(), &mut read, &mut later);
    assert_eq!((&read, &later), (&value, &report), "said at once or when it is read: {document} by {schema}");
    (value, report)
}

/// What the document is after coercion.
#[track_caller]
fn check_coerced(schema: &str, document: &str, expect: &str) {
    let (value, _) = judged(schema, document);
    assert_eq!(String::from_utf8_lossy(&value.to_json()), expect, "{document} by {schema}");
}

#[track_caller]
fn check_valid(schema: &str, document: &str, expect: bool) {
    let (plan, mut value, mut report) = (plan(schema), parse(document), Report::strict());
    judge(&plan, &mut value, &mut report);
    assert_eq!(report.is_valid(), expect, "{document} by {schema}");
    assert_eq!(value, parse(document), "a strict report leaves {document} alone");
}

/// What is said, a line for each violation: where, by which keyword, and the message.
fn said(schema: &str, document: &str) -> String {
    let (_, report) = judged(schema, document);
    let line = |violation: &crate::validate::Violation| {
        assert!(violation.schema_path.ends_with(violation.keyword) || violation.keyword == "false", "{violation:?}");
        format!("{} {}: {}\n", violation.instance_path, violation.schema_path, violation.message)
    };
    report.violations.iter().map(line).collect()
}

#[test]
fn a_node_takes_a_text_for_what_it_declares() {
    check_coerced(r#"{"type": "integer", "maximum": 7}"#, r#""99""#, "99");
    check_coerced(r#"{"enum": [1, 2]}"#, r#""2""#, "2");
    check_coerced(r#"{"enum": [1, 2]}"#, r#""3""#, r#""3""#);
    check_coerced(r#"{"enum": [1, 2], "const": 1}"#, r#""2""#, r#""2""#);
    check_coerced(r#"{"type": ["integer", "string"], "minLength": 3}"#, r#""20""#, "20");
    check_coerced(r#"{"type": ["integer", "string"], "minLength": 3}"#, r#""200""#, r#""200""#);
    check_coerced(r#"{"type": ["integer", "string"], "minLength": 3, "minimum": 30}"#, r#""20""#, r#""20""#);
    check_coerced(r#"{"type": ["integer", "null"]}"#, r#""20""#, "20");
    check_coerced(r#"{"minimum": 30}"#, r#""20""#, r#""20""#);
}

#[test]
fn texts_are_coerced_wherever_a_schema_speaks_of_them() {
    check_coerced(
        r#"{"prefixItems": [{"type": "integer"}], "items": {"type": "boolean"}}"#,
        r#"["1", "true"]"#,
        "[1,true]",
    );
    check_coerced(r#"{"additionalProperties": {"type": "number"}}"#, r#"{"a": "1.5"}"#, r#"{"a":1.5}"#);
    check_coerced(r#"{"allOf": [{"items": {"type": "integer"}}, {"minItems": 2}]}"#, r#"["1"]"#, "[1]");
    check_coerced(
        r#"{"dependentSchemas": {"a": {"properties": {"b": {"type": "integer"}}}}}"#,
        r#"{"a": 1, "b": "2"}"#,
        r#"{"a":1,"b":2}"#,
    );
    check_coerced(
        r#"{"dependentSchemas": {"a": {"properties": {"b": {"type": "integer"}}}}}"#,
        r#"{"b": "2"}"#,
        r#"{"b":"2"}"#,
    );
    check_coerced(
        r#"{"properties": {"a": true}, "unevaluatedProperties": {"type": "integer"}}"#,
        r#"{"a": "1", "b": "2"}"#,
        r#"{"a":"1","b":2}"#,
    );
    check_coerced(r#"{"prefixItems": [true], "unevaluatedItems": {"type": "integer"}}"#, r#"["1", "2"]"#, r#"["1",2]"#);
    for alone in [
        r#"{"contains": {"type": "integer"}}"#,
        r#"{"items": {"not": {"type": "string"}}}"#,
        r#"{"if": {"items": {"type": "integer"}}, "else": false}"#,
    ] {
        check_coerced(alone, r#"["1"]"#, r#"["1"]"#);
    }
}

#[test]
fn a_condition_is_never_made_true() {
    let schema = r#"{
        "if": {"properties": {"n": {"type": "integer"}}},
        "then": {"properties": {"then": {"type": "integer"}}},
        "else": {"properties": {"else": {"type": "integer"}}}
    }"#;
    check_coerced(schema, r#"{"n": 1, "then": "1", "else": "1"}"#, r#"{"n":1,"then":1,"else":"1"}"#);
    check_coerced(schema, r#"{"n": "1", "then": "1", "else": "1"}"#, r#"{"n":"1","then":"1","else":1}"#);
}

#[test]
fn alternatives_coerce_where_one_takes_the_value() {
    check_coerced(r#"{"anyOf": [{"type": "integer"}, {"type": "object"}]}"#, r#""8""#, "8");
    check_coerced(r#"{"oneOf": [{"type": "integer", "minimum": 100}, {"type": "boolean"}]}"#, r#""true""#, "true");
    check_coerced(r#"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, r#""8""#, r#""8""#);
    check_coerced(r#"{"anyOf": [{"type": "integer", "minimum": 9}, {"type": "null"}]}"#, r#""8""#, r#""8""#);
    // Two take it, and make the same of it.
    check_coerced(r#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, r#""8""#, "8");
    // Two take it, and would make something else of it.
    let ambiguous = r#"{"anyOf": [
        {"properties": {"a": {"type": "integer"}}},
        {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}
    ], "required": ["c"]}"#;
    check_coerced(ambiguous, r#"{"a": "1", "b": "2"}"#, r#"{"a":"1","b":"2"}"#);
    check_coerced(ambiguous, r#"{"a": "1", "b": 2}"#, r#"{"a":1,"b":2}"#);
}

#[test]
fn alternatives_coerce_inside_objects_and_one_another() {
    let schema = r##"{"oneOf": [
        {"properties": {"op": {"const": "and"}, "of": {"items": {"$ref": "#"}}}, "required": ["op", "of"]},
        {"properties": {"op": {"const": "or"}, "of": {"items": {"$ref": "#"}}}, "required": ["op", "of"]},
        {"properties": {"op": {"const": "eq"}, "to": {"type": "integer"}}, "required": ["op", "to"]}
    ]}"##;
    check_coerced(
        schema,
        r#"{"op": "and", "of": [{"op": "eq", "to": "1"}, {"op": "or", "of": [{"op": "eq", "to": "2"}]}]}"#,
        r#"{"op":"and","of":[{"op":"eq","to":1},{"op":"or","of":[{"op":"eq","to":2}]}]}"#,
    );
    // Nothing accepts `"x"`, so nothing around it is coerced.
    check_coerced(
        schema,
        r#"{"op":"and","of":[{"op":"eq","to":"1"},{"op":"eq","to":"x"}]}"#,
        r#"{"op":"and","of":[{"op":"eq","to":"1"},{"op":"eq","to":"x"}]}"#,
    );
}

#[test]
fn what_one_schema_coerces_lets_another_decide_again() {
    // The alternative is chosen by `n` being a number, which a later schema makes of it.
    let schema = r#"{"allOf": [
        {"if": {"properties": {"n": {"type": "integer"}}}, "then": {"properties": {"m": {"type": "integer"}}}},
        {"properties": {"n": {"type": "integer"}}}
    ]}"#;
    check_coerced(schema, r#"{"n": "1", "m": "2"}"#, r#"{"n":1,"m":2}"#);
}

#[test]
fn coercions_are_told_in_the_order_of_the_document() {
    let schema = r#"{"properties": {"b": {"type": "integer"}, "a": {"items": {"anyOf": [{"type": "number"}, {"type": "boolean"}]}}}}"#;
    let (_, report) = judged(schema, r#"{"a": ["true", 1, "1.5"], "b": "2", "c": "3"}"#);
    let told: Vec<_> = report.coercions.iter().map(|told| (told.instance_path.as_str(), told.to)).collect();
    assert_eq!(told, [("/a/0", "boolean"), ("/a/2", "number"), ("/b", "integer")]);
}

#[test]
fn numbers_and_lengths_are_exact() {
    check_valid(r#"{"type": "integer"}"#, "1.0", true);
    check_valid(r#"{"maximum": 9007199254740992}"#, "9007199254740993", false);
    check_valid(r#"{"multipleOf": 0.01}"#, "4.02", true);
    check_valid(r#"{"multipleOf": 1e-400}"#, "1e400", true);
    check_valid(r#"{"const": {"a": [1.0]}}"#, r#"{"a": [1]}"#, true);
    check_valid(r#"{"minLength": 2, "maxLength": 2}"#, r#""😀é""#, true);
    check_valid(r#"{"minLength": 3}"#, r#""😀é""#, false);
    check_valid(r#"{"format": "int8"}"#, "128", false);
}

#[test]
fn no_two_items_are_equal() {
    for (items, expect) in [("1, 1.0", false), ("0, false", true), (r#"{"a": 1, "b": 2}, {"b": 2, "a": 1}"#, false)] {
        let schema = r#"{"uniqueItems": true}"#;
        check_valid(schema, &format!("[{items}]"), expect);
        // Many are compared in another way than few.
        check_valid(
            schema,
            &format!(r#"[{items}, "1", "0", [], {{}}, null, "[]", [1], [[1]], [1, 1], "null"]"#),
            expect,
        );
    }
}

#[test]
fn evaluation_counts_where_a_schema_is_valid() {
    let check = |schema: &str, expect: bool| {
        let schema = format!(r#"{{{schema}, "unevaluatedProperties": false}}"#);
        check_valid(&schema, r#"{"a": 1}"#, expect);
    };
    check(r#""properties": {"a": true}"#, true);
    check(r#""allOf": [{"properties": {"a": true}}]"#, true);
    check(r#""anyOf": [{"required": ["b"], "properties": {"a": true}}, true]"#, false);
    check(r#""anyOf": [{"required": ["a"]}, {"properties": {"a": true}}]"#, true);
    check(r#""oneOf": [{"type": "null"}, {"properties": {"a": true}}]"#, true);
    check(r#""not": {"not": {"properties": {"a": true}}}"#, false);
    check(r#""if": {"properties": {"a": {"const": 1}}}"#, true);
    check(r#""if": {"properties": {"a": {"const": 2}}}, "else": true"#, false);
    check(r#""if": {"properties": {"a": {"const": 2}}}, "else": {"properties": {"a": true}}"#, true);
    check(r#""dependentSchemas": {"a": {"properties": {"a": true}}}"#, true);
    check(r#""allOf": [{"unevaluatedProperties": true}]"#, true);
    check(r#""properties": {"b": {"properties": {"a": true}}}"#, false);
    let contains = r#"{"contains": {"const": 1}, "unevaluatedItems": {"type": "boolean"}}"#;
    check_valid(contains, "[1, true]", true);
    check_valid(contains, "[1, 2]", false);
    check_valid(r#"{"allOf": [{"prefixItems": [true]}], "unevaluatedItems": false}"#, "[1, 2]", false);
}
