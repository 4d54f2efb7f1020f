//! Random schemas and random instances for them, the same ones in every run.
//!
//! `PACKWRIGHT_THOROUGH` makes it so many times more of them; `PACKWRIGHT_SEED` makes them others.

pub(crate) mod dice;
mod schema;

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, FaultKind, Options, Schema};

use super::{
    all_outcomes,
    cases::{Case, Instance},
    mutate, thoroughness,
};
use dice::Dice;

const SCHEMAS: usize = 80;
/// So many instances are made of few words, and so many are mutations of what the schema seems to want.
const INSTANCES: usize = 60;
const MUTATIONS: usize = 40;

/// Names of members; few, so that schemas and instances meet.
const NAMES: &[&str] = &["a", "b", "c", "d e", "city"];

/// Values of schemas and instances.
const SCALARS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "1.0",
    "2",
    "2.5",
    "10",
    "1e1",
    "\"\"",
    "\"a\"",
    "\"1\"",
    "\"-1\"",
    "\"2.5\"",
    "\"true\"",
    "\"1.0\"",
    "\"\u{1f600}\u{1f600}\"",
    "18446744073709551617",
    "\"18446744073709551617\"",
    "\"1e1\"",
    "[]",
    "{}",
    "[1]",
    "[1, 1.0]",
    "{\"a\": \"1\"}",
    "{\"a\": 1, \"b\": true}",
];

pub(crate) fn cases() -> Vec<Case> {
    let seed = std::env::var("PACKWRIGHT_SEED").map_or(0, |text| text.parse().expect("PACKWRIGHT_SEED is a number"));
    (seed..).filter_map(case).take(SCHEMAS * thoroughness()).collect()
}

/// The case of a seed; none if its schema is refused.
fn case(seed: usize) -> Option<Case> {
    let mut dice = Dice::new(seed);
    let text = schema::document(&mut dice);
    let document = Value::parse(text.as_bytes()).unwrap_or_else(|error| panic!("seed {seed}: {error}: {text}"));
    let schema = match Schema::parse_with(&document, &Documents::new(), Options::PACK) {
        Ok(schema) => schema,
        Err(faults) => {
            let endless = |kind: &FaultKind| matches!(kind, FaultKind::RefCycle { .. } | FaultKind::RefChain { .. });
            assert!(faults.iter().all(|fault| endless(&fault.kind)), "seed {seed}: {faults:?}: {text}");
            return None;
        }
    };
    let mut instances: Vec<Instance> = (0..INSTANCES).map(|_| Instance::new(instance(&mut dice, 3))).collect();
    let example = packwright_schema::example(&schema);
    instances.push(Instance::new(example.to_json()));
    instances.extend((0..MUTATIONS).map(|_| Instance::new(mutate::mutated(&example, &mut dice))));
    Some(Case::new(format!("random schema {seed}: {text}"), &document, &schema, Options::PACK).with(instances))
}

fn instance(dice: &mut Dice, depth: usize) -> String {
    match dice.below(5) {
        0 if depth > 0 => {
            let items: Vec<_> = (0..dice.below(4)).map(|_| instance(dice, depth - 1)).collect();
            format!("[{}]", items.join(", "))
        }
        1 | 2 if depth > 0 => {
            let names = dice.some_of(NAMES, 5);
            let members: Vec<_> =
                names.iter().map(|name| format!("\"{name}\": {}", instance(dice, depth - 1))).collect();
            format!("{{{}}}", members.join(", "))
        }
        _ => dice.one_of(SCALARS).to_owned(),
    }
}

#[test]
fn random_instances_are_of_every_sort() {
    let (mut all, mut valid, mut coerced, mut made_valid) = (0, 0, 0, 0);
    for (_, _, outcome) in all_outcomes().filter(|(case, ..)| case.name.starts_with("random schema")) {
        all += 1;
        valid += usize::from(outcome.strict.is_valid());
        coerced += usize::from(!outcome.report.coercions.is_empty());
        made_valid += usize::from(!outcome.strict.is_valid() && outcome.report.is_valid());
    }
    eprintln!("{all} random instances: {valid} valid, {coerced} coerced, {made_valid} valid only then");
    assert!(valid * 5 > all && valid * 5 < 4 * all && coerced * 50 > all && made_valid * 200 > all);
}
