//! Every fault, with its place and its words.

use packwright_schema::{FaultKind, Schema};

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
fn another_draft_is_refused_and_never_misread() {
    check(
        r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
        &["/$schema: schemas of `http://json-schema.org/draft-07/schema#` are not read, only draft 2020-12 is"],
    );
    check(r#"{"$schema": "https://json-schema.org/draft/2020-12/schema#"}"#, &[]);
}

#[test]
fn a_format_that_does_not_exist_is_refused_with_what_was_meant() {
    check(r#"{"format": "datetime"}"#, &["/format: unknown format `datetime`; did you mean `date-time`?"]);
    check(r#"{"format": "colour"}"#, &["/format: unknown format `colour`"]);
    check(
        r#"{"items": [], "format": 1}"#,
        &["/items: `items` must be a schema: an object or a boolean", "/format: `format` must be a string"],
    );
    for format in ["date-time", "regex", "int8", "uint64", "double"] {
        check(&format!(r#"{{"format": "{format}"}}"#), &[]);
    }
}

#[test]
fn a_faulty_pattern_is_the_fault_of_its_keyword_or_member() {
    let place = |schema: &str| {
        let faults = Schema::parse(&serde_json::from_str(schema).expect("JSON")).expect_err("a fault");
        assert!(matches!(faults[0].kind, FaultKind::Pattern(_)), "{faults:?}");
        faults.iter().map(|fault| fault.pointer.clone()).collect::<Vec<_>>()
    };
    assert_eq!(place(r#"{"pattern": "("}"#), ["/pattern"]);
    assert_eq!(
        place(r#"{"patternProperties": {"a": true, "(": {"pattern": "("}}}"#),
        ["/patternProperties/(/pattern", "/patternProperties/(",]
    );
    check(r#"{"pattern": 5}"#, &["/pattern: `pattern` must be a regular expression"]);
}

#[test]
fn values_of_applicators_are_those_of_the_metaschema() {
    check(r#"{"allOf": []}"#, &["/allOf: `allOf` must be an array of at least one schema"]);
    check(r#"{"anyOf": {}}"#, &["/anyOf: `anyOf` must be an array of schemas"]);
    check(r#"{"oneOf": [true, 1]}"#, &["/oneOf/1: `1` must be a schema: an object or a boolean"]);
    check(r#"{"not": {"required": [1]}}"#, &["/not/required: `required` must be an array of different strings"]);
    check(r#"{"dependentSchemas": []}"#, &["/dependentSchemas: `dependentSchemas` must be an object of schemas"]);
    check(
        r#"{"dependentRequired": {"a": ["b", "b"]}}"#,
        &["/dependentRequired: `dependentRequired` must be an object of arrays of different strings"],
    );
    check(r#"{"uniqueItems": 1}"#, &["/uniqueItems: `uniqueItems` must be `true` or `false`"]);
    check(r#"{"$vocabulary": {"a": 1}}"#, &["/$vocabulary: `$vocabulary` must be an object of `true` and `false`"]);
}

#[test]
fn a_factor_is_more_than_zero() {
    for factor in ["0", "-1", "0e5", "\"1\""] {
        check(
            &format!(r#"{{"multipleOf": {factor}}}"#),
            &["/multipleOf: `multipleOf` must be a number that is more than zero"],
        );
    }
}

#[test]
fn names_of_schemas_are_names_and_used_once() {
    check(r#"{"$id": "a#b"}"#, &["/$id: `$id` must be a URI reference without a fragment"]);
    check(r#"{"$id": "a b"}"#, &["/$id: `$id` must be a URI reference"]);
    check(
        r#"{"$anchor": "1"}"#,
        &["/$anchor: `$anchor` must be a letter or `_`, then letters, digits, `-`, `_` and `.`"],
    );
    check(
        r#"{"$anchor": "a", "items": {"$dynamicAnchor": "a"}, "not": {"$id": "b", "$anchor": "a"}}"#,
        &["/items/$dynamicAnchor: `#a` is the schema at `#` already"],
    );
    check(
        r##"{"$defs": {"a": {"$id": "x:a"}, "b": {"$id": "x:a"}, "c": {"$id": "#"}}}"##,
        &[
            "/$defs/b/$id: `x:a` is the schema at `#/$defs/a` already",
            "/$defs/c/$id: `packwright:///schema` is the schema at `#` already",
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
    check(r#"{"$ref": "other.json"}"#, &["/$ref: `other.json` points at no schema"]);
    check(r#"{"$ref": 1}"#, &["/$ref: `$ref` must be a string"]);
}

#[test]
fn names_that_references_may_have_meant_are_suggested() {
    check(
        r##"{"items": {"$ref": "#citty"}, "$defs": {"a": {"$anchor": "city"}}}"##,
        &["/items/$ref: `#citty` points at no schema; did you mean `#city`?"],
    );
    check(
        r#"{"$id": "https://example.com/", "items": {"$ref": "https://example.com/citty"}, "not": {"$id": "city"}}"#,
        &["/items/$ref: `https://example.com/citty` points at no schema; did you mean `https://example.com/city`?"],
    );
    check(r##"{"items": {"$dynamicRef": "#a"}}"##, &["/items/$dynamicRef: `#a` points at no schema"]);
}

#[test]
fn the_metaschema_is_at_hand() {
    check(r#"{"items": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}"#, &[]);
    check(r#"{"$ref": "https://json-schema.org/draft/2020-12/meta/core#/$defs/anchorString"}"#, &[]);
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
fn whatever_applies_to_the_value_itself_may_not_lead_in_a_circle() {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        check(
            &format!(r##"{{"{keyword}": [{{"$ref": "#"}}]}}"##),
            &[&format!(
                "/{keyword}: `{keyword}` leads back to itself without entering the value: `#` -> `#/{keyword}/0` -> `#`"
            )],
        );
    }
    for keyword in ["not", "if"] {
        check(
            &format!(r##"{{"{keyword}": {{"$ref": "#"}}}}"##),
            &[&format!(
                "/{keyword}: `{keyword}` leads back to itself without entering the value: `#` -> `#/{keyword}` -> `#`"
            )],
        );
    }
    check(
        r##"{"$dynamicAnchor": "a", "dependentSchemas": {"x": {"$dynamicRef": "#a"}}}"##,
        &["/dependentSchemas: `dependentSchemas` leads back to itself without entering the value: \
             `#` -> `#/dependentSchemas/x` -> `#`"],
    );
    // Without `if` nobody applies them.
    check(r##"{"then": {"$ref": "#"}, "else": {"$ref": "#"}}"##, &[]);
    for keyword in ["items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems"] {
        check(&format!(r##"{{"{keyword}": {{"$ref": "#"}}}}"##), &[]);
    }
}

#[test]
fn a_circle_may_depend_on_the_way_to_it() {
    let list = r##""list": {"$id": "x:list", "$dynamicAnchor": "item", "items": {"not": {"$dynamicRef": "#item"}}}"##;
    check(&format!(r##"{{"$defs": {{{list}}}}}"##), &[]);
    check(
        &format!(
            r##"{{"$ref": "x:list", "$defs": {{{list}, "of": {{"$dynamicAnchor": "item", "not": {{"$ref": "x:list#/items"}}}}}}}}"##
        ),
        &["/$defs/list/items/not: `not` leads back to itself without entering the value: `#/$defs/list/items` -> \
             `#/$defs/list/items/not` -> `#/$defs/of` -> `#/$defs/of/not` -> `#/$defs/list/items`"],
    );
}

#[test]
fn schemas_apply_through_each_other_up_to_a_limit() {
    let nested = |depth: usize| format!("{}true{}", r#"{"allOf": ["#.repeat(depth), "]}".repeat(depth));
    check(&nested(32), &[]);
    check(&nested(33), &["/allOf: more than 32 schemas apply to one value, each through the one before"]);
    let chain: Vec<_> = (0..1000).map(|idx| format!(r##""{idx}": {{"$ref": "#/$defs/{}"}}"##, idx + 1)).collect();
    check(&format!(r##"{{"$ref": "#/$defs/0", "$defs": {{{}, "1000": true}}}}"##, chain.join(", ")), &[]);
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
