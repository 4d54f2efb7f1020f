//! What is planned: references resolved, what depends on the way copied, what says nothing gone.

use std::time::{Duration, Instant};

use packwright_runtime_min::json::Value;
use packwright_schema::{
    Documents, FaultKind, Options, Plan, Schema,
    parse::{FormatUse, Unknown},
    plan,
    plan::{Assertion, Others},
};

#[track_caller]
fn planned(schema: &str, documents: &Documents, options: Options) -> Plan {
    let document = Value::parse(schema.as_bytes()).expect("the schema is JSON");
    plan(&Schema::parse_with(&document, documents, options).expect("the schema has no fault"))
}

/// The nodes of a pack's plan, one on a line: its pointer, then the last name of each check's.
#[track_caller]
fn check(schema: &str, expect: &[&str]) {
    assert_eq!(lines(&planned(schema, &Documents::new(), Options::PACK)), expect, "{schema}");
}

fn lines(plan: &Plan) -> Vec<String> {
    let line = |node: &packwright_schema::plan::PlanNode| {
        let checks: Vec<_> =
            node.checks.iter().map(|check| check.pointer.rsplit('/').next().unwrap_or_default()).collect();
        format!("{}: {}", node.pointer, checks.join(" "))
    };
    plan.nodes.iter().map(line).collect()
}

#[test]
fn lone_references_are_followed_and_others_are_checks() {
    check(
        r##"{"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "null"}, "c": false}}"##,
        &[": items", "/$defs/b: type"],
    );
    check(
        r##"{"$ref": "#/$defs/a", "maxItems": 1, "$defs": {"a": {"minItems": 1}}}"##,
        &[": maxItems $ref", "/$defs/a: minItems"],
    );
}

#[test]
fn what_asserts_nothing_is_gone() {
    for nothing in [
        "true",
        "{}",
        r##"{"properties": {"next": {"$ref": "#"}}}"##,
        r#"{"minItems": 0, "minLength": 0, "minProperties": 0, "required": [], "uniqueItems": false}"#,
        r#"{"contains": {"type": "null"}, "minContains": 0}"#,
        r#"{"minContains": 2, "maxContains": 1}"#,
        r#"{"anyOf": [{"type": "null"}, true]}"#,
        r#"{"allOf": [true, {"title": "a"}], "oneOf": [true]}"#,
        r#"{"if": {"type": "null"}, "then": true}"#,
        r#"{"then": false, "else": false}"#,
        r#"{"dependentRequired": {"a": []}, "dependentSchemas": {"a": true}}"#,
        r#"{"unevaluatedItems": true, "unevaluatedProperties": {}, "additionalProperties": true}"#,
        r#"{"contentEncoding": "base64", "contentSchema": {"type": "null"}}"#,
        r#"{"$defs": {"a": false}}"#,
    ] {
        check(nothing, &[]);
    }
    check(r#"{"not": true}"#, &[": not"]);
    check(r#"{"oneOf": [true, true]}"#, &[": oneOf"]);
    check(r#"{"if": true, "then": false}"#, &[": if", "/then: then"]);
    check(r#"{"contains": true}"#, &[": contains"]);
}

#[test]
fn what_is_evaluated_stays_where_somebody_asks() {
    check(
        r#"{"anyOf": [true, {"properties": {"a": true}}], "unevaluatedProperties": false}"#,
        &[": anyOf unevaluatedProperties", "/anyOf/1: additionalProperties"],
    );
    check(
        r#"{"if": {"prefixItems": [true]}, "contains": true, "minContains": 0, "unevaluatedItems": {"type": "null"}}"#,
        &[": contains if unevaluatedItems", "/if: items", "/unevaluatedItems: type"],
    );
    let plan = planned(
        r#"{"allOf": [{"unevaluatedProperties": true}], "unevaluatedProperties": false}"#,
        &Documents::new(),
        Options::PACK,
    );
    assert_eq!(plan.nodes[1].checks[0].assertion, Assertion::UnevaluatedProperties(Others::Accepted));
}

/// A list of what the outermost `item` is, and two schemas that say it.
const LISTS: &str = r##"
    "list": {
        "$id": "x:list", "type": "array", "maxItems": 3,
        "items": {"$dynamicRef": "#item"},
        "contains": {"required": ["a"]},
        "$defs": {"item": {"$dynamicAnchor": "item"}}
    },
    "texts": {"$id": "x:texts", "$ref": "x:list", "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}},
    "numbers": {"$id": "x:numbers", "$ref": "x:list", "$defs": {"item": {"$dynamicAnchor": "item", "type": "number"}}}
"##;

#[test]
fn a_schema_is_copied_where_the_way_to_it_matters() {
    check(
        &format!(
            r##"{{"properties": {{"t": {{"$ref": "x:texts"}}, "n": {{"$ref": "x:numbers"}}, "any": {{"$ref": "x:list"}}}},
                "$defs": {{{LISTS}}}}}"##
        ),
        &[
            ": additionalProperties",
            "/$defs/list: type maxItems items contains",
            "/$defs/list: type maxItems items contains",
            "/$defs/list: type maxItems contains",
            "/$defs/texts/$defs/item: type",
            // What cannot ask is not copied.
            "/$defs/list/contains: required",
            "/$defs/numbers/$defs/item: type",
        ],
    );
}

#[test]
fn the_outermost_anchor_on_the_way_is_meant() {
    check(
        &format!(
            r##"{{"$dynamicAnchor": "item", "type": "null", "allOf": [{{"$ref": "x:texts"}}], "$defs": {{{LISTS}}}}}"##
        ),
        &[": type allOf", "/$defs/list: type maxItems items contains", "/$defs/list/contains: required"],
    );
    // An anchor that is not dynamic is no end of the way.
    check(
        r##"{"$ref": "x:list", "$defs": {
            "item": {"$dynamicAnchor": "item", "type": "string"},
            "list": {"$id": "x:list", "items": {"$dynamicRef": "#item"}, "$defs": {"item": {"$anchor": "item", "type": "null"}}}
        }}"##,
        &["/$defs/list: items", "/$defs/list/$defs/item: type"],
    );
}

#[test]
fn scopes_that_multiply_are_refused() {
    const LAYERS: usize = 14;
    let mut definitions = Vec::new();
    for layer in 0..LAYERS {
        for side in ["a", "b"] {
            definitions.push(format!(
                r##""{layer}{side}": {{"$id": "x:{layer}{side}", "$dynamicAnchor": "n{layer}",
                    "properties": {{"a": {{"$ref": "x:{next}a"}}, "b": {{"$ref": "x:{next}b"}}}}}}"##,
                next = layer + 1,
            ));
        }
    }
    let asking: Vec<_> = (0..LAYERS).map(|layer| format!(r##"{{"$dynamicRef": "x:{layer}a#n{layer}"}}"##)).collect();
    let end =
        |side| format!(r##""{LAYERS}{side}": {{"$id": "x:{LAYERS}{side}", "prefixItems": [{}]}}"##, asking.join(", "));
    let schema =
        format!(r##"{{"$ref": "x:0a", "$defs": {{{}, {}, {}}}}}"##, definitions.join(", "), end("a"), end("b"));
    let faults = Schema::parse(&serde_json::from_str(&schema).expect("JSON")).expect_err("there are too many");
    assert!(matches!(faults[..], [packwright_schema::SchemaFault { kind: FaultKind::TooManyScopes { .. }, .. }]));
}

#[test]
fn other_documents_are_named_in_pointers() {
    let mut documents = Documents::new();
    let city = Value::parse(br#"{"$defs": {"name": {"$id": "city-name", "type": "string"}}}"#).expect("JSON");
    documents.add("https://example.com/city", city.into_owned()).expect("it is a URI");
    for reference in ["https://example.com/city#/$defs/name", "https://example.com/city-name"] {
        let plan = planned(&format!(r#"{{"$ref": "{reference}"}}"#), &documents, Options::PACK);
        assert_eq!(lines(&plan), ["https://example.com/city#/$defs/name: type"]);
        assert_eq!(plan.nodes[0].checks[0].pointer, "https://example.com/city#/$defs/name/type");
    }
    assert!(documents.add("city", Value::Bool(true)).is_err());
}

#[test]
fn the_metaschema_is_planned_once() {
    let plan = planned(
        r#"{"items": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}"#,
        &Documents::new(),
        Options::DRAFT,
    );
    let mut pointers: Vec<_> = plan.nodes.iter().map(|node| &node.pointer).collect();
    assert!(pointers.len() > 30, "{pointers:?}");
    pointers.sort_unstable();
    assert!(pointers.windows(2).all(|pair| pair[0] != pair[1]), "{pointers:?}");
}

#[test]
fn a_metaschema_says_which_keywords_there_are() {
    let mut documents = Documents::new();
    let vocabulary = |vocabularies: &str| {
        let text = format!(r#"{{"$vocabulary": {{{vocabularies}}}}}"#);
        Value::parse(text.as_bytes()).expect("JSON").into_owned()
    };
    let draft = "https://json-schema.org/draft/2020-12/vocab";
    documents.add("x:applies", vocabulary(&format!(r#""{draft}/applicator": true"#))).expect("a URI");
    documents.add("x:asserts", vocabulary(&format!(r#""{draft}/format-assertion": false"#))).expect("a URI");
    documents.add("x:more", vocabulary(r#""x:other": true"#)).expect("a URI");
    documents.add("x:less", vocabulary(r#""x:other": false"#)).expect("a URI");

    let rest = r#""type": "null", "items": false, "format": "date""#;
    let planned = |dialect: &str| {
        let schema = format!(r#"{{"$schema": "{dialect}", {rest}}}"#);
        lines(&planned(&schema, &documents, Options::DRAFT))
    };
    assert_eq!(planned("https://json-schema.org/draft/2020-12/schema"), [": type items"]);
    assert_eq!(planned("x:applies"), [": items"]);
    assert_eq!(planned("x:asserts"), [": format"]);
    assert_eq!(planned("x:less"), [""; 0]);
    let document = Value::parse(br#"{"$schema": "x:more"}"#).expect("JSON");
    let faults = Schema::parse_with(&document, &documents, Options::DRAFT).expect_err("it is not known");
    assert_eq!(faults[0].to_string(), "`x:more` requires the vocabulary `x:other`, which is not one of draft 2020-12");
}

#[test]
fn formats_assert_where_that_is_wanted() {
    let schema = r#"{"format": "date", "items": {"format": "int8"}, "not": {"format": "other"}}"#;
    let ignoring = |format| Options { unknown: Unknown::Ignored, format };
    let lines = |options| lines(&planned(schema, &Documents::new(), options));
    assert_eq!(lines(ignoring(FormatUse::Asserts)), [": format items not", "/items: format"]);
    assert_eq!(lines(ignoring(FormatUse::Annotates)), [": not"]);
}

#[test]
fn patterns_are_there_once_and_only_if_used() {
    let plan = planned(
        r#"{"pattern": "a", "patternProperties": {"a": false, "b": false}, "$defs": {"c": {"pattern": "c"}}}"#,
        &Documents::new(),
        Options::PACK,
    );
    let sources: Vec<_> = plan.patterns.iter().map(|pattern| pattern.source.as_ref()).collect();
    assert_eq!(sources, ["a", "b"]);
}

#[test]
fn large_schemas_take_neither_stack_nor_long() {
    let started = Instant::now();
    let wide: Vec<_> = (0..20_000).map(|idx| format!(r##""{idx}": {{"$ref": "#/$defs/0"}}"##)).collect();
    let chain: Vec<_> = (0..20_000).map(|idx| format!(r##""{idx}": {{"$ref": "#/$defs/{}"}}"##, idx + 1)).collect();
    let schema = format!(
        r##"{{"properties": {{{}}}, "$defs": {{{}, "20000": {{"type": "null"}}}}}}"##,
        wide.join(", "),
        chain.join(", ")
    );
    let plan = planned(&schema, &Documents::new(), Options::PACK);
    assert_eq!(plan.nodes.len(), 2);

    let wrong = schema.replace("\"#/$defs/0\"", "\"#/$defs/none\"");
    let document = Value::parse(wrong.as_bytes()).expect("JSON");
    assert_eq!(Schema::parse_exact(&document).expect_err("they lead nowhere").len(), 20_000);

    let deep = format!("{}{{\"type\": \"null\"}}{}", r#"{"items": "#.repeat(127), "}".repeat(127));
    assert_eq!(planned(&deep, &Documents::new(), Options::PACK).nodes.len(), 128);
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
