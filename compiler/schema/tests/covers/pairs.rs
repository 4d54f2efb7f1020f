//! Pairs of schemas that are near one another: a schema and what an edit makes of it, both ways, and random ones.

use std::{fs, path::Path};

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Schema, plan};

use crate::{
    random::{self, dice::Dice},
    thoroughness,
};

/// So many edits of each corpus schema and each random one.
const EDITS: usize = 2;
const RANDOM: usize = 80;

/// A schema with its document.
pub(crate) struct Side {
    pub(crate) document: Value<'static>,
    pub(crate) schema: Schema,
}

/// Two schemas of which one may cover the other.
pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) producer: Side,
    pub(crate) consumer: Side,
    /// Documents to make instances of.
    pub(crate) instances: Vec<Value<'static>>,
}

fn parse(document: &Value<'_>) -> Option<Schema> {
    Schema::parse_with(document, &Documents::new(), Options::DRAFT).ok()
}

fn side(document: &Value<'static>) -> Option<Side> {
    Some(Side { schema: parse(document)?, document: document.clone() })
}

/// Pairs of the corpora, where this clone has them beside the repository.
pub(crate) fn of_corpora() -> Vec<Pair> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/json-schema/bench");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("there are no corpora at ../shared/json-schema/bench: skipped");
        return Vec::new();
    };
    let mut corpora: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    corpora.sort();
    let mut pairs = Vec::new();
    for corpus in corpora {
        let name = corpus.file_name().unwrap_or_default().display().to_string();
        let schema = fs::read(corpus.join("schema.json")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let document = Value::parse(&schema).unwrap_or_else(|error| panic!("{name}: {error}")).into_owned();
        let lines = fs::read_to_string(corpus.join("instances.jsonl")).unwrap_or_default();
        let instances = lines
            .lines()
            .filter(|line| line.len() < 4000)
            .take(20)
            .map(|line| Value::parse(line.as_bytes()).expect("a document is JSON").into_owned());
        let instances = instances.collect();
        let mut dice = Dice::new(name.len());
        edited(&format!("corpus {name}"), &document, &instances, EDITS * thoroughness(), &mut dice, &mut pairs);
    }
    pairs
}

/// Pairs of random schemas: with what an edit makes of them, and with one another.
pub(crate) fn of_random_schemas() -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut before: Option<Value<'static>> = None;
    let seed = std::env::var("PACKWRIGHT_SEED").map_or(0, |text| text.parse().expect("PACKWRIGHT_SEED is a number"));
    for seed in (seed..).take(RANDOM * thoroughness()) {
        let mut dice = Dice::new(seed);
        let text = random::document(&mut dice);
        let document = Value::parse(text.as_bytes()).expect("it is JSON").into_owned();
        if parse(&document).is_none() {
            continue;
        }
        edited(&format!("random {seed}"), &document, &Vec::new(), 2, &mut dice, &mut pairs);
        if let Some(before) = before.replace(document.clone()) {
            pairs.extend(pair(format!("random {seed} and the one before"), &document, &before, &[]));
        }
    }
    pairs
}

fn pair(
    name: String,
    producer: &Value<'static>,
    consumer: &Value<'static>,
    instances: &[Value<'static>],
) -> Option<Pair> {
    let (producer, consumer) = (side(producer)?, side(consumer)?);
    // What says the same needs no proof, so it would only make the share of what is decided look better.
    let is_same = format!("{:?}", plan(&producer.schema)) == format!("{:?}", plan(&consumer.schema));
    (!is_same).then(|| Pair { name, producer, consumer, instances: instances.to_vec() })
}

fn edited(
    name: &str,
    document: &Value<'static>,
    instances: &Vec<Value<'static>>,
    edits: usize,
    dice: &mut Dice,
    pairs: &mut Vec<Pair>,
) {
    for edit in 0..edits {
        let mut other = document.clone();
        for _ in 0..=dice.below(2) {
            let places = places(&other);
            let place = places[dice.below(places.len())].clone();
            change(at(&mut other, &place), dice);
        }
        let there = pair(format!("{name}, edit {edit}"), document, &other, instances);
        let back = pair(format!("{name}, edit {edit} undone"), &other, document, instances);
        pairs.extend(there.into_iter().chain(back));
    }
}

/// Where the schemas of a document are, by indices of members and items.
fn places(document: &Value<'_>) -> Vec<Vec<usize>> {
    let mut places = Vec::new();
    let mut todo = vec![(Vec::new(), document, true)];
    while let Some((place, value, is_schema)) = todo.pop() {
        match value {
            Value::Object(members) => {
                if is_schema {
                    places.push(place.clone());
                }
                for (idx, (name, value)) in members.iter().enumerate() {
                    let is_map = is_schema && MAPS.contains(&name.as_ref());
                    if is_map || !is_schema || APPLIED.contains(&name.as_ref()) {
                        let inner = [place.as_slice(), &[idx]].concat();
                        todo.push((inner, value, !is_map));
                    }
                }
            }
            Value::Array(items) => {
                for (idx, value) in items.iter().enumerate() {
                    todo.push(([place.as_slice(), &[idx]].concat(), value, true));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    places
}

const MAPS: &[&str] = &["properties", "patternProperties", "dependentSchemas", "$defs"];
const APPLIED: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "items",
    "prefixItems",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

fn at<'v>(
    document: &'v mut Value<'static>,
    place: &[usize],
) -> &'v mut Vec<(std::borrow::Cow<'static, str>, Value<'static>)> {
    let mut value = document;
    for idx in place {
        value = match value {
            Value::Array(items) => &mut items[*idx],
            Value::Object(members) => &mut members[*idx].1,
            _ => unreachable!("places lead through arrays and objects"),
        };
    }
    match value {
        Value::Object(members) => members,
        _ => unreachable!("schemas are objects"),
    }
}

/// Keywords that an edit adds.
const ADDED: &[(&str, &str)] = &[
    ("type", "\"string\""),
    ("type", "\"object\""),
    ("type", "[\"string\", \"null\"]"),
    ("minimum", "1"),
    ("maximum", "100"),
    ("multipleOf", "2"),
    ("minLength", "1"),
    ("maxLength", "20"),
    ("pattern", "\"^[a-z]\""),
    ("pattern", "\"^[a-z0-9_-]+$\""),
    ("enum", "[\"a\", 1, null]"),
    ("const", "\"a\""),
    ("minItems", "1"),
    ("maxItems", "3"),
    ("uniqueItems", "true"),
    ("required", "[\"a\"]"),
    ("required", "[\"name\"]"),
    ("additionalProperties", "false"),
    ("additionalProperties", "{\"type\": \"string\"}"),
    ("minProperties", "1"),
    ("maxProperties", "3"),
    ("propertyNames", "{\"pattern\": \"^[a-zA-Z]\"}"),
    ("items", "{\"type\": \"string\"}"),
    ("contains", "{\"type\": \"string\"}"),
    ("not", "{\"const\": \"a\"}"),
    ("unevaluatedProperties", "false"),
];

/// Drops, changes or adds a keyword.
fn change(members: &mut Vec<(std::borrow::Cow<'static, str>, Value<'static>)>, dice: &mut Dice) {
    let kept = ["$defs", "$id", "$schema", "$anchor", "$dynamicAnchor"];
    let idx = dice.below(members.len().max(1));
    let known = members.get(idx).filter(|(name, _)| !kept.contains(&name.as_ref()));
    match (dice.below(4), known) {
        (0, Some(_)) => drop(members.remove(idx)),
        (1, Some(_)) => {
            let (name, value) = &mut members[idx];
            match value {
                Value::Number(text) => {
                    let number: f64 = text.parse().expect("it is a number");
                    let number = if dice.one_in(2) { number + 1.0 } else { (number - 1.0).max(0.0) };
                    *value = Value::Number(number.to_string().into());
                }
                Value::Array(items) if items.len() > 1 && !MAPS.contains(&name.as_ref()) => {
                    let idx = dice.below(items.len());
                    items.remove(idx);
                }
                Value::Object(inner) if !inner.is_empty() && MAPS.contains(&name.as_ref()) => {
                    let idx = dice.below(inner.len());
                    inner.remove(idx);
                }
                Value::Bool(truth) => *truth = !*truth,
                _ => {}
            }
        }
        _ => {
            let (name, value) = ADDED[dice.below(ADDED.len())];
            let value = Value::parse(value.as_bytes()).expect("it is JSON");
            members.retain(|(known, _)| known != name);
            members.push((name.into(), value));
        }
    }
}
