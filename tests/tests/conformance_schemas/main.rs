//! Interpreter, generated Rust and the `jsonschema` crate agree.
//!
//! All cases of all sources are put into one generated crate, which is compiled once, without a warning allowed, and answers for
//! every instance what the interpreter has to answer too: the document after coercion, every violation, every coercion, in
//! the same order.

mod cases;
mod generated;
mod golden;
mod laws;
mod metaschema;
mod random;
mod stack;
mod suite;
mod vectors;

use std::sync::OnceLock;

use packwright_runtime_min::{json::Value, validate::Report};
use packwright_schema::{Plan, interpret};

use cases::{Case, Instance};

/// What a validator says about one instance: the document afterwards and the report.
fn outcome(plan: &Plan, instance: &str, mut report: Report) -> (String, Report) {
    let mut value = Value::parse(instance.as_bytes()).unwrap_or_else(|error| panic!("{instance}: {error}"));
    interpret(plan, &mut value, &mut report);
    (String::from_utf8(value.to_json()).expect("JSON is UTF-8"), report)
}

/// Whether the `jsonschema` crate accepts `instance`; none if it cannot say (a number beyond `f64`).
fn oracle(validator: &jsonschema::Validator, instance: &str) -> Option<bool> {
    serde_json::from_str(instance).ok().map(|instance| validator.is_valid(&instance))
}

/// Every case we have.
fn all_cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        [suite::cases(), vectors::cases(), random::cases(), stack::cases(), laws::cases(), golden::cases()].concat()
    })
}

#[test]
fn generated_code_says_what_the_interpreter_says() {
    let cases = all_cases();
    let answers = generated::answers(cases);
    let mut instances = 0;
    for (case, answers) in cases.iter().zip(answers) {
        let plan = Plan::of(&case.schema);
        assert_eq!(case.instances.len(), answers.len(), "{}: an answer for each instance", case.name);
        for (Instance { text, verdict: _ }, answer) in case.instances.iter().zip(answers) {
            let modes = [Report::new(), Report::strict()].map(|report| generated::line(&outcome(&plan, text, report)));
            assert_eq!(answer, modes.join("\t"), "{}: {text}", case.name);
            instances += 1;
        }
    }
    eprintln!("{} schemas, {instances} instances", cases.len());
}

#[test]
fn every_case_has_the_verdict_it_says() {
    for case in all_cases() {
        let plan = Plan::of(&case.schema);
        for Instance { text, verdict } in &case.instances {
            let (_, report) = outcome(&plan, text, Report::strict());
            let violations = &report.violations;
            if let Some(verdict) = verdict {
                assert_eq!(report.is_valid(), *verdict, "{}: {text}: {violations:?}", case.name);
            }
        }
    }
}

#[test]
fn the_jsonschema_crate_has_the_same_verdict() {
    for case in all_cases() {
        let Some(document) = &case.oracle else { continue };
        let plan = Plan::of(&case.schema);
        let validator = jsonschema::draft202012::new(document).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        for Instance { text, verdict: _ } in &case.instances {
            let (_, strict) = outcome(&plan, text, Report::strict());
            if let Some(verdict) = oracle(&validator, text) {
                assert_eq!(strict.is_valid(), verdict, "{}: {text}: {:?}", case.name, strict.violations);
            }
            let (coerced, report) = outcome(&plan, text, Report::new());
            if let Some(verdict) = oracle(&validator, &coerced) {
                assert_eq!(report.is_valid(), verdict, "{}: {text}, coerced to {coerced}", case.name);
            }
        }
    }
}
