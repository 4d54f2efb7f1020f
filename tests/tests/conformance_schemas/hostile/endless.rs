//! Schemas whose validation would not end, or too deep: refused with the place and the way round.

use packwright_schema::{FaultKind, Schema};

/// The parser's limit of schemas that apply to one value, each through the one before.
pub(super) const LONGEST_CHAIN: usize = 32;

#[track_caller]
fn fault(schema: &str) -> (String, FaultKind) {
    let document = serde_json::from_str(schema).expect("the schema is JSON");
    let mut faults = Schema::parse(&document).expect_err("the schema is refused");
    assert_eq!(faults.len(), 1, "{schema}: {faults:?}");
    let fault = faults.remove(0);
    (fault.pointer, fault.kind)
}

#[track_caller]
fn check_cycle(schema: &str, place: &str, chain: &[&str]) {
    let (pointer, kind) = fault(schema);
    assert_eq!(pointer, place, "{schema}");
    assert_eq!(kind, FaultKind::RefCycle { chain: chain.iter().map(ToString::to_string).collect() }, "{schema}");
}

#[test]
fn a_cycle_that_enters_no_value_is_refused() {
    check_cycle(r##"{"$ref": "#"}"##, "/$ref", &["#", "#"]);
    check_cycle(r##"{"$dynamicRef": "#"}"##, "/$dynamicRef", &["#", "#"]);
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let schema = format!(r##"{{"{keyword}": [{{"$ref": "#"}}]}}"##);
        check_cycle(&schema, &format!("/{keyword}"), &["#", &format!("#/{keyword}/0"), "#"]);
    }
    for keyword in ["not", "if", "then", "else"] {
        let schema = format!(r##"{{"if": {{"minimum": 1}}, "{keyword}": {{"$ref": "#"}}}}"##);
        let schema = if keyword == "if" { r##"{"if": {"$ref": "#"}}"## } else { &schema };
        check_cycle(schema, &format!("/{keyword}"), &["#", &format!("#/{keyword}"), "#"]);
    }
    check_cycle(
        r##"{"dependentSchemas": {"a": {"$ref": "#"}}}"##,
        "/dependentSchemas",
        &["#", "#/dependentSchemas/a", "#"],
    );
    check_cycle(
        r##"{"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [true, {"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}}"##,
        "/$defs/a/allOf",
        &["#/$defs/a", "#/$defs/a/allOf/1", "#/$defs/b", "#/$defs/b/not", "#/$defs/a"],
    );
}

#[test]
fn a_cycle_that_enters_a_value_is_none() {
    for keyword in ["properties", "patternProperties"] {
        let schema = format!(r##"{{"{keyword}": {{"a": {{"$ref": "#"}}}}}}"##);
        assert!(Schema::parse(&serde_json::from_str(&schema).expect("JSON")).is_ok(), "{schema}");
    }
    for keyword in
        ["additionalProperties", "unevaluatedProperties", "items", "contains", "unevaluatedItems", "propertyNames"]
    {
        let schema = format!(r##"{{"{keyword}": {{"$ref": "#"}}}}"##);
        assert!(Schema::parse(&serde_json::from_str(&schema).expect("JSON")).is_ok(), "{schema}");
    }
}

/// So many schemas, each with the next in its `allOf`.
fn chain(length: usize) -> String {
    let links: String = (0..length - 1)
        .map(|idx| format!(r##""link{idx}": {{"minItems": 1, "allOf": [{{"$ref": "#/$defs/link{}"}}]}}, "##, idx + 1))
        .collect();
    format!(r##"{{"$defs": {{{links}"link{}": {{"minItems": 2}}}}}}"##, length - 1)
}

#[test]
fn a_longer_chain_is_refused() {
    let longest = serde_json::from_str(&chain(LONGEST_CHAIN / 2)).expect("the schema is JSON");
    assert!(Schema::parse(&longest).is_ok());
    let (_, kind) = fault(&chain(LONGEST_CHAIN + 2));
    assert_eq!(kind, FaultKind::RefChain { limit: LONGEST_CHAIN });
}

#[test]
fn references_alone_may_be_any_number() {
    let links: String =
        (0..10_000).map(|idx| format!(r##""link{idx}": {{"$ref": "#/$defs/link{}"}}, "##, idx + 1)).collect();
    let schema = format!(r##"{{"$ref": "#/$defs/link0", "$defs": {{{links}"link10000": {{"type": "null"}}}}}}"##);
    let schema = serde_json::from_str(&schema).expect("the schema is JSON");
    let plan = packwright_schema::plan(&Schema::parse(&schema).expect("the schema has no fault"));
    assert_eq!(plan.nodes.len(), 1);
}
