//! The arguments that expressions read: one schema, and random instances of it.

use serde_json::{Value, json};

use super::random::Random;

/// What the arguments are.
pub(crate) fn schema() -> Value {
    let item = json!({
        "type": "object", "required": ["name", "price", "weight"], "additionalProperties": false,
        "properties": {
            "name": {"type": "string"}, "price": {"type": "integer"}, "weight": {"type": "number"}, "gift": {"type": "boolean"}
        }
    });
    json!({
        "type": "object", "additionalProperties": false,
        "required": ["n", "m", "d", "e", "yes", "no", "t", "u", "nothing", "numbers", "words", "items", "first", "when", "span"],
        "properties": {
            "n": {"type": "integer"}, "m": {"type": "integer"}, "d": {"type": "number"}, "e": {"type": "number"},
            "yes": {"type": "boolean"}, "no": {"type": "boolean"}, "t": {"type": "string"}, "u": {"type": "string"},
            "nothing": {"type": ["string", "null"]}, "maybe": {"type": "integer"},
            "numbers": {"type": "array", "items": {"type": "integer"}},
            "words": {"type": "array", "items": {"type": "string"}},
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "first": {"$ref": "#/$defs/Item"},
            "when": {"type": "string"}, "span": {"type": "string"}
        },
        "$defs": {"Item": item}
    })
}

const INTS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "10",
    "-7",
    "9223372036854775807",
    "-9223372036854775808",
    "4.0",
    "2e1",
    "9007199254740993",
];
/// None of them is one of [`INTS`] rounded: the interpreter compares an integer rounded, where CEL compares by value.
const DOUBLES: &[&str] =
    &["0", "1", "-1.5", "0.1", "3", "2.50", "1e300", "-1e-300", "9007199254740995", "1e16", "-0.0"];
const TEXTS: &[&str] =
    &[r#""""#, r#""a""#, r#""Zürich""#, r#""a\u0062\n""#, r#""12""#, r#"" x y ""#, r#""x y""#, r#""aé\uD83D\uDE00b""#];

/// A random instance, as it may be written.
pub(crate) fn random(random: &mut Random) -> String {
    let list = |random: &mut Random, of: &mut dyn FnMut(&mut Random) -> String| {
        let items: Vec<String> = (0..random.below(4)).map(|_| of(random)).collect();
        format!("[{}]", items.join(", "))
    };
    let bool = |random: &mut Random| random.pick(&["true", "false"]).to_owned();
    let item = |random: &mut Random| {
        let gift = match random.below(2) {
            0 => String::new(),
            _ => format!(", \"gift\": {}", random.pick(&["true", "false"])),
        };
        let (name, price, weight) = (random.pick(TEXTS), random.pick(INTS), random.pick(DOUBLES));
        format!("{{\"name\": {name}, \"price\": {price}, \"weight\" : {weight}{gift}}}")
    };
    let maybe = if random.below(2) == 0 { String::new() } else { format!("\"maybe\": {}, ", random.pick(INTS)) };
    let (n, m, d, e) = (random.pick(INTS), random.pick(INTS), random.pick(DOUBLES), random.pick(DOUBLES));
    let (yes, no, t, u) = (bool(random), bool(random), random.pick(TEXTS), random.pick(TEXTS));
    let nothing = random.pick(&["null", "\"some\"", "\"a\""]);
    let numbers = list(random, &mut |random| random.pick(INTS).to_owned());
    let words = list(random, &mut |random| random.pick(TEXTS).to_owned());
    let items = list(random, &mut |random| item(random));
    let first = item(random);
    let when = random.pick(&["2026-11-30T11:07:43Z", "1969-12-31T23:59:59.123456789Z", "2024-02-29T05:00:00Z", "noon"]);
    let span = random.pick(&["1h30m", "-1.5s", "0", "3600s", "250ms", "1us1ns", "soon"]);
    format!(
        "{{{maybe}\"n\": {n}, \"m\": {m}, \"d\": {d}, \"e\": {e}, \"yes\": {yes}, \"no\": {no}, \"t\": {t}, \"u\": {u}, \
         \"nothing\": {nothing}, \"numbers\": {numbers}, \"words\": {words}, \"items\": {items}, \"first\": {first}, \
         \"when\": \"{when}\", \"span\": \"{span}\"}}"
    )
}
