//! Random schemas and random instances for them, the same ones in every run.
//!
//! The environment variable `PACKWRIGHT_RANDOM_SCHEMAS` says how many, for a longer run; `PACKWRIGHT_RANDOM_SEED` which.

pub(crate) mod dice;
mod schema;

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, FaultKind, Options, Schema};

use super::cases::{Case, Instance};
use dice::Dice;

const SCHEMAS: usize = 60;
const INSTANCES: usize = 80;

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
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("it is a number"));
    let schemas = number("PACKWRIGHT_RANDOM_SCHEMAS").unwrap_or(SCHEMAS);
    let seed: usize = number("PACKWRIGHT_RANDOM_SEED").unwrap_or(0);
    (seed..).filter_map(case).take(schemas).collect()
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
    let instances = (0..INSTANCES).map(|_| Instance::new(instance(&mut dice, 3)));
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
