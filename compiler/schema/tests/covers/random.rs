//! The random schemas of the conformance suite, for proofs.

#[path = "../../../../tests/tests/conformance_schemas/random/dice.rs"]
pub(crate) mod dice;
#[path = "../../../../tests/tests/conformance_schemas/random/schema.rs"]
mod schema;

/// Names of members; few, so that schemas meet.
const NAMES: &[&str] = &["a", "b", "c", "d e", "city"];

/// Values of schemas.
pub(crate) const SCALARS: &[&str] = &[
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
    "\"2.5\"",
    "\"true\"",
    "\"\u{1f600}\u{1f600}\"",
    "[]",
    "{}",
    "[1]",
    "[1, 1.0]",
    "{\"a\": \"1\"}",
    "{\"a\": 1, \"b\": true}",
];

/// A random document.
pub(crate) fn document(dice: &mut dice::Dice) -> String {
    schema::document(dice)
}
