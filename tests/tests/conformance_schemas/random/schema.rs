//! Random schemas over all keywords: few names and few values, so that what the keywords say collides.

use super::{NAMES, SCALARS, dice::Dice};

/// What `$ref` may lead to: definitions of one resource, by pointer and by anchor, and a resource of its own.
const REFERENCES: &[&str] = &[
    "https://example.com/root",
    "https://example.com/root#/$defs/first",
    "https://example.com/root#/$defs/second",
    "https://example.com/root#named",
    "https://example.com/other",
    "https://example.com/other#/$defs/inner",
];

const TYPES: &[&str] = &[
    "\"integer\"",
    "\"null\"",
    "\"boolean\"",
    "\"integer\"",
    "\"number\"",
    "\"string\"",
    "\"array\"",
    "\"object\"",
    "\"boolean\"",
];

const PATTERNS: &[&str] = &["^a", "b$", "^[a-c]$", "^\\\\d+$", "1", "^(a|city)$", "^.$", "", "e d|t"];

const NUMBERS: &[&str] = &["-1", "0", "1", "1.5", "2", "10.0", "1e1", "5"];
const SIZES: &[&str] = &["0", "1", "2", "2.0", "3"];
const DIVISORS: &[&str] = &["1", "2", "0.5", "2.50", "3", "1e1"];

/// A document: definitions that refer to one another, and a root.
pub(super) fn document(dice: &mut Dice) -> String {
    let anchor = dice.one_of(&["$dynamicAnchor", "$dynamicAnchor", "$anchor"]);
    let [first, second, third, inner] = [1, 2, 1, 1].map(|depth| schema(dice, depth));
    let [other, root] = [1, 2].map(|depth| keywords(dice, depth).join(", "));
    let third = third.replacen('{', "{\"$anchor\": \"named\", ", 1).replace("\"named\", }", "\"named\"}");
    let joined = |keywords: String| if keywords.is_empty() { String::new() } else { format!(", {keywords}") };
    let other = joined(other);
    let root = joined(root);
    format!(
        "{{\"$id\": \"https://example.com/root\", \"{anchor}\": \"node\", \"$defs\": {{\"first\": {first}, \"second\": {second}, \"third\": {third}, \
         \"other\": {{\"$id\": \"https://example.com/other\", \"$dynamicAnchor\": \"node\", \"$defs\": {{\"inner\": {inner}}}{other}}}}}{root}}}"
    )
}

fn schema(dice: &mut Dice, depth: usize) -> String {
    format!("{{{}}}", keywords(dice, depth).join(", "))
}

fn subschema(dice: &mut Dice, depth: usize) -> String {
    match dice.below(12) {
        0 => "false".to_owned(),
        1 => "true".to_owned(),
        2 => format!("{{\"type\": {}}}", dice.one_of(TYPES)),
        _ => schema(dice, depth.saturating_sub(1)),
    }
}

fn subschemas(dice: &mut Dice, depth: usize) -> String {
    let schemas: Vec<String> = (0..=dice.below(3)).map(|_| subschema(dice, depth)).collect();
    format!("[{}]", schemas.join(", "))
}

fn named(dice: &mut Dice, names: &[&str], depth: usize) -> String {
    let names = dice.some_of(names, 4);
    let members: Vec<String> = names.iter().map(|name| format!("\"{name}\": {}", subschema(dice, depth))).collect();
    format!("{{{}}}", members.join(", "))
}

fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}

fn keywords(dice: &mut Dice, depth: usize) -> Vec<String> {
    let mut keywords = Keywords(Vec::new());
    scalars(dice, &mut keywords);
    if depth > 0 {
        arrays(dice, depth, &mut keywords);
        objects(dice, depth, &mut keywords);
        logic(dice, depth, &mut keywords);
    }
    if dice.one_in(6) {
        keywords.add("$ref", format!("\"{}\"", dice.one_of(REFERENCES)));
    }
    if dice.one_in(24) {
        keywords.add("$dynamicRef", "\"#node\"".to_owned());
    }
    keywords.0
}

struct Keywords(Vec<String>);

impl Keywords {
    fn add(&mut self, name: &str, value: String) {
        self.0.push(format!("\"{name}\": {value}"));
    }
}

fn scalars(dice: &mut Dice, keywords: &mut Keywords) {
    match dice.below(6) {
        0 => keywords.add("type", dice.one_of(TYPES).to_owned()),
        1 => {
            let types = dice.some_of(TYPES, 3).join(", ");
            keywords.add("type", format!("[{types}]"));
        }
        _ => {}
    }
    for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if dice.one_in(16) {
            keywords.add(name, dice.one_of(NUMBERS).to_owned());
        }
    }
    if dice.one_in(16) {
        keywords.add("multipleOf", dice.one_of(DIVISORS).to_owned());
    }
    for name in ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] {
        if dice.one_in(16) {
            keywords.add(name, dice.one_of(SIZES).to_owned());
        }
    }
    if dice.one_in(12) {
        keywords.add("pattern", format!("\"{}\"", dice.one_of(PATTERNS)));
    }
    if dice.one_in(10) {
        let members: Vec<_> = (0..=dice.below(3)).map(|_| dice.one_of(SCALARS)).collect();
        keywords.add("enum", format!("[{}]", members.join(", ")));
    }
    if dice.one_in(16) {
        keywords.add("const", dice.one_of(SCALARS).to_owned());
    }
}

fn arrays(dice: &mut Dice, depth: usize, keywords: &mut Keywords) {
    if dice.one_in(4) {
        keywords.add("items", subschema(dice, depth));
    }
    if dice.one_in(6) {
        keywords.add("prefixItems", subschemas(dice, depth));
    }
    if dice.one_in(6) {
        keywords.add("contains", subschema(dice, depth));
        for name in ["minContains", "maxContains"] {
            if dice.one_in(3) {
                keywords.add(name, dice.one_of(SIZES).to_owned());
            }
        }
    }
    if dice.one_in(8) {
        keywords.add("uniqueItems", dice.one_of(&["true", "true", "false"]).to_owned());
    }
    if dice.one_in(10) {
        keywords.add("unevaluatedItems", subschema(dice, depth));
    }
}

fn objects(dice: &mut Dice, depth: usize, keywords: &mut Keywords) {
    if dice.one_in(2) {
        keywords.add("properties", named(dice, NAMES, depth));
    }
    if dice.one_in(8) {
        keywords.add("patternProperties", named(dice, PATTERNS, depth));
    }
    if dice.one_in(5) {
        keywords.add("additionalProperties", subschema(dice, depth));
    }
    if dice.one_in(10) {
        keywords.add("unevaluatedProperties", subschema(dice, depth));
    }
    if dice.one_in(12) {
        keywords.add("propertyNames", subschema(dice, depth));
    }
    if dice.one_in(6) {
        keywords.add("required", quoted(&dice.some_of(NAMES, 2)));
    }
    if dice.one_in(12) {
        let (name, others) = (dice.one_of(NAMES), quoted(&dice.some_of(NAMES, 2)));
        keywords.add("dependentRequired", format!("{{\"{name}\": {others}}}"));
    }
    if dice.one_in(12) {
        keywords.add("dependentSchemas", named(dice, NAMES, depth));
    }
}

fn logic(dice: &mut Dice, depth: usize, keywords: &mut Keywords) {
    for (name, chance) in [("allOf", 8), ("anyOf", 6), ("oneOf", 6)] {
        if dice.one_in(chance) {
            keywords.add(name, subschemas(dice, depth));
        }
    }
    if dice.one_in(10) {
        keywords.add("not", subschema(dice, depth));
    }
    if dice.one_in(8) {
        keywords.add("if", subschema(dice, depth));
        for name in ["then", "else"] {
            if !dice.one_in(3) {
                keywords.add(name, subschema(dice, depth));
            }
        }
    }
}
