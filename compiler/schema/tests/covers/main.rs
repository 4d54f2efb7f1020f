//! What [`covers`] says is true: witnesses are, in the opinion of the `jsonschema` crate too, and where it says yes no instance says no.
//!
//! `PACKWRIGHT_THOROUGH` makes it so many times more pairs.
#![expect(clippy::print_stderr, reason = "shares and times are for people")]

#[path = "../../../../tests/tests/conformance_schemas/mutate.rs"]
mod mutate;
mod pairs;
mod random;

use std::time::{Duration, Instant};

use jsonschema::{
    Draft, Validator,
    canonical::{self, CanonicalSchema, Containment},
};
use packwright_runtime_min::{
    json::Value,
    validate::{Plan, accepts, equal},
};
use packwright_schema::{Covers, Exists, Schema, covers, example, plan, satisfiable};

use pairs::{Pair, Side};
use random::dice::Dice;

fn thoroughness() -> usize {
    std::env::var("PACKWRIGHT_THOROUGH").map_or(1, |text| text.parse().expect("PACKWRIGHT_THOROUGH is a number"))
}

/// So many instances are made for each pair; more in a thorough run.
const INSTANCES: usize = 40;
const INSTANCES_THOROUGHLY: usize = 400;

fn oracle(document: &Value<'_>) -> Option<Validator> {
    let document = serde_json::from_slice(&document.to_json()).ok()?;
    jsonschema::options().with_draft(Draft::Draft202012).build(&document).ok()
}

/// What the oracle says of a value; none if it cannot hold a number of it.
fn verdict(validator: &Validator, value: &Value<'_>) -> Option<bool> {
    let read: serde_json::Value = serde_json::from_slice(&value.to_json()).ok()?;
    let held = serde_json::to_vec(&read).ok()?;
    equal(&Value::parse(&held).ok()?, value).then(|| validator.is_valid(&read))
}

/// Of longer documents its algebra thinks for minutes.
const SHORT: usize = 3000;

fn canonical(document: &Value<'_>) -> Option<CanonicalSchema> {
    let text = document.to_json();
    let document = serde_json::from_slice(&text).ok().filter(|_| text.len() <= SHORT)?;
    canonical::options().with_draft(Draft::Draft202012).offline().canonicalize(&document).ok()
}

/// Whether the crate's own algebra says that all that is produced is accepted; none if it cannot tell.
fn second_opinion(producer: &Side, consumer: &Side) -> Option<bool> {
    let covers = canonical(&consumer.document)?.covers(&canonical(&producer.document)?);
    match covers.ok()? {
        Containment::Yes => Some(true),
        Containment::No => Some(false),
        Containment::Unknown => None,
    }
}

fn is_accepted(plan: &Plan, value: &Value<'_>) -> bool {
    plan.root.is_none_or(|root| accepts(plan, root, value))
}

#[derive(Default)]
struct Tally {
    yes: usize,
    no: usize,
    unknown: usize,
    sampled: usize,
    asked: usize,
    /// How often the algebra of the `jsonschema` crate knows an answer, and how often it does where we do not.
    second: (usize, usize),
    time: Duration,
    longest: (Duration, String),
    wrong: Vec<String>,
    reasons: std::collections::BTreeMap<String, (usize, String)>,
}

impl Tally {
    fn judge(&mut self, pair: &Pair) {
        let Pair { name, producer, consumer, instances: _ } = pair;
        let start = Instant::now();
        let answer = covers(&producer.schema, &consumer.schema);
        let took = start.elapsed();
        self.time += took;
        if took > self.longest.0 {
            self.longest = (took, name.clone());
        }
        let ours = match &answer {
            Covers::Yes => Some(true),
            Covers::No(_) => Some(false),
            Covers::Unknown(_) => None,
        };
        if let Some(theirs) = second_opinion(producer, consumer) {
            self.second.0 += 1;
            self.second.1 += usize::from(ours.is_none());
            if ours.is_some_and(|ours| ours != theirs) {
                let [producer, consumer] =
                    [producer, consumer].map(|side| String::from_utf8_lossy(&side.document.to_json()).into_owned());
                self.wrong
                    .push(format!("{name}: the algebra says {theirs}, we say {answer:?}: {producer} and {consumer}"));
            }
        }
        match answer {
            Covers::Yes => {
                self.yes += 1;
                self.sample(pair);
            }
            Covers::No(witness) => {
                self.no += 1;
                assert!(!witness.violations.is_empty(), "{name}: nothing is wrong with the witness");
                for (Side { document, schema }, expect) in [(producer, true), (consumer, false)] {
                    assert_eq!(is_accepted(&plan(schema), &witness.value), expect, "{name}: {:?}", witness.value);
                    let verdict = oracle(document).and_then(|oracle| verdict(&oracle, &witness.value));
                    self.asked += usize::from(verdict.is_some());
                    if verdict.is_some_and(|verdict| verdict != expect) {
                        let (value, document) = (witness.value.to_json(), document.to_json());
                        let [value, document] =
                            [value, document].map(|json| String::from_utf8_lossy(&json).into_owned());
                        self.wrong.push(format!("{name}: the oracle does not say {expect} of {value} by {document}"));
                    }
                }
            }
            Covers::Unknown(undecided) => {
                self.unknown += 1;
                let reason = self.reasons.entry(undecided.to_string()).or_default();
                reason.0 += 1;
                if reason.1.is_empty() || dump() {
                    let [producer, consumer] =
                        [producer, consumer].map(|side| String::from_utf8_lossy(&side.document.to_json()).into_owned());
                    reason.1.push_str(&format!("\n    {name}\n      {producer:.1500}\n      {consumer:.1500}"));
                }
            }
        }
    }

    /// Instances that the producer accepts are accepted by the consumer.
    fn sample(&mut self, Pair { name, producer, consumer, instances }: &Pair) {
        let (produced, consumed) = (plan(&producer.schema), plan(&consumer.schema));
        let mut dice = Dice::new(name.len());
        let mut seeds = instances.clone();
        seeds.push(example(&producer.schema));
        let exists = satisfiable(&producer.schema);
        if let Exists::Yes(value) = &exists {
            seeds.push(value.clone());
        }
        seeds
            .extend(random::SCALARS.iter().map(|text| Value::parse(text.as_bytes()).expect("it is JSON").into_owned()));
        let instances = if thoroughness() > 1 { INSTANCES_THOROUGHLY } else { INSTANCES };
        for _ in 0..instances {
            let seed = &seeds[dice.below(seeds.len())];
            let text = mutate::mutated(seed, &mut dice);
            for value in [seed].into_iter().cloned().chain(Value::parse(&text).ok().map(Value::into_owned)) {
                if is_accepted(&produced, &value) {
                    self.sampled += 1;
                    assert_ne!(exists, Exists::No, "{name}: {}", String::from_utf8_lossy(&value.to_json()));
                    if !is_accepted(&consumed, &value) {
                        self.wrong.push(format!("{name}: yes, but {}", String::from_utf8_lossy(&value.to_json())));
                    }
                }
            }
        }
    }

    fn tell(&self, what: &str) {
        let Self { yes, no, unknown, sampled, asked, second, time, longest, wrong, reasons } = self;
        let all = yes + no + unknown;
        eprintln!(
            "{what}: {all} pairs: {yes} yes, {no} no, {unknown} unknown ({:.2} % decided); {sampled} instances sampled, oracle asked \
             {asked} times, its algebra knows {} ({} that we do not); {:?} each, longest {longest:?}",
            100.0 * (yes + no) as f64 / all.max(1) as f64,
            second.0,
            second.1,
            *time / u32::try_from(all.max(1)).unwrap_or(1),
        );
        for (reason, (count, shown)) in reasons {
            eprintln!("  {count} unknown: {reason}{}", if dump() { shown } else { "" });
        }
        assert!(wrong.is_empty(), "{} wrong, the first: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
        assert!((yes + no) * 100 >= all * 95, "{what}: fewer than 95 % are decided");
    }
}

/// Whether pairs that are not decided are shown.
fn dump() -> bool {
    std::env::var_os("PACKWRIGHT_SHOW_UNDECIDED").is_some()
}

#[test]
fn answers_about_edited_corpora_are_true() {
    let mut tally = Tally::default();
    pairs::of_corpora().iter().for_each(|pair| tally.judge(pair));
    tally.tell("corpora");
}

#[test]
fn answers_about_random_schemas_are_true() {
    let mut tally = Tally::default();
    pairs::of_random_schemas().iter().for_each(|pair| tally.judge(pair));
    tally.tell("random schemas");
}

#[test]
fn every_schema_covers_itself_and_is_covered_by_any_value() {
    let whole = |value: bool| Schema::parse(&serde_json::Value::Bool(value)).expect("it is a schema");
    let (any, never) = (whole(true), whole(false));
    for Pair { name, producer: Side { document: _, schema }, .. } in
        pairs::of_random_schemas().iter().chain(&pairs::of_corpora())
    {
        assert_eq!(covers(schema, schema), Covers::Yes, "{name} and itself");
        assert_eq!(covers(schema, &any), Covers::Yes, "{name} and any value");
        assert_eq!(covers(&never, schema), Covers::Yes, "no value and {name}");
    }
}

/// What edges of packs are like: an object of several members and one that asks for some of them.
const TYPICAL: [&str; 2] = [
    r#"{"type": "object", "required": ["city", "days", "mean", "unit"], "properties": {
        "city": {"type": "string", "minLength": 1, "maxLength": 80}, "days": {"type": "integer", "minimum": 1, "maximum": 7},
        "mean": {"type": "number"}, "unit": {"enum": ["celsius", "fahrenheit"]},
        "notes": {"type": "array", "items": {"type": "string"}},
        "place": {"type": "object", "required": ["lat", "lon"], "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}},
        "additionalProperties": false}"#,
    r#"{"type": "object", "required": ["city", "mean"], "properties": {
        "city": {"type": "string", "minLength": 1}, "mean": {"type": ["number", "null"]},
        "unit": {"type": "string"}, "notes": {"type": "array", "items": {"type": ["string", "null"]}},
        "place": {"type": "object", "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}}}"#,
];

/// `cargo test --release -p packwright-schema --test covers typical -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn a_typical_edge_takes_little_time() {
    let [producer, consumer] = TYPICAL
        .map(|text| Schema::parse(&serde_json::from_str(text).expect("it is JSON")).expect("the schema has no fault"));
    for (what, producer, consumer) in [("yes", &producer, &consumer), ("no", &consumer, &producer)] {
        let start = Instant::now();
        let times = 2000;
        for _ in 0..times {
            std::hint::black_box(covers(producer, consumer));
        }
        eprintln!("{what}: {:?} each, the plans with it: {:?}", start.elapsed() / times, covers(producer, consumer));
        let start = Instant::now();
        for _ in 0..times {
            std::hint::black_box((plan(producer), plan(consumer)));
        }
        eprintln!("the plans: {:?}", start.elapsed() / times);
    }
}
