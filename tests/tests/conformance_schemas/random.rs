//! Random schemas of the subset and random instances for them, the same ones in every run.

use packwright_runtime_min::json::Value;

use super::cases::Case;

const SCHEMAS: usize = 60;
const INSTANCES: usize = 120;

/// A small generator (SplitMix64): deterministic, and no dependency for a handful of dice.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("it is below a usize")
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

pub(crate) fn cases() -> Vec<Case> {
    (0..SCHEMAS)
        .map(|seed| {
            let mut dice = Dice(seed as u64);
            let definitions: Vec<String> =
                ["a", "b"].map(|name| format!("\"{name}\": {}", schema(&mut dice, 2))).into();
            let root = schema(&mut dice, 3);
            // The definitions go into whatever object the root is.
            let root = if root.len() > 2 { root } else { "{\"minProperties\": 0}".to_owned() };
            let schema = format!("{{\"$defs\": {{{}}}, {}", definitions.join(", "), &root[1..]);
            let instances: Vec<String> = (0..INSTANCES).map(|_| instance(&mut dice, 3)).collect();
            let instances: Vec<&str> = instances.iter().map(String::as_str).collect();
            Case::ours(&format!("random schema {seed}"), &schema, &instances)
        })
        .collect()
}

const NAMES: &[&str] = &["a", "b", "c", "d e", "city"];
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
];
const TYPES: &[&str] =
    &["\"null\"", "\"boolean\"", "\"integer\"", "\"number\"", "\"string\"", "\"array\"", "\"object\""];

fn schema(dice: &mut Dice, depth: usize) -> String {
    let mut keywords = Vec::new();
    let mut add = |name: &str, value: String| keywords.push(format!("\"{name}\": {value}"));
    match dice.below(4) {
        0 => add("type", dice.one_of(TYPES).to_owned()),
        1 => {
            let first = dice.below(TYPES.len());
            let second = (first + 1 + dice.below(TYPES.len() - 1)) % TYPES.len();
            add("type", format!("[{}, {}]", TYPES[first], TYPES[second]));
        }
        _ => {}
    }
    let number = |dice: &mut Dice| dice.one_of(&["-1", "0", "1", "1.5", "2", "10.0", "1e1"]).to_owned();
    let size = |dice: &mut Dice| dice.one_of(&["0", "1", "2", "2.0", "3"]).to_owned();
    for (name, chance) in [("minimum", 8), ("maximum", 8), ("exclusiveMinimum", 12), ("exclusiveMaximum", 12)] {
        if dice.below(chance) == 0 {
            add(name, number(dice));
        }
    }
    for name in ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] {
        if dice.below(10) == 0 {
            add(name, size(dice));
        }
    }
    if dice.below(8) == 0 {
        let members: Vec<_> = (0..=dice.below(3)).map(|_| dice.one_of(SCALARS)).collect();
        add("enum", format!("[{}]", members.join(", ")));
    }
    if dice.below(16) == 0 {
        add("const", dice.one_of(SCALARS).to_owned());
    }
    if dice.below(6) == 0 {
        add("required", dice.one_of(&["[]", "[\"a\"]", "[\"b\", \"city\"]"]).to_owned());
    }
    if dice.below(8) == 0 {
        // Only forwards, so that no cycle is made: `b` refers to nothing.
        let target = if depth == 3 { dice.one_of(&["a", "b"]) } else { "b" };
        if depth > 2 || dice.below(2) == 0 && depth == 0 {
            add("$ref", format!("\"#/$defs/{target}\""));
        }
    }
    if depth > 0 {
        if dice.below(2) == 0 {
            let first = dice.below(NAMES.len());
            let members: Vec<_> = (0..=dice.below(3))
                .map(|idx| format!("\"{}\": {}", NAMES[(first + idx) % NAMES.len()], subschema(dice, depth)))
                .collect();
            add("properties", format!("{{{}}}", members.join(", ")));
        }
        if dice.below(4) == 0 {
            add("additionalProperties", subschema(dice, depth));
        }
        if dice.below(3) == 0 {
            add("items", subschema(dice, depth));
        }
    }
    format!("{{{}}}", keywords.join(", "))
}

fn subschema(dice: &mut Dice, depth: usize) -> String {
    match dice.below(8) {
        0 => "false".to_owned(),
        1 => "true".to_owned(),
        _ => schema(dice, depth - 1),
    }
}

fn instance(dice: &mut Dice, depth: usize) -> String {
    match dice.below(5) {
        0 if depth > 0 => {
            let items: Vec<_> = (0..dice.below(4)).map(|_| instance(dice, depth - 1)).collect();
            format!("[{}]", items.join(", "))
        }
        1 | 2 if depth > 0 => {
            let first = dice.below(NAMES.len());
            let members: Vec<_> = (0..dice.below(5))
                .map(|idx| format!("\"{}\": {}", NAMES[(first + idx) % NAMES.len()], instance(dice, depth - 1)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        _ => dice.one_of(SCALARS).to_owned(),
    }
}

#[test]
fn random_instances_are_json() {
    for case in cases() {
        for instance in case.instances {
            assert!(Value::parse(instance.text.as_bytes()).is_ok(), "{}", instance.text);
        }
    }
}
