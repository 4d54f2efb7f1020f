//! Whatever a schema document is, parsing it ends with a schema or with faults; and what is accepted is valid by the
//! metaschema, in the opinion of the `jsonschema` crate.

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Schema, example, plan};

/// Documents that have every keyword between them.
const SEEDS: &[&str] = &[
    r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "x:a", "$anchor": "b", "$comment": "c",
        "$defs": {"d": {"$id": "e", "$dynamicAnchor": "f"}}, "$ref": "#/$defs/d", "$dynamicRef": "x:a#g",
        "properties": {"h": {"$dynamicAnchor": "g", "$vocabulary": {"x:i": true}}}}"##,
    r##"{"allOf": [{"$ref": "#/not"}], "anyOf": [true, {"$dynamicRef": "#a"}], "oneOf": [false], "not": {"type": "null"},
        "if": {"const": 1}, "then": {"minimum": 1}, "else": {"maximum": 1}, "dependentSchemas": {"b": {"$anchor": "a"}}}"##,
    r##"{"prefixItems": [true, {"$ref": "#"}], "items": {"enum": [1, "a", null]}, "contains": {"multipleOf": 0.5},
        "minContains": 1, "maxContains": 2, "minItems": 1, "maxItems": 9, "uniqueItems": true, "unevaluatedItems": false}"##,
    r##"{"type": ["object", "string"], "required": ["a"], "dependentRequired": {"a": ["b"]}, "minProperties": 1,
        "maxProperties": 3, "propertyNames": {"minLength": 1, "maxLength": 5, "pattern": "a"},
        "properties": {"a": {"exclusiveMinimum": 1, "exclusiveMaximum": 2}}, "patternProperties": {"b": {"format": "date"}},
        "additionalProperties": {"format": "int8"}, "unevaluatedProperties": {"$ref": "#/properties/a"}}"##,
    r##"{"title": "a", "description": "b", "default": 1, "examples": [1], "deprecated": true, "readOnly": true,
        "writeOnly": true, "contentEncoding": "base64", "contentMediaType": "text/plain", "contentSchema": true}"##,
];

/// What is put in place of a part of a document, besides parts of others.
const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.5",
    "1e400",
    "\"\"",
    "\"#\"",
    "\"#a\"",
    "\"a\"",
    "\"x:a\"",
    "\"null\"",
    "[]",
    "{}",
    "[true]",
    "[\"a\"]",
    "[[]]",
    "{\"a\": 1}",
    "{\"a\": true}",
    "{\"$ref\": \"#\"}",
    "{\"$id\": \"x:a\"}",
];

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
}

fn parse(text: &str) -> Value<'static> {
    Value::parse(text.as_bytes()).expect("it is JSON").into_owned()
}

/// Every value in a value, itself first.
fn parts(value: &Value<'static>) -> Vec<Value<'static>> {
    let inner: Vec<_> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(members) => members.iter().map(|(_, value)| value).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    [value.clone()].into_iter().chain(inner.into_iter().flat_map(parts)).collect()
}

/// Puts `new` in place of part `at` of `value`, counted as [`parts`] does.
fn replace(value: &mut Value<'static>, at: &mut usize, new: &Value<'static>) {
    if *at == 0 {
        *value = new.clone();
    }
    // Wraps where it is done, and is never zero again.
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, at, new)),
        Value::Object(members) => members.iter_mut().for_each(|(_, value)| replace(value, at, new)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Numbers beyond `f64` cannot be handed over.
fn is_valid_by_the_metaschema(document: &Value<'_>) -> Option<bool> {
    let document = serde_json::from_slice(&document.to_json()).ok()?;
    Some(jsonschema::draft202012::meta::validator().is_valid(&document))
}

#[test]
fn seeds_have_every_keyword() {
    let all = SEEDS.concat();
    for keyword in packwright_schema::Keyword::ALL {
        assert!(all.contains(&format!("\"{}\":", keyword.name())), "{}", keyword.name());
    }
}

#[test]
fn a_changed_document_is_read_or_refused_and_what_is_read_is_valid() {
    let seeds: Vec<_> = SEEDS.iter().map(|seed| parse(seed)).collect();
    let mut donors: Vec<_> = seeds.iter().flat_map(parts).collect();
    donors.extend(VALUES.iter().map(|value| parse(value)));
    let documents = Documents::new();
    let mut dice = Dice(2020);
    let mut accepted = 0;
    for _ in 0..4000 {
        let mut document = seeds[dice.below(seeds.len())].clone();
        for _ in 0..=dice.below(3) {
            let mut at = dice.below(parts(&document).len());
            replace(&mut document, &mut at, &donors[dice.below(donors.len())]);
        }
        for options in [Options::PACK, Options::DRAFT] {
            let Ok(schema) = Schema::parse_with(&document, &documents, options) else { continue };
            accepted += 1;
            drop((plan(&schema), example(&schema)));
            let text = String::from_utf8(document.to_json()).expect("JSON is UTF-8");
            assert_ne!(is_valid_by_the_metaschema(&document), Some(false), "{text}");
        }
    }
    assert!(accepted > 1000, "{accepted}");
}
