//! The vectors of the repository: `tests/vectors/*.jsonl`.

use packwright_runtime_min::{
    json::Value,
    validate::{Report, equal},
};
use packwright_schema::Plan;

use super::{
    cases::{Case, member, text},
    outcome,
};

const COERCION: &str = include_str!("../../vectors/coercion.jsonl");
const TRICKY: &str = include_str!("../../vectors/tricky.jsonl");

fn lines(file: &str) -> Vec<Value<'_>> {
    file.lines().map(|line| Value::parse(line.as_bytes()).expect("a vector is JSON")).collect()
}

fn coercion(vector: &Value<'_>) -> Option<Case> {
    let name = format!("coercion: {}", member(vector, "name").as_str().unwrap_or_default());
    Case::within_the_subset(name, member(vector, "schema"), [(text(member(vector, "raw")), None)])
}

fn tricky(vector: &Value<'_>) -> Option<Case> {
    let name = format!("tricky: {}", member(vector, "id").as_str().unwrap_or_default());
    let instance = member(vector, "instance_text").as_str().unwrap_or_default().to_owned();
    Case::within_the_subset(
        name,
        member(vector, "schema"),
        [(instance, Some(*member(vector, "valid") == Value::Bool(true)))],
    )
}

/// Those within the subset.
pub(crate) fn cases() -> Vec<Case> {
    let coercion = lines(COERCION).iter().filter_map(coercion).collect::<Vec<_>>();
    let tricky = lines(TRICKY).iter().filter_map(tricky).collect::<Vec<_>>();
    [coercion, tricky].concat()
}

#[test]
fn texts_are_coerced_as_the_vectors_say() {
    let mut beyond = Vec::new();
    let vectors = lines(COERCION);
    for vector in &vectors {
        let Some(case) = coercion(vector) else {
            beyond.push(text(member(vector, "schema")));
            continue;
        };
        let (after, report) = outcome(&Plan::of(&case.schema), &case.instances[0].text, Report::new());
        let valid = *member(vector, "valid") == Value::Bool(true);
        assert_eq!(report.is_valid(), valid, "{}: {:?}", case.name, report.violations);
        if valid {
            let after = Value::parse(after.as_bytes()).expect("what we write is JSON");
            assert!(equal(&after, member(vector, "coerced")), "{}: {after:?}", case.name);
        }
    }
    let applicators = beyond.iter().filter(|schema| schema.contains("anyOf") || schema.contains("oneOf")).count();
    assert_eq!((beyond.len(), applicators), (3, 3), "only these are not expressible yet: {beyond:?}");
}
