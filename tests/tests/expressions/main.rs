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

/// Where packwright means to differ from the interpreter: the code of the failure, and why. Each occurs.
const DEVIATIONS: &[(&str, &str)] =
    &[("not-a-number", "JSON has neither infinity nor a number that is none, so a list or an answer cannot hold one")];

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
    let answers = generated::answers(&cases, &asked);
    let oracle = Oracle::new();
    let mut deviations: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut values, mut failures) = (0, 0);
    let mut differences = Vec::new();
    for ((case, input), answer) in asked.iter().zip(&answers) {
        let text = &cases[*case].text;
        let expected = oracle.compute(text, input);
        match (&expected, answer) {
            (Expected::Value(value), Answer::Value(json)) if oracle::is_same(value, json) => values += 1,
            (Expected::Failure(_), Answer::Failure { .. }) => failures += 1,
            (_, Answer::Failure { code, .. }) if DEVIATIONS.iter().any(|(known, _)| known == code) => {
                let known = DEVIATIONS.iter().find(|(known, _)| known == code).map_or("", |(known, _)| *known);
                *deviations.entry(known).or_default() += 1;
            }
            (_, _) => differences.push(format!("{text}\n  of {input}\n  is {answer:?}\n  and should be {expected}")),
        }
    }
    println!(
        "{} expressions, {} answers: {values} values, {failures} failures on both sides, deviations {deviations:?}; refused beforehand {refused:?}",
        cases.len(),
        answers.len()
    );
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences[..differences.len().min(12)].join("\n")
    );
    let met: Vec<_> = deviations.keys().copied().collect();
    assert_eq!(
        met,
        DEVIATIONS.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
        "take what does not occur from the list"
    );
    assert!(values > failures, "most expressions have a value");
}
