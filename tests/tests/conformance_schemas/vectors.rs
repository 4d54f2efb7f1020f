//! The vectors of the repository: `tests/vectors/*.jsonl`.

use packwright_runtime_min::{json::Value, validate::equal};
use packwright_schema::{Documents, Options, Schema};

use super::{
    all_outcomes,
    cases::{Case, Instance, member, string, text},
};

const COERCION: &str = include_str!("../../vectors/coercion.jsonl");
const TRICKY: &str = include_str!("../../vectors/tricky.jsonl");

fn lines(file: &'static str) -> Vec<Value<'static>> {
    file.lines().map(|line| Value::parse(line.as_bytes()).expect("a vector is JSON")).collect()
}

fn case(name: String, vector: &Value<'_>, options: Options) -> Case {
    let document = member(vector, "schema");
    let schema = Schema::parse_with(document, &Documents::new(), options);
    let schema = schema.unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    Case::new(name, document, &schema, options)
}

fn coercion_name(vector: &Value<'_>) -> String {
    format!("coercion: {}", string(vector, "name"))
}

fn coercion(vector: &Value<'_>) -> Case {
    case(coercion_name(vector), vector, Options::PACK).with([Instance::new(text(member(vector, "raw")))])
}

/// No vector says that `format` asserts.
fn tricky(vector: &Value<'_>) -> Case {
    let valid = *member(vector, "valid") == Value::Bool(true);
    let instance = Instance::with_verdict(string(vector, "instance_text"), valid);
    case(format!("tricky: {}", string(vector, "id")), vector, Options::DRAFT).with([instance])
}

pub(crate) fn cases() -> Vec<Case> {
    lines(COERCION).iter().map(coercion).chain(lines(TRICKY).iter().map(tricky)).collect()
}

#[test]
fn texts_are_coerced_as_the_vectors_say() {
    let vectors = lines(COERCION);
    let mut outcomes = all_outcomes().filter(|(case, _, _)| case.name.starts_with("coercion: "));
    for vector in &vectors {
        let name = coercion_name(vector);
        let (case, _, outcome) = outcomes.next().expect("every vector is a case");
        assert_eq!(case.name, name);
        let valid = *member(vector, "valid") == Value::Bool(true);
        assert_eq!(outcome.report.is_valid(), valid, "{name}: {:?}", outcome.report.violations);
        if valid {
            let after = Value::parse(outcome.coerced.as_bytes()).expect("what we write is JSON");
            assert!(equal(&after, member(vector, "coerced")), "{name}: {after:?}");
        }
    }
    assert!(outcomes.next().is_none(), "every case is a vector");
}

#[test]
fn vectors_are_those_beside_the_repository() {
    let folder = packwright_tests::repository().join("../shared/vectors");
    for (name, ours) in [("coercion.jsonl", COERCION), ("tricky.jsonl", TRICKY)] {
        if let Ok(theirs) = std::fs::read_to_string(folder.join(name)) {
            assert!(ours == theirs, "tests/vectors/{name} is not {}: copy it", folder.join(name).display());
        }
    }
}
