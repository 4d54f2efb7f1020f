//! Expressions: what generated Rust computes against what the `cel` crate's interpreter computes.
//!
//! Random expressions, well-typed by how they are made, are read, typed and printed by the compiler; all of them are one crate, which
//! is compiled once and asked about random inputs. The interpreter gets the same texts and inputs. Both give the same value, or both
//! none. `PACKWRIGHT_THOROUGH=1` makes ten times as many.

use std::collections::BTreeMap;

mod generated;
mod inputs;
mod oracle;
mod random;

use self::{
    generated::Answer,
    oracle::{Expected, Oracle},
    random::Random,
};

/// How many expressions there are, and how many inputs for each.
const EXPRESSIONS: usize = 300;
const INPUTS: usize = 12;

/// Failures of packwright's own, where the interpreter has a value: JSON has neither infinity nor a number that is none, so no list
/// and no answer can hold one.
const OWN_FAILURE: &str = "not-a-number";

/// A failure of the interpreter's own, where CEL has a value: an order with a number that is none.
const THEIR_FAILURE: &str = "applied to '(double, double)'";

/// Where packwright and the interpreter mean to differ: the expression, what each makes of it, and why.
const DEVIATIONS: &[(&str, &str, &str, &str)] = &[
    (
        "timestamp('2000-01-01T00:00:00+02:00').getDayOfMonth()",
        "30",
        "Int(0)",
        "CEL's getters are those of UTC; the interpreter's are those of the offset that was written",
    ),
    (
        "[9223372036854775807].all(n, n < double(n))",
        "true",
        "Bool(false)",
        "CEL compares integers and numbers by their value; the interpreter rounds the integer",
    ),
    (
        "[0.0].all(d, 1.0 < d / d)",
        "false",
        "a failure: found no matching overload for '_<_' applied to '(double, double)'",
        "CEL's order with a number that is none is false; the interpreter has no such order",
    ),
    ("[1.0 / 0.0].size()", OWN_FAILURE, "Int(1)", "a list is JSON, which has no infinity"),
    ("1.0 / 0.0", OWN_FAILURE, "Float(inf)", "an answer is JSON, which has no infinity"),
];

#[test]
fn generated_code_computes_what_the_interpreter_computes() {
    let count = if std::env::var_os("PACKWRIGHT_THOROUGH").is_some() { EXPRESSIONS * 10 } else { EXPRESSIONS };
    let mut random = Random::new(20_261_130);
    let mut cases = Vec::new();
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    while cases.len() < count {
        let text = random.expression();
        match generated::case(cases.len(), &text) {
            Ok(case) => cases.push(case),
            Err(codes) => {
                for code in codes {
                    // What is known beforehand is refused, and so is nothing else: all are well-typed.
                    let is_beyond =
                        code == "PW0402" && ["[-3]", "[7]", "[9223372036854775807]"].iter().any(|it| text.contains(it));
                    assert!(is_beyond || matches!(code, "PW0407" | "PW0408"), "{code}: {text}");
                    *refused.entry(code).or_default() += 1;
                }
            }
        }
    }
    let inputs: Vec<String> = (0..INPUTS * 8).map(|_| inputs::random(&mut random)).collect();
    let asked: Vec<(usize, &String)> = (0..cases.len())
        .flat_map(|case| (0..INPUTS).map(move |at| (case, at)))
        .map(|(case, at)| (case, &inputs[(case * 5 + at * 7) % inputs.len()]))
        .collect();
    let answers = generated::answers("random", &cases, &asked);
    let oracle = Oracle::new();
    let (mut values, mut failures, mut own, mut theirs) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    for ((case, input), answer) in asked.iter().zip(&answers) {
        let text = &cases[*case].text;
        let expected = oracle.compute(text, input);
        match (&expected, answer) {
            (Expected::Value(value), Answer::Value(json)) if oracle::is_same(value, json) => values += 1,
            (Expected::Failure(_), Answer::Failure { .. }) => failures += 1,
            (Expected::Value(_), Answer::Failure { code, .. }) if code == OWN_FAILURE => own += 1,
            (Expected::Failure(message), Answer::Value(_)) if message.ends_with(THEIR_FAILURE) => theirs += 1,
            (_, _) => differences.push(format!("{text}\n  of {input}\n  is {answer:?}\n  and should be {expected}")),
        }
    }
    println!(
        "{} expressions, {} answers: {values} values, {failures} failures on both sides, {own} of our own, {theirs} of theirs; \
         refused beforehand {refused:?}",
        cases.len(),
        answers.len()
    );
    let first = &differences[..differences.len().min(12)];
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), first.join("\n"));
    assert!(values > failures, "most expressions have a value");
}

#[test]
fn packwright_and_the_interpreter_differ_only_where_that_is_meant() {
    let case =
        |(idx, text): (usize, &&str)| generated::case(idx, text).unwrap_or_else(|codes| panic!("{text}: {codes:?}"));
    let texts: Vec<&str> = DEVIATIONS.iter().map(|(text, ..)| *text).collect();
    let cases: Vec<_> = texts.iter().enumerate().map(case).collect();
    let input = inputs::random(&mut Random::new(1));
    let asked: Vec<_> = (0..cases.len()).map(|case| (case, &input)).collect();
    let answers = generated::answers("deviations", &cases, &asked);
    let oracle = Oracle::new();
    for ((text, ours, theirs, why), answer) in DEVIATIONS.iter().zip(&answers) {
        let answer = match answer {
            Answer::Value(json) => json,
            Answer::Failure { code, .. } => code,
        };
        assert_eq!(
            (answer.as_str(), oracle.compute(text, &input).to_string().as_str()),
            (*ours, *theirs),
            "{text}: {why}"
        );
    }
}
