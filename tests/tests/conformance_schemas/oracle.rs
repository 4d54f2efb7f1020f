//! The `jsonschema` crate as an independent oracle.

use std::collections::BTreeSet;

use jsonschema::{Draft, Retrieve, Uri, Validator};
use packwright_runtime_min::{json::Value, validate::equal};

use super::{
    all_cases, all_outcomes, assert_none,
    cases::{Case, Document},
    suite,
};

/// Cases in which the oracle is wrong somewhere, each by the beginning of its name, and how.
const WRONG: &[(&str, &str)] = &[
    ("optional/dependencies-compatibility: ", DEPENDENCIES),
    ("tricky: legacy-dependencies-ignored", DEPENDENCIES),
    ("optional/format-assertion: ", METASCHEMA),
    ("vocabulary: schema that uses custom metaschema with with no validation vocabulary", METASCHEMA),
    ("optional/format/idn-hostname: ", "without its feature `idna` it does not know these host names"),
    (
        "optional/format/idn-email: ",
        "it accepts two texts that are no addresses: `2962`, and one with a full-width `@`",
    ),
];

const DEPENDENCIES: &str = "it asserts `dependencies`, which the draft does not have";
const METASCHEMA: &str = "told which draft it is, it does not ask the schema's own metaschema for its vocabularies";

struct Remotes;

impl Retrieve for Remotes {
    fn retrieve(&self, uri: &Uri<String>) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        let found = suite::remotes().iter().find(|(known, _)| known == uri.as_str());
        let (_, document) = found.ok_or_else(|| format!("{uri} is not at hand"))?;
        Ok(serde_json::from_slice(&document.to_json())?)
    }
}

fn validator(case: &Case, Document { schema, asserts_formats }: &Document) -> Validator {
    let mut options = jsonschema::options();
    options = options.with_draft(Draft::Draft202012).with_retriever(Remotes).should_ignore_unknown_formats(true);
    if *asserts_formats {
        // Else the metaschema says it.
        options = options.should_validate_formats(true);
    }
    options.build(schema).unwrap_or_else(|error| panic!("{}: {error}", case.name))
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
    let mut excuses = BTreeSet::new();
    let (mut wrong, mut asked) = (Vec::new(), 0);
    let mut outcomes = all_outcomes().peekable();
    for case in all_cases() {
        let validator = case.oracle.as_ref().map(|document| validator(case, document));
        while let Some((_, instance, outcome)) = outcomes.next_if(|(of, _, _)| std::ptr::eq(*of, case)) {
            let Some(validator) = &validator else { continue };
            let coerced = (outcome.coerced != outcome.raw).then_some((&outcome.coerced, &outcome.report));
            for (document, report) in [(&outcome.raw, &outcome.strict)].into_iter().chain(coerced) {
                let Some(verdict) = verdict(validator, document) else { continue };
                asked += 1;
                if verdict == report.is_valid() {
                    continue;
                }
                match WRONG.iter().find(|(name, _)| case.name.starts_with(name)) {
                    Some((name, _)) => drop(excuses.insert(*name)),
                    None => {
                        let shown = instance.shown();
                        wrong.push(format!("{}: {shown}, as {document}: {:?}", case.name, report.violations));
                    }
                }
            }
        }
    }
    assert_none(&wrong);
    for (name, how) in WRONG {
        // Offline there is no suite.
        let is_asked = all_cases().iter().any(|case| case.name.starts_with(name));
        assert!(!is_asked || excuses.contains(name), "{name}: the oracle is right, although the list says: {how}");
    }
    eprintln!("the oracle was asked {asked} times");
}
