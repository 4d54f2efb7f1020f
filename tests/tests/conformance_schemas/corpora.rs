//! Corpora of real schemas and documents, where this clone has them beside the repository (`../shared/json-schema/bench`), and
//! mutations of the documents: the same sample in every run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use packwright_runtime_min::json::Value;
use packwright_schema::{Documents, Options, Schema};

use super::{
    cases::{Case, Instance},
    mutate,
    random::dice::Dice,
    thoroughness,
};

/// So many valid and so many invalid documents of each corpus.
const DOCUMENTS: usize = 10;
/// So many mutations of each.
const MUTATIONS: usize = 4;
/// A longer schema takes its share of rustc's time only in a thorough run.
const LONGEST_SCHEMA: u64 = 100_000;

pub(crate) fn cases() -> Vec<Case> {
    let folder = packwright_tests::repository().join("../shared/json-schema/bench");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("there are no corpora at ../shared/json-schema/bench: skipped");
        return Vec::new();
    };
    let mut corpora: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    corpora.sort();
    let is_short = |corpus: &&PathBuf| {
        let length = fs::metadata(corpus.join("schema.json")).map_or(0, |metadata| metadata.len());
        length <= LONGEST_SCHEMA || thoroughness() > 1
    };
    corpora.iter().filter(is_short).map(|corpus| case(corpus)).collect()
}

fn case(corpus: &Path) -> Case {
    let name = format!("corpus {}", corpus.file_name().unwrap_or_default().display());
    let schema = fs::read(corpus.join("schema.json")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let document = Value::parse(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    let schema = Schema::parse_with(&document, &Documents::new(), Options::DRAFT)
        .unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let mut instances = Vec::new();
    let mut dice = Dice::new(name.len());
    for (file, verdict) in [("instances.jsonl", true), ("invalid.jsonl", false)] {
        let lines = fs::read_to_string(corpus.join(file)).unwrap_or_default();
        let lines: Vec<&str> = lines.lines().collect();
        for _ in 0..(DOCUMENTS * thoroughness()).min(lines.len()) {
            let line = lines[dice.below(lines.len())];
            instances.push(Instance::with_verdict(line, verdict));
            let value = Value::parse(line.as_bytes()).expect("a document is JSON");
            instances.extend((0..MUTATIONS).map(|_| Instance::new(mutate::mutated(&value, &mut dice))));
        }
    }
    Case::new(name, &document, &schema, Options::DRAFT).with(instances)
}
