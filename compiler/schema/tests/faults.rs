//! Every fault, with its place and its words.

use packwright_schema::Schema;

/// The faults of a schema, one on a line: pointer, message, help.
#[track_caller]
fn check(schema: &str, expect: &[&str]) {
    let document = serde_json::from_str(schema).expect("the schema is JSON");
    let faults = Schema::parse(&document).err().unwrap_or_default();
    let lines: Vec<String> = faults
        .iter()
        .map(|fault| {
            let help = fault.help().map(|help| format!("; {help}")).unwrap_or_default();
            format!("{}: {fault}{help}", fault.pointer)
        })
        .collect();
    assert_eq!(lines, expect, "{schema}");
}

#[test]
fn values_of_keywords_are_those_of_the_metaschema() {
    check(r#"{"minLength": -1}"#, &["/minLength: `minLength` must be an integer that is not negative"]);
    check(r#"{"maxItems": 1.5}"#, &["/maxItems: `maxItems` must be an integer that is not negative"]);
    check(r#"{"minimum": "1"}"#, &["/minimum: `minimum` must be a number"]);
    check(r#"{"required": ["a", "a"]}"#, &["/required: `required` must be an array of different strings"]);
    check(r#"{"required": true}"#, &["/required: `required` must be an array of different strings"]);
    check(r#"{"enum": "a"}"#, &["/enum: `enum` must be an array"]);
    check(r#"{"title": 1}"#, &["/title: `title` must be a string"]);
    check(r#"{"deprecated": "yes"}"#, &["/deprecated: `deprecated` must be `true` or `false`"]);
    check(r#"{"properties": []}"#, &["/properties: `properties` must be an object of schemas"]);
    check("[]", &[": expected a schema: an object or a boolean"]);
}

#[test]
fn a_wrong_type_is_named() {
    check(r#"{"type": "strng"}"#, &["/type: `strng` is not a type of JSON Schema; did you mean `string`?"]);
    check(
        r#"{"type": ["date"]}"#,
        &[
            "/type: `date` is not a type of JSON Schema; types are integer, number, boolean, string, array, object, null",
        ],
    );
    check(r#"{"type": []}"#, &["/type: `type` must be the name of a type, or an array of different ones"]);
}

#[test]
fn a_subschema_is_an_object_or_a_boolean() {
    check(
        r#"{"properties": {"a": 1, "b/c": "integer"}, "items": []}"#,
        &[
            "/properties/a: `a` must be a schema: an object or a boolean",
            "/properties/b~1c: `b/c` must be a schema: an object or a boolean",
            "/items: `items` must be a schema: an object or a boolean",
        ],
    );
}

#[test]
fn a_keyword_that_is_not_generated_is_refused_and_never_ignored() {
    check(
        r#"{"properties": {"zip": {"pattern": "^[0-9]+$"}}}"#,
        &["/properties/zip/pattern: validators for the keyword `pattern` are not generated yet"],
    );
    check(r#"{"format": "date-time"}"#, &["/format: validators for the format `date-time` are not generated yet"]);
    check(
        r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
        &["/$schema: schemas of `http://json-schema.org/draft-07/schema#` are not read, only draft 2020-12 is"],
    );
}

#[test]
fn a_keyword_that_is_not_generated_is_still_checked_by_the_metaschema() {
    check(
        r#"{"pattern": 5, "minLength": -1}"#,
        &[
            "/pattern: validators for the keyword `pattern` are not generated yet",
            "/minLength: `minLength` must be an integer that is not negative",
            "/pattern: `pattern` is invalid: 5 is not of type \"string\"",
        ],
    );
    check(
        r#"{"allOf": [{"required": [1]}]}"#,
        &[
            "/allOf: validators for the keyword `allOf` are not generated yet",
            "/allOf/0/required: `required` is invalid: 1 is not of type \"string\"",
        ],
    );
}

#[test]
fn a_keyword_that_does_not_exist_is_refused_with_what_was_meant() {
    check(r#"{"minLenght": 1}"#, &["/minLenght: unknown keyword `minLenght`; did you mean `minLength`?"]);
    check(r#"{"widget": "slider"}"#, &["/widget: unknown keyword `widget`"]);
}

#[test]
fn a_reference_has_to_point_at_a_schema() {
    check(
        r##"{"$ref": "#/$defs/citty", "$defs": {"city": true}}"##,
        &["/$ref: `#/$defs/citty` points at no schema; did you mean `#/$defs/city`?"],
    );
    check(r##"{"$ref": "#/properties", "properties": {}}"##, &["/$ref: `#/properties` points at no schema"]);
    check(r##"{"$ref": "#/const", "const": {}}"##, &["/$ref: `#/const` points at no schema"]);
    check(r##"{"$ref": "#/%zz"}"##, &["/$ref: `#/%zz` points at no schema"]);
    check(
        r#"{"$ref": "other.json"}"#,
        &["/$ref: `$ref` to `other.json` is not followed yet, only `#` and `#/…` within the schema are"],
    );
    check(r#"{"$ref": 1}"#, &["/$ref: `$ref` must be a string"]);
}

#[test]
fn references_may_be_escaped() {
    check(r##"{"$ref": "#/$defs/a~1b~0c%25%22d", "$defs": {"a/b~c%\"d": true}}"##, &[]);
}

#[test]
fn references_that_lead_nowhere_are_refused_once() {
    check(r##"{"$ref": "#"}"##, &["/$ref: `$ref` leads back to itself without entering the value: `#` -> `#`"]);
    check(
        r##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"minItems": 1, "$ref": "#/$defs/a"}}}"##,
        &[
            "/$defs/a/$ref: `$ref` leads back to itself without entering the value: `#/$defs/a` -> `#/$defs/b` -> `#/$defs/a`",
        ],
    );
    check(r##"{"properties": {"next": {"$ref": "#"}}}"##, &[]);
}

#[test]
fn all_faults_are_found_at_once() {
    check(
        r##"{"type": "strng", "properties": {"a": {"maximun": 1}, "b": {"$ref": "#/x"}}}"##,
        &[
            "/type: `strng` is not a type of JSON Schema; did you mean `string`?",
            "/properties/a/maximun: unknown keyword `maximun`; did you mean `maximum`?",
            "/properties/b/$ref: `#/x` points at no schema",
        ],
    );
}

#[test]
fn sizes_may_be_written_as_any_integer() {
    check(r#"{"minLength": 2.0, "maxLength": 1e3, "maxItems": 123456789012345678901234567890}"#, &[]);
}
