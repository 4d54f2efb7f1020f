//! What violations say.

use super::said;

#[track_caller]
fn check(schema: &str, document: &str, expect: &[&str]) {
    let said = said(schema, document);
    assert_eq!(said.lines().collect::<Vec<_>>(), expect, "{document} by {schema}");
}

#[test]
fn of_the_value_itself() {
    for (schema, document, expect) in [
        ("false", "1", " : expected no value here, got the number 1"),
        (r#"{"type": ["string", "null"]}"#, "1", " /type: expected a string or null, got the number 1"),
        (
            r#"{"enum": ["city", 1]}"#,
            r#""ctiy""#,
            r#" /enum: expected "city" or 1, got the string "ctiy"; did you mean "city"?"#,
        ),
        (r#"{"const": {"a": null}}"#, "[]", r#" /const: expected {"a":null}, got an array"#),
        (r#"{"multipleOf": 0.01}"#, "0.015", " /multipleOf: expected a multiple of 0.01, got 0.015"),
        (r#"{"maximum": 5}"#, "6", " /maximum: expected at most 5, got 6"),
        (r#"{"exclusiveMaximum": 5}"#, "5", " /exclusiveMaximum: expected less than 5, got 5"),
        (r#"{"minimum": 5}"#, "4", " /minimum: expected at least 5, got 4"),
        (r#"{"exclusiveMinimum": 5}"#, "5", " /exclusiveMinimum: expected more than 5, got 5"),
        (r#"{"format": "uint8"}"#, "256", " /format: expected a number of format uint8, 0 to 255, got 256"),
        (r#"{"maxLength": 1}"#, r#""éé""#, " /maxLength: expected at most 1 character, got 2"),
        (r#"{"minLength": 2}"#, r#""é""#, " /minLength: expected at least 2 characters, got 1"),
        (r#"{"maxItems": 1}"#, "[1, 2]", " /maxItems: expected at most 1 item, got 2"),
        (r#"{"minItems": 2}"#, "[1]", " /minItems: expected at least 2 items, got 1"),
        (
            r#"{"uniqueItems": true}"#,
            "[1, 2, 1.0]",
            " /uniqueItems: expected no two equal items, got equal ones at 0 and 2",
        ),
        (r#"{"maxProperties": 0}"#, r#"{"a": 1}"#, " /maxProperties: expected at most 0 properties, got 1"),
        (r#"{"minProperties": 1}"#, "{}", " /minProperties: expected at least 1 property, got 0"),
        (r#"{"not": {"type": "integer"}}"#, "1", " /not: expected anything but an integer, got the number 1"),
        (
            r#"{"not": {"required": ["a", "b"]}}"#,
            r#"{"a": 1, "b": 1}"#,
            r#" /not: expected anything but an object with "a" and "b", got an object"#,
        ),
        (
            r#"{"not": {"type": "integer", "minimum": 1}}"#,
            "1",
            " /not: expected a value that does not fit the schema /not, got the number 1",
        ),
    ] {
        check(schema, document, &[expect]);
    }
}

#[test]
fn of_items() {
    check(
        r#"{"prefixItems": [{"type": "null"}], "items": false}"#,
        "[1, 2]",
        &[" /items: expected at most 1 item, got 2", "/0 /prefixItems/0/type: expected null, got the number 1"],
    );
    check(
        r#"{"contains": {"type": "string"}}"#,
        "[1]",
        &[" /contains: expected at least 1 item to be a string, got 0"],
    );
    check(
        r#"{"contains": {"minimum": 5}, "minContains": 2}"#,
        "[6]",
        &[" /minContains: expected at least 2 items to be a value of at least 5, got 1"],
    );
    check(
        r#"{"contains": {"const": 1}, "maxContains": 1}"#,
        "[1, 1]",
        &[" /maxContains: expected at most 1 item to be 1, got 2"],
    );
    check(
        r#"{"prefixItems": [true], "unevaluatedItems": false}"#,
        "[1, 2, 3]",
        &[
            "/1 /unevaluatedItems: expected no item here, got the number 2",
            "/2 /unevaluatedItems: expected no item here, got the number 3",
        ],
    );
}

#[test]
fn of_members() {
    check(
        r#"{"required": ["a", "b"], "dependentRequired": {"c": ["d", "c"]}}"#,
        r#"{"c": 1}"#,
        &[
            r#" /required: the property "a" is missing"#,
            r#" /required: the property "b" is missing"#,
            r#" /dependentRequired: the property "d" is missing, which "c" asks for"#,
        ],
    );
    let schema = r#"{"properties": {"city": true, "days": {"type": "integer"}}, "additionalProperties": false}"#;
    check(
        schema,
        r#"{"ctiy": 1, "days": "x", "colour": 1}"#,
        &[
            r#"/ctiy /additionalProperties: unknown property "ctiy"; did you mean "city"?"#,
            r#"/days /properties/days/type: expected an integer, got the string "x""#,
            r#"/colour /additionalProperties: unknown property "colour"; expected "city" or "days""#,
        ],
    );
    check(
        r#"{"additionalProperties": false}"#,
        r#"{"a": 1}"#,
        &[r#"/a /additionalProperties: unknown property "a"; no property is allowed here"#],
    );
    let schema = r#"{
        "allOf": [{"properties": {"city": true}}],
        "if": {"required": ["date"]}, "then": {"properties": {"days": true}},
        "unevaluatedProperties": false
    }"#;
    check(
        schema,
        r#"{"ctiy": 1, "days": 1, "colour": 1}"#,
        &[
            r#"/ctiy /unevaluatedProperties: unknown property "ctiy"; did you mean "city"?"#,
            r#"/days /unevaluatedProperties: unexpected property "days": none of the schemas that speak of it applies"#,
            r#"/colour /unevaluatedProperties: unknown property "colour"; expected "days" or "city""#,
        ],
    );
    check(
        r#"{"propertyNames": {"maxLength": 3, "enum": ["abc", "city"]}}"#,
        r#"{"abc": 1, "ctiy": 2}"#,
        &[
            r#"/ctiy /propertyNames/maxLength: the property name "ctiy": expected at most 3 characters, got 4"#,
            r#"/ctiy /propertyNames/enum: property name: expected "abc" or "city", got the string "ctiy"; did you mean "city"?"#,
        ],
    );
    // What fails inside a schema that applies is not also unknown.
    check(
        r#"{"allOf": [{"properties": {"a": {"type": "null"}}}], "unevaluatedProperties": false}"#,
        r#"{"a": 1}"#,
        &["/a /allOf/0/properties/a/type: expected null, got the number 1"],
    );
}

#[test]
fn of_conditions() {
    let schema = r#"{"if": {"type": "integer"}, "then": {"minimum": 5}, "else": {"minLength": 2}}"#;
    check(schema, "1", &[" /then/minimum: expected at least 5, got 1"]);
    check(schema, r#""a""#, &[" /else/minLength: expected at least 2 characters, got 1"]);
}

#[test]
fn of_alternatives_of_which_none_is_evident() {
    check(
        r#"{"anyOf": [{"type": "integer", "minimum": 5}, {"type": "object", "required": ["a"]}, {"const": null}]}"#,
        r#""x""#,
        &[
            r#" /anyOf: expected one of 3 alternatives: an integer of at least 5, an object with "a" or null; got the string "x""#,
        ],
    );
    check(
        r#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}, true]}"#,
        r#"{"a": 1}"#,
        &[" /oneOf: expected exactly one of 3 alternatives, but those at 0 and 2 fit"],
    );
}

#[test]
fn of_the_alternative_that_was_meant() {
    check(
        r#"{"anyOf": [{"type": "integer", "minimum": 5}, {"type": "null"}]}"#,
        "3",
        &[
            " /anyOf: expected one of 2 alternatives: an integer of at least 5 or null; got the number 3, taken for the one at 0",
            " /anyOf/0/minimum: expected at least 5, got 3",
        ],
    );
    let schema = r#"{"oneOf": [
        {"properties": {"kind": {"const": "email"}, "to": {"type": "string"}}, "required": ["kind", "to"]},
        {"properties": {"kind": {"enum": ["text"]}, "number": {"type": "integer"}}, "required": ["kind", "number"]},
        {"type": "null"}
    ]}"#;
    check(
        schema,
        r#"{"kind": "text"}"#,
        &[
            r#" /oneOf: expected one of 3 alternatives, told apart by "kind": "email" or "text"; got "text", taken for the one at 1"#,
            r#" /oneOf/1/required: the property "number" is missing"#,
        ],
    );
    check(
        schema,
        r#"{"kind": "emial"}"#,
        &[
            r#" /oneOf: expected one of 3 alternatives, told apart by "kind": "email" or "text"; got the string "emial"; did you mean "email"?"#,
        ],
    );
    check(
        schema,
        r#"{"to": "a"}"#,
        &[r#" /oneOf: expected one of 3 alternatives, told apart by "kind": "email" or "text"; it is missing"#],
    );
}

#[test]
fn nothing_long_is_repeated() {
    let long = "x".repeat(100);
    let cut = format!("{}…", "x".repeat(64));
    check(
        r#"{"type": "null"}"#,
        &format!("\"{long}\""),
        &[&format!(" /type: expected null, got the string \"{cut}\"")],
    );
    let nines = "9".repeat(100);
    check(r#"{"maximum": 5}"#, &nines, &[&format!(" /maximum: expected at most 5, got {}…", "9".repeat(64))]);
}
