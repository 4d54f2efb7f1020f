//! The `jsonschema` crate as an independent oracle.

use std::collections::BTreeSet;

use jsonschema::{Draft, Retrieve, Uri, Validator};
use packwright_runtime_min::{json::Value, validate::equal};

use super::{
    all_cases, all_outcomes, assert_none,
    cases::{Case, Document},
    suite,
};

/// Where the oracle is wrong: the case, the instance as it was written to us, without white space, and why we are right.
const WRONG: &[(&str, &str, &str)] = &[];

struct Remotes;

impl Retrieve for Remotes {
    fn retrieve(&self, uri: &Uri<String>) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        let found = suite::remotes().iter().find(|(known, _)| known == uri.as_str());
        let (_, document) = found.ok_or_else(|| format!("{uri} is not at hand"))?;
        Ok(serde_json::from_slice(&document.to_json())?)
    }
}

fn validator(case: &Case, Document { schema, asserts_formats }: &Document) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_retriever(Remotes)
        .should_validate_formats(*asserts_formats)
        .should_ignore_unknown_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

/// Whether the oracle accepts `instance`; none if it cannot say, because it cannot hold a number of it.
fn verdict(validator: &Validator, instance: &str) -> Option<bool> {
    let read: serde_json::Value = serde_json::from_str(instance).ok()?;
    let held = serde_json::to_vec(&read).ok()?;
    let same = equal(&Value::parse(&held).ok()?, &Value::parse(instance.as_bytes()).ok()?);
    same.then(|| validator.is_valid(&read))
}

#[test]
fn the_jsonschema_crate_has_the_same_verdict() {
    let mut excused: BTreeSet<(&str, &str)> = WRONG.iter().map(|(case, instance, _)| (*case, *instance)).collect();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    let mut outcomes = all_outcomes().peekable();
    for case in all_cases() {
        let validator = case.oracle.as_ref().map(|document| validator(case, document));
        while let Some((_, instance, outcome)) = outcomes.next_if(|(of, _, _)| std::ptr::eq(*of, case)) {
            let Some(validator) = &validator else { continue };
            let readings = [(&outcome.raw, &outcome.strict), (&outcome.coerced, &outcome.report)];
            for (document, report) in readings {
                let Some(verdict) = verdict(validator, document) else { continue };
                asked += 1;
                if verdict != report.is_valid() && !excused.remove(&(&case.name, document)) {
                    let known = WRONG.iter().any(|(name, text, _)| *name == case.name && text == document);
                    if !known {
                        let shown = instance.shown();
                        wrong.push(format!("{}: {shown}, as {document}: {:?}", case.name, report.violations));
                    }
                }
            }
        }
    }
    assert_none(&wrong);
    assert!(excused.is_empty(), "the oracle is right about these, or they are gone: {excused:?}");
    eprintln!("the oracle was asked {asked} times");
}
