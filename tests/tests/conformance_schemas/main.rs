//! Interpreter, generated Rust and the `jsonschema` crate agree about all of JSON Schema 2020-12.
//!
//! All cases of all sources are put into one generated crate, which is compiled once, without a warning allowed, and answers for
//! every instance what the interpreter has to answer too: the verdict, every violation, every coercion, in the same order, and
//! the document after coercion. Sources are the official suite, the repository's vectors, corpora of real documents and
//! mutations of these, random schemas with random instances, hostile documents, and cases of our own.

mod cases;
mod corpora;
mod generated;
mod golden;
mod hostile;
mod judged;
mod laws;
mod metaschema;
mod mutate;
mod oracle;
mod pairs;
mod random;
mod suite;
mod vectors;

use std::sync::OnceLock;

use cases::{Case, Instance};
use judged::{Judged, Outcome};

/// Every case we have.
fn all_cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let sources = [
            suite::cases(),
            vectors::cases(),
            laws::cases(),
            golden::cases(),
            hostile::cases(),
            pairs::cases(),
            random::cases(),
            corpora::cases(),
        ];
        sources.concat()
    })
}

/// How many times more there is to be of what is drawn at random: `PACKWRIGHT_THOROUGH`, 1 unless it is set.
fn thoroughness() -> usize {
    std::env::var("PACKWRIGHT_THOROUGH").map_or(1, |text| text.parse().expect("PACKWRIGHT_THOROUGH is a number"))
}

/// Each instance with its case and what the interpreter says of it.
fn all_judged() -> impl Iterator<Item = (&'static Case, &'static Instance, &'static Judged)> {
    static JUDGED: OnceLock<Vec<Vec<Judged>>> = OnceLock::new();
    let judged = JUDGED.get_or_init(|| judged::all(all_cases()));
    all_cases().iter().zip(judged).flat_map(|(case, judged)| {
        case.instances.iter().zip(judged).map(move |(instance, judged)| (case, instance, judged))
    })
}

/// Each instance that is a JSON text.
fn all_outcomes() -> impl Iterator<Item = (&'static Case, &'static Instance, &'static Outcome)> {
    all_judged().filter_map(|(case, instance, judged)| match judged {
        Judged::Read(outcome) => Some((case, instance, outcome)),
        Judged::Refused(_) => None,
    })
}

/// Panics with the first of what was found wrong; the rest is counted.
#[track_caller]
fn assert_none(wrong: &[String]) {
    const SHOWN: usize = 40;
    let shown = wrong.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} are wrong, such as\n{shown}", wrong.len());
}

/// A line from a little before the character `place`.
fn from_before(line: &str, place: usize) -> String {
    const BEFORE: usize = 300;
    const SHOWN: usize = 800;
    line.chars().skip(place.saturating_sub(BEFORE)).take(SHOWN).collect()
}

#[test]
fn generated_code_says_what_the_interpreter_says() {
    let mut answers = generated::answers(all_cases()).into_iter();
    let (mut wrong, mut instances) = (Vec::new(), 0);
    for (case, instance, judged) in all_judged() {
        let answer = answers.next().expect("there is an answer for each instance");
        let expect = generated::line(judged);
        if answer != expect {
            let same = answer.chars().zip(expect.chars()).take_while(|(left, right)| left == right).count();
            let [answer, expect] = [&answer, &expect].map(|line| from_before(line, same));
            let (name, shown) = (&case.name, instance.shown());
            wrong.push(format!("{name}: {shown}\n  generated:   {answer}\n  interpreter: {expect}"));
        }
        instances += 1;
    }
    assert_none(&wrong);
    eprintln!("{} schemas, {instances} instances", all_cases().len());
}

#[test]
fn every_case_has_the_verdict_it_says() {
    let mut wrong = Vec::new();
    for (case, instance, outcome) in all_outcomes() {
        if instance.verdict.is_some_and(|verdict| verdict != outcome.strict.is_valid()) {
            wrong.push(format!("{}: {}: {:?}", case.name, instance.shown(), outcome.strict.violations));
        }
    }
    assert_none(&wrong);
}
