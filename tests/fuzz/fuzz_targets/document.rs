//! Bytes against a generated validator, the interpreter, and serde_json with the `jsonschema` crate: all have the same verdict. The
//! first byte chooses one of the schemas of `schemas.jsonl`.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use packwright_runtime_min::{
    json::Value,
    validate::{Refusal, Report, equal, judge},
};

#[allow(missing_docs)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/validators.rs"));
}

fn oracles() -> &'static [jsonschema::Validator] {
    static ORACLES: OnceLock<Vec<jsonschema::Validator>> = OnceLock::new();
    ORACLES.get_or_init(|| {
        let schemas = include_str!("../schemas.jsonl").lines();
        let schema = |line| serde_json::from_str(line).expect("a schema is JSON");
        schemas.map(|line| jsonschema::draft202012::new(&schema(line)).expect("a schema without faults")).collect()
    })
}

fuzz_target!(|data: &[u8]| {
    let [first, text @ ..] = data else { return };
    let idx = usize::from(*first) % generated::VALIDATORS.len();
    let validator = generated::VALIDATORS[idx];

    let strict = validator.check_strictly(text);
    assert_eq!(validator.accepts(text), strict.is_ok(), "both verdicts of generated code");
    let Ok(tree) = Value::parse(text) else {
        assert!(matches!(strict, Err(Refusal::Syntax(_))), "what the reader refuses is refused");
        return;
    };
    let mut raw = tree.clone();
    let mut report = Report::strict();
    judge(validator.plan(), &mut raw, &mut report);
    assert_eq!(strict.err(), (!report.is_valid()).then(|| Refusal::Violations(report.clone())), "the same violations");
    // serde_json holds numbers as f64 beyond 64 bits, so it may round what is compared; and it takes what we refuse.
    let rounded = text.windows(16).any(|window| window.iter().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(byte)));
    let exponent = text.iter().any(|byte| b"eE".contains(byte));
    if !rounded
        && !exponent
        && let Ok(value) = serde_json::from_slice::<serde_json::Value>(text)
    {
        assert_eq!(oracles()[idx].is_valid(&value), report.is_valid(), "the jsonschema crate's verdict");
    }

    let mut coerced = tree.clone();
    let mut report = Report::new();
    judge(validator.plan(), &mut coerced, &mut report);
    match validator.check(text) {
        Ok(document) => {
            assert!(report.is_valid(), "what generated code accepts is valid: {:?}", report.violations);
            let document = Value::parse(&document).expect("what is coerced is JSON");
            assert!(equal(&document, &coerced), "the same document after coercion");
            if report.coercions.is_empty() {
                assert!(equal(&document, &tree), "nothing changed");
            }
        }
        Err(refusal) => assert_eq!(refusal, Refusal::Violations(report), "the same violations after coercion"),
    }
});
