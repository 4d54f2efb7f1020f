//! Hostile depth: the longest chain of references at every level of the deepest document, on a small stack.

use packwright_runtime_min::json::MAX_DEPTH;

use super::cases::Case;

/// The parser's limit of references with siblings that lead from one to the next.
const LONGEST_CHAIN: usize = 8;

pub(crate) fn cases() -> Vec<Case> {
    let links: Vec<String> = (0..LONGEST_CHAIN)
        .map(|idx| {
            let next = if idx + 1 == LONGEST_CHAIN { "end".to_owned() } else { format!("link{}", idx + 1) };
            format!(r##""link{idx}": {{"type": "object", "$ref": "#/$defs/{next}"}}"##)
        })
        .collect();
    let end = r##""end": {"properties": {"a": {"$ref": "#/$defs/link0"}, "n": {"type": "integer"}}}"##;
    let schema = format!(r##"{{"$ref": "#/$defs/link0", "$defs": {{{}, {end}}}}}"##, links.join(", "));

    let open = "{\"a\": ".repeat(MAX_DEPTH - 1);
    let close = "}".repeat(MAX_DEPTH - 1);
    let [valid, coerced, invalid] = ["{}", "{\"n\": \"1\"}", "[]"].map(|leaf| format!("{open}{leaf}{close}"));
    vec![Case::ours("a chain of references at every level", &schema, &[&valid, &coerced, &invalid])]
}

#[test]
fn a_longer_chain_is_refused() {
    let links: String = (0..=LONGEST_CHAIN)
        .map(|idx| format!(r##""link{idx}": {{"minItems": 1, "$ref": "#/$defs/link{}"}}, "##, idx + 1))
        .collect();
    let schema = format!(r##"{{"$defs": {{{links}"link{}": true}}}}"##, LONGEST_CHAIN + 1);
    let schema = serde_json::from_str(&schema).expect("the schema is JSON");
    let faults = packwright_schema::Schema::parse(&schema).expect_err("the chain is too long");
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].pointer, "/$defs/link0/$ref");
}

#[test]
fn references_alone_may_be_any_number() {
    let links: String =
        (0..10_000).map(|idx| format!(r##""link{idx}": {{"$ref": "#/$defs/link{}"}}, "##, idx + 1)).collect();
    let schema = format!(r##"{{"$ref": "#/$defs/link0", "$defs": {{{links}"link10000": {{"type": "null"}}}}}}"##);
    let case = Case::ours("ten thousand references", &schema, &[]);
    assert_eq!(packwright_schema::Plan::of(&case.schema).nodes.len(), 1);
}
