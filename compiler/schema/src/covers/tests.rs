use super::*;

fn schema(text: &str) -> Schema {
    let document = Value::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    Schema::parse_exact(&document).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// Each line is a producer, a consumer, and `yes` or the witness.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    for (producer, consumer, expect) in cases {
        let answer = match covers(&schema(producer), &schema(consumer)) {
            Covers::Yes => "yes".to_owned(),
            Covers::No(witness) => String::from_utf8(witness.value.to_json()).expect("JSON is UTF-8"),
            Covers::Unknown(undecided) => format!("unknown: {undecided}"),
        };
        assert_eq!(answer, *expect, "{producer} and {consumer}");
    }
}

#[test]
fn types_are_compared_as_sets() {
    check(&[
        ("true", "true", "yes"),
        ("false", "false", "yes"),
        ("true", "false", "null"),
        (r#"{"type": "integer"}"#, r#"{"type": "number"}"#, "yes"),
        (r#"{"type": "number"}"#, r#"{"type": "integer"}"#, "0.5"),
        (r#"{"type": ["string", "null"]}"#, r#"{"type": "string"}"#, "null"),
        (r#"{"type": ["string", "null"]}"#, r#"{"type": ["null", "string", "boolean"]}"#, "yes"),
        ("true", r#"{"type": ["null", "string", "boolean", "number", "array", "object"]}"#, "yes"),
        ("true", r#"{"type": ["null", "string", "boolean", "integer", "array", "object"]}"#, "0.5"),
    ]);
}

#[test]
fn numbers_are_compared_exactly() {
    check(&[
        (r#"{"type": "integer", "minimum": 1, "maximum": 5}"#, r#"{"type": "integer", "maximum": 7}"#, "yes"),
        (r#"{"type": "integer", "maximum": 7}"#, r#"{"minimum": 1}"#, "0"),
        (r#"{"type": "integer", "exclusiveMinimum": 0}"#, r#"{"minimum": 1}"#, "yes"),
        (r#"{"type": "number", "exclusiveMinimum": 0}"#, r#"{"minimum": 1}"#, "0.5"),
        (r#"{"type": "number", "minimum": 1, "maximum": 1}"#, r#"{"const": 1.0}"#, "yes"),
        (r#"{"type": "number", "multipleOf": 0.06}"#, r#"{"multipleOf": 0.02}"#, "yes"),
        (r#"{"type": "number", "multipleOf": 0.02}"#, r#"{"multipleOf": 0.06}"#, "0.02"),
        (r#"{"type": "integer", "multipleOf": 4}"#, r#"{"multipleOf": 8}"#, "4"),
        (r#"{"type": "number", "multipleOf": 6, "minimum": 1, "maximum": 5}"#, "false", "yes"),
        (r#"{"type": "integer", "minimum": 9007199254740993}"#, r#"{"exclusiveMinimum": 9007199254740992}"#, "yes"),
        (r#"{"type": "integer", "format": "uint8"}"#, r#"{"format": "int16"}"#, "yes"),
        (r#"{"type": "integer", "format": "int64"}"#, r#"{"format": "int32"}"#, "-9223372036854775808"),
        (r#"{"type": "number", "not": {"const": 0}, "minimum": 0, "maximum": 0}"#, "false", "yes"),
        (
            r#"{"type": "number", "minimum": 1e400}"#,
            r#"{"minimum": 1}"#,
            "unknown: a number is too large or too precise",
        ),
    ]);
}

#[test]
fn texts_are_compared_by_length_pattern_and_format() {
    check(&[
        (r#"{"type": "string", "maxLength": 3}"#, r#"{"maxLength": 5}"#, "yes"),
        (r#"{"type": "string", "maxLength": 5}"#, r#"{"maxLength": 3}"#, r#""aaaa""#),
        (r#"{"type": "string", "pattern": "^[a-c]+$"}"#, r#"{"pattern": "^[a-z]+$"}"#, "yes"),
        (r#"{"type": "string", "pattern": "^[a-z]+$"}"#, r#"{"pattern": "^[a-c]+$"}"#, r#""text""#),
        (r#"{"type": "string", "pattern": "^[a-z]{3}$"}"#, r#"{"minLength": 3, "maxLength": 3}"#, "yes"),
        (r#"{"type": "string", "pattern": "^[a-z]{3}$"}"#, r#"{"maxLength": 2}"#, r#""aaa""#),
        (r#"{"type": "string", "format": "uuid"}"#, r#"{"minLength": 36, "maxLength": 36}"#, "yes"),
        (r#"{"type": "string", "format": "date"}"#, r#"{"pattern": "^\\d{4}-\\d{2}-\\d{2}$"}"#, "yes"),
        (r#"{"type": "string", "format": "date"}"#, r#"{"format": "date-time"}"#, r#""2024-02-29""#),
        (r#"{"type": "string", "format": "uri"}"#, r#"{"format": "iri-reference"}"#, "yes"),
        (r#"{"type": "string", "format": "email"}"#, r#"{"minLength": 1}"#, "yes"),
        (r#"{"enum": ["a", "b"]}"#, r#"{"type": "string", "pattern": "^[ab]$"}"#, "yes"),
        (r#"{"type": "string", "pattern": "^[ab]$"}"#, r#"{"enum": ["a", "b"]}"#, "yes"),
        (r#"{"type": "string", "pattern": "^[abc]$"}"#, r#"{"enum": ["a", "b"]}"#, r#""c""#),
        (r#"{"type": "string"}"#, r#"{"enum": ["a", "b"]}"#, r#""""#),
    ]);
}

#[test]
fn constants_are_tried_one_by_one() {
    check(&[
        (r#"{"enum": [1, "a", null]}"#, r#"{"enum": ["a", null, 1.0, 2]}"#, "yes"),
        (r#"{"enum": [1, "a", null]}"#, r#"{"enum": ["a", null]}"#, "1"),
        (r#"{"type": "boolean"}"#, r#"{"enum": [true, false]}"#, "yes"),
        (
            r#"{"enum": [{"a": 1}, [2]]}"#,
            r#"{"anyOf": [{"required": ["a"], "type": "object"}, {"contains": {"const": 2}, "type": "array"}]}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "required": ["a"], "properties": {"a": {"enum": [1, 2]}}, "additionalProperties": false}"#,
            r#"{"enum": [{"a": 1}, {"a": 2}]}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "properties": {"a": {"enum": [1, 2]}}, "additionalProperties": false}"#,
            r#"{"enum": [{"a": 1}, {"a": 2}]}"#,
            "{}",
        ),
        (r#"{"type": "array", "items": {"const": 1}, "maxItems": 1}"#, r#"{"enum": [[], [1]]}"#, "yes"),
        (r#"{"type": "array", "items": {"const": 1}, "maxItems": 2}"#, r#"{"enum": [[], [1]]}"#, "[1,1]"),
    ]);
}

#[test]
fn objects_are_compared_by_their_members() {
    let closed = r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"#;
    let open = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;
    check(&[
        (open, closed, r#"{"extra":null}"#),
        (closed, open, "yes"),
        (r#"{"type": "object"}"#, r#"{"required": ["a"]}"#, "{}"),
        (r#"{"type": "object", "required": ["a", "b"]}"#, r#"{"required": ["a"]}"#, "yes"),
        (r#"{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}"#, open, r#"{"a":null}"#),
        (r#"{"type": "object", "required": ["a"]}"#, r#"{"minProperties": 1}"#, "yes"),
        (r#"{"type": "object", "required": ["a"]}"#, r#"{"minProperties": 2}"#, r#"{"a":null}"#),
        (closed, r#"{"maxProperties": 1}"#, "yes"),
        (open, r#"{"maxProperties": 1}"#, r#"{"a":"","extra":null}"#),
        (closed, r#"{"additionalProperties": {"type": "string"}}"#, "yes"),
        (
            r#"{"type": "object", "patternProperties": {"^x-": {"type": "integer"}}}"#,
            r#"{"properties": {"x-a": {"type": "number"}}}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "patternProperties": {"^x-": {"type": "integer"}}}"#,
            r#"{"patternProperties": {"^x-a": {"type": "number"}}}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "patternProperties": {"^x-a": {"type": "integer"}}}"#,
            r#"{"patternProperties": {"^x-": {"type": "number"}}}"#,
            r#"{"x-":null}"#,
        ),
        (
            r#"{"type": "object", "propertyNames": {"pattern": "^[a-c]+$"}}"#,
            r#"{"propertyNames": {"pattern": "^[a-z]+$"}}"#,
            "yes",
        ),
        (r#"{"type": "object", "propertyNames": {"enum": ["a", "b"]}}"#, r#"{"maxProperties": 2}"#, "yes"),
        (
            r#"{"type": "object", "propertyNames": {"enum": ["a", "b"]}}"#,
            r#"{"properties": {"a": true, "b": true}, "additionalProperties": false}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "patternProperties": {"^[a-c]$": true}, "additionalProperties": false}"#,
            r#"{"propertyNames": {"maxLength": 1}}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "dependentRequired": {"a": ["b"]}, "required": ["a"]}"#,
            r#"{"required": ["b"]}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "dependentRequired": {"a": ["b"]}}"#,
            r#"{"dependentSchemas": {"a": {"required": ["b"]}}}"#,
            "yes",
        ),
        (
            r#"{"type": "object", "dependentRequired": {"a": ["b"]}}"#,
            r#"{"dependentRequired": {"b": ["a"]}}"#,
            r#"{"b":null}"#,
        ),
    ]);
}

#[test]
fn one_member_may_be_there_for_two_reasons() {
    let either =
        r#"{"anyOf": [{"additionalProperties": {"type": "string"}}, {"additionalProperties": {"type": "integer"}}]}"#;
    let matched = r#"{"anyOf": [
        {"patternProperties": {"^x": {"type": "string"}}}, {"patternProperties": {"y$": {"type": "integer"}}}, {"minProperties": 2}]}"#;
    check(&[
        (r#"{"type": "object", "propertyNames": {"const": "a"}}"#, either, r#"{"a":null}"#),
        (
            r#"{"type": "object", "propertyNames": {"minLength": 1, "maxLength": 1}, "maxProperties": 1}"#,
            either,
            r#"{"a":null}"#,
        ),
        (r#"{"type": "object"}"#, matched, r#"{"xy":null}"#),
        (r#"{"type": "object", "propertyNames": {"maxLength": 1}}"#, matched, "yes"),
        (
            r#"{"type": "object", "maxProperties": 1}"#,
            r#"{"anyOf": [{"propertyNames": {"pattern": "^a"}}, {"propertyNames": {"pattern": "^x"}}]}"#,
            r#"{"":null}"#,
        ),
        (
            r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}}"#,
            either,
            r#"{"a":0,"extra":""}"#,
        ),
    ]);
}

#[test]
fn arrays_are_compared_by_their_items() {
    check(&[
        (r#"{"type": "array", "items": {"type": "integer"}}"#, r#"{"items": {"type": "number"}}"#, "yes"),
        (r#"{"type": "array", "items": {"type": "number"}}"#, r#"{"items": {"type": "integer"}}"#, "[0.5]"),
        (r#"{"type": "array", "minItems": 2}"#, r#"{"minItems": 1}"#, "yes"),
        (r#"{"type": "array", "maxItems": 2}"#, r#"{"maxItems": 1}"#, "[null,null]"),
        (
            r#"{"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "items": false}"#,
            r#"{"items": {"type": "integer"}, "uniqueItems": true}"#,
            "yes",
        ),
        (r#"{"type": "array", "prefixItems": [{"const": 1}], "minItems": 1}"#, r#"{"contains": {"const": 1}}"#, "yes"),
        (r#"{"type": "array", "prefixItems": [{"const": 1}]}"#, r#"{"contains": {"const": 1}}"#, "[]"),
        (r#"{"type": "array", "items": {"type": "integer"}}"#, r#"{"uniqueItems": true}"#, "[0,0]"),
        (r#"{"type": "array", "uniqueItems": true}"#, r#"{"not": {"minItems": 2, "items": {"const": 1}}}"#, "yes"),
        (r#"{"type": "array", "maxItems": 1}"#, r#"{"uniqueItems": true}"#, "yes"),
        (
            r#"{"type": "array", "contains": {"type": "integer", "minimum": 5}}"#,
            r#"{"contains": {"type": "integer"}}"#,
            "yes",
        ),
        (
            r#"{"type": "array", "contains": {"type": "integer"}, "minContains": 2}"#,
            r#"{"contains": {"type": "integer"}, "minContains": 3}"#,
            "[0,0]",
        ),
        (r#"{"type": "array", "contains": {"type": "integer"}, "minContains": 2}"#, r#"{"minItems": 2}"#, "yes"),
        (
            r#"{"type": "array", "contains": {"type": "integer"}, "maxContains": 2}"#,
            r#"{"contains": {"type": "integer"}, "minContains": 0, "maxContains": 3}"#,
            "yes",
        ),
        (
            r#"{"type": "array", "items": {"type": "integer"}}"#,
            r#"{"contains": {"type": "integer"}, "minContains": 0, "maxContains": 1}"#,
            "[0,0]",
        ),
        (
            r#"{"type": "array", "items": {"type": "integer"}, "contains": {"const": 1}, "maxContains": 1, "minItems": 3}"#,
            r#"{"maxItems": 2}"#,
            "[1,0,0]",
        ),
    ]);
}

#[test]
fn alternatives_are_taken_by_cases() {
    let tagged = |kinds: &[&str], more: &str| {
        let alternatives: Vec<_> = kinds
            .iter()
            .map(|kind| {
                format!(
                    r#"{{"type": "object", "required": ["kind", "{kind}"], "properties": {{"kind": {{"const": "{kind}"}}, "{kind}": {{"type": "integer"}}{more}}}}}"#
                )
            })
            .collect();
        format!(r#"{{"oneOf": [{}]}}"#, alternatives.join(", "))
    };
    let kinds: Vec<String> = (0..12).map(|kind| format!("k{kind}")).collect();
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    check(&[
        (r#"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#, r#"{"type": ["string", "integer"]}"#, "yes"),
        (r#"{"type": ["string", "integer"]}"#, r#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "yes"),
        (r#"{"type": ["string", "number"]}"#, r#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "0.5"),
        (r#"{"type": "integer"}"#, r#"{"anyOf": [{"maximum": 5}, {"minimum": 3}]}"#, "yes"),
        (r#"{"type": "integer"}"#, r#"{"oneOf": [{"maximum": 5}, {"minimum": 3}]}"#, "3"),
        (r#"{"type": "integer"}"#, r#"{"anyOf": [{"maximum": 3}, {"minimum": 5}]}"#, "4"),
        (r#"{"type": "integer", "not": {"multipleOf": 2}}"#, r#"{"not": {"multipleOf": 4}}"#, "yes"),
        (
            r#"{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "null"}}"#,
            r#"{"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]}"#,
            "yes",
        ),
        (
            r#"{"allOf": [{"type": "object", "required": ["a"]}, {"required": ["b"]}]}"#,
            r#"{"required": ["b", "a"]}"#,
            "yes",
        ),
        (&tagged(&kinds, ""), &tagged(&kinds, r#", "more": true"#), "yes"),
        (&tagged(&kinds, r#", "more": {"type": "string"}"#), &tagged(&kinds, ""), "yes"),
        (&tagged(&kinds, r#", "more": {"type": "string"}"#), &tagged(&kinds[..11], ""), r#"{"kind":"k11","k11":0}"#),
        (
            r#"{"type": "object", "required": ["t"], "properties": {"t": {"enum": ["a", "b"]}}}"#,
            r#"{"anyOf": [{"properties": {"t": {"const": "a"}}}, {"properties": {"t": {"const": "b"}}}]}"#,
            "yes",
        ),
    ]);
}

#[test]
fn recursion_comes_to_an_end() {
    let tree = r##"{"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "left": {"$ref": "#"}, "right": {"$ref": "#"}}}"##;
    let wider = r##"{"type": "object", "properties": {"value": {"type": "number"}, "left": {"$ref": "#"}, "right": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}"##;
    let deep = r##"{"$ref": "#/$defs/odd", "$defs": {
        "odd": {"type": "object", "properties": {"next": {"$ref": "#/$defs/even"}}, "additionalProperties": false},
        "even": {"type": "object", "properties": {"next": {"$ref": "#/$defs/odd"}, "end": {"type": "integer"}}, "additionalProperties": false}}}"##;
    let unend = r##"{"$ref": "#/$defs/odd", "$defs": {
        "odd": {"type": "object", "properties": {"next": {"$ref": "#/$defs/even"}}, "additionalProperties": false},
        "even": {"type": "object", "properties": {"next": {"$ref": "#/$defs/odd"}, "end": {"type": "string"}}, "additionalProperties": false}}}"##;
    check(&[
        (tree, r#"{"type": "object"}"#, "yes"),
        (tree, tree, "yes"),
        (tree, wider, "yes"),
        (wider, tree, "{}"),
        (deep, unend, r#"{"next":{"end":0}}"#),
        (r##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##, "false", "yes"),
        (r##"{"type": "array", "items": {"$ref": "#"}, "minItems": 1}"##, "false", "yes"),
        (
            r##"{"type": "array", "items": {"$ref": "#"}, "maxItems": 1}"##,
            r##"{"type": "array", "items": {"type": "array", "items": {"maxItems": 1}}}"##,
            "yes",
        ),
        (
            r##"{"type": "array", "items": {"$ref": "#"}}"##,
            r##"{"type": "array", "items": {"type": "array", "items": {"maxItems": 1}}}"##,
            "[[[[],[]]]]",
        ),
    ]);
}

#[test]
fn what_is_not_evaluated_is_known() {
    let extended = r#"{"type": "object", "allOf": [{"properties": {"a": {"type": "integer"}}}], "properties": {"b": true}, "unevaluatedProperties": false}"#;
    let closed =
        r#"{"type": "object", "properties": {"a": {"type": "integer"}, "b": true}, "additionalProperties": false}"#;
    let chosen = r#"{"type": "object", "anyOf": [{"required": ["a"], "properties": {"a": true}}, {"required": ["b"], "properties": {"b": true}}], "unevaluatedProperties": false}"#;
    check(&[
        (extended, closed, "yes"),
        (closed, extended, "yes"),
        (r#"{"type": "object"}"#, extended, r#"{"a":null}"#),
        (r#"{"type": "object", "properties": {"a": {"const": 1}}}"#, extended, r#"{"extra":null}"#),
        (chosen, closed, r#"{"a":null}"#),
        (closed, chosen, "{}"),
        (chosen, r#"{"propertyNames": {"enum": ["a", "b"]}, "minProperties": 1}"#, "yes"),
        (
            r#"{"type": "array", "contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}"#,
            r#"{"items": {"type": ["string", "integer"]}}"#,
            "yes",
        ),
        (r#"{"type": "array", "prefixItems": [true], "unevaluatedItems": false}"#, r#"{"maxItems": 1}"#, "yes"),
    ]);
}

#[test]
fn what_accepts_nothing_and_what_is_common_is_found() {
    assert_eq!(satisfiable(&schema(r#"{"type": "string", "minLength": 3, "maxLength": 2}"#)), Exists::No);
    assert_eq!(satisfiable(&schema(r#"{"type": "string", "pattern": "^a$", "minLength": 2}"#)), Exists::No);
    let (words, numbers) = (schema(r#"{"type": ["string", "null"]}"#), schema(r#"{"type": ["integer", "null"]}"#));
    assert_eq!(common(&words, &numbers), Exists::Yes(Value::Null));
    assert_eq!(common(&schema(r#"{"type": "string"}"#), &numbers), Exists::No);
}

/// A schema in so many others.
fn nested(times: usize, before: &str, within: &str, after: &str) -> Schema {
    schema(&format!("{}{within}{}", before.repeat(times), after.repeat(times)))
}

#[test]
fn what_is_deep_or_wide_comes_to_an_end() {
    // As deep as JSON may be, and as schemas for one value may be inside one another.
    for (times, before, after) in [
        (120, r#"{"items": "#, "}"),
        (60, r#"{"properties": {"a": "#, "}}"),
        (60, r#"{"required": ["a"], "properties": {"a": "#, "}}"),
        (30, r#"{"not": "#, "}"),
        (30, r#"{"anyOf": [{"minItems": 1}, "#, "]}"),
        (15, r#"{"oneOf": [{"minItems": 1}, {"type": "string", "allOf": ["#, "]}]}"),
        (30, r#"{"if": {"minItems": 2}, "then": {"minLength": 1}, "else": "#, "}"),
        (30, r#"{"unevaluatedItems": false, "allOf": ["#, "]}"),
    ] {
        let [left, right] =
            [r#"{"type": "integer"}"#, r#"{"type": "number"}"#].map(|within| nested(times, before, within, after));
        for (producer, consumer) in [(&left, &right), (&right, &left)] {
            // Whatever it says, it ends.
            covers(producer, consumer);
            satisfiable(producer);
        }
    }
}

#[test]
fn hostile_schemas_are_given_up_in_time() {
    let many = |from: usize| {
        let alternatives: Vec<_> = (from..from + 40)
            .map(|idx| {
                let names: Vec<_> =
                    (0..6).map(|name| format!(r#""n{}": {{"multipleOf": {}}}"#, (idx + name) % 9, idx + 2)).collect();
                format!(r#"{{"properties": {{{}}}, "minProperties": 2}}"#, names.join(", "))
            })
            .collect();
        schema(&format!(r#"{{"type": "object", "oneOf": [{}]}}"#, alternatives.join(", ")))
    };
    let start = std::time::Instant::now();
    covers(&many(0), &many(3));
    covers(
        &schema(r#"{"type": "string", "pattern": "(a|b)*a(a|b){8}$", "minLength": 5000}"#),
        &schema(r#"{"pattern": "(a|b)*b(a|b){7}$"}"#),
    );
    // Without optimisation, on a busy machine; it would take for ever.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
