//! What callers read when a value violates a schema.

use packwright_runtime_min::{json::Value, validate::Report};
use packwright_schema::{Schema, interpret, plan};

/// The violations of `instance`, one on a line: instance path, schema path, message.
#[track_caller]
fn check(schema: &str, instance: &str, expect: &[&str]) {
    let document = serde_json::from_str(schema).expect("the schema is JSON");
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let mut value = Value::parse(instance.as_bytes()).expect("the instance is JSON");
    let mut report = Report::new();
    interpret(&plan(&schema), &mut value, &mut report);
    let lines: Vec<String> = report
        .violations
        .iter()
        .map(|violation| format!("{} {}: {}", violation.instance_path, violation.schema_path, violation.message))
        .collect();
    assert_eq!(lines, expect, "{instance}");
}

#[test]
fn a_type_is_expected_and_got() {
    check(r#"{"type": "integer"}"#, "\"abc\"", &[" /type: expected an integer, got the string \"abc\""]);
    check(r#"{"type": ["integer", "null"]}"#, "1.5", &[" /type: expected an integer or null, got the number 1.5"]);
    check(r#"{"type": "string"}"#, "{}", &[" /type: expected a string, got an object"]);
    check("false", "null", &[" : expected no value here, got null"]);
}

#[test]
fn a_near_member_of_an_enum_is_suggested() {
    let schema = r#"{"enum": ["celsius", "fahrenheit", 1]}"#;
    check(
        schema,
        "\"celcius\"",
        &[" /enum: expected \"celsius\", \"fahrenheit\" or 1, got the string \"celcius\"; did you mean \"celsius\"?"],
    );
    check(schema, "\"kelvin\"", &[" /enum: expected \"celsius\", \"fahrenheit\" or 1, got the string \"kelvin\""]);
}

#[test]
fn a_near_property_is_suggested() {
    let schema = r#"{"properties": {"city": {}, "days": {}}, "additionalProperties": false}"#;
    check(
        schema,
        r#"{"ctiy": 1}"#,
        &["/ctiy /additionalProperties: unknown property \"ctiy\"; did you mean \"city\"?"],
    );
    check(
        schema,
        r#"{"unit": 1}"#,
        &["/unit /additionalProperties: unknown property \"unit\"; expected \"city\" or \"days\""],
    );
    check(
        r#"{"additionalProperties": false}"#,
        r#"{"a/b": 1}"#,
        &["/a~1b /additionalProperties: unknown property \"a/b\"; no property is allowed here"],
    );
}

#[test]
fn bounds_and_sizes_are_expected_and_got() {
    check(
        r#"{"minimum": 1, "exclusiveMaximum": 0}"#,
        "0.5",
        &[" /minimum: expected at least 1, got 0.5", " /exclusiveMaximum: expected less than 0, got 0.5"],
    );
    check(r#"{"format": "uint8"}"#, "256", &[" /format: expected a number of format uint8, 0 to 255, got 256"]);
    check(r#"{"minLength": 2}"#, "\"\u{1f600}\"", &[" /minLength: expected at least 2 characters, got 1"]);
    check(r#"{"maxItems": 1}"#, "[1,2]", &[" /maxItems: expected at most 1 item, got 2"]);
    check(r#"{"minProperties": 1}"#, "{}", &[" /minProperties: expected at least 1 property, got 0"]);
    check(
        r#"{"required": ["city", "days"]}"#,
        "{}",
        &[" /required: the property \"city\" is missing", " /required: the property \"days\" is missing"],
    );
}

#[test]
fn every_violation_is_found_with_its_place() {
    check(
        r##"{"properties": {"stops": {"items": {"$ref": "#/$defs/stop"}}}, "$defs": {"stop": {"type": "object", "required": ["city"]}}}"##,
        r#"{"stops": [{"city": 1}, {}, 5]}"#,
        &[
            "/stops/1 /$defs/stop/required: the property \"city\" is missing",
            "/stops/2 /$defs/stop/type: expected an object, got the number 5",
        ],
    );
}

#[test]
fn the_input_is_never_repeated_at_length() {
    let long = "x".repeat(1000);
    for (schema, instance) in [
        (r#"{"type": "integer"}"#, format!("\"{long}\"")),
        (r#"{"enum": ["a"]}"#, format!("\"{long}\"")),
        (r#"{"maximum": 1}"#, "9".repeat(1000)),
        (r#"{"additionalProperties": false}"#, format!("{{\"{long}\": 1}}")),
    ] {
        let schema = Schema::parse(&serde_json::from_str(schema).expect("a schema")).expect("no fault");
        let mut value = Value::parse(instance.as_bytes()).expect("JSON");
        let mut report = Report::new();
        interpret(&plan(&schema), &mut value, &mut report);
        let message = report.violations[0].message.text();
        let echoed = message.chars().filter(|character| matches!(character, 'x' | '9')).count();
        assert!((64..=66).contains(&echoed), "{message}");
    }
}
