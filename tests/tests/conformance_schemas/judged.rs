//! What the interpreter says of each instance, found once for all tests.

use std::{panic::resume_unwind, thread};

use packwright_runtime_min::{
    json::{SyntaxError, Value},
    validate::Report,
};
use packwright_schema::{Plan, interpret};

use super::cases::{Case, Instance, text};

/// The interpreter's word about one instance.
pub(crate) enum Judged {
    /// It is no JSON text.
    Refused(SyntaxError),
    /// It is one.
    Read(Outcome),
}

/// What became of a JSON text.
pub(crate) struct Outcome {
    /// The document, without white space.
    pub(crate) raw: String,
    /// What is wrong with it as it is.
    pub(crate) strict: Report,
    /// The document after coercion.
    pub(crate) coerced: String,
    /// What is wrong with that.
    pub(crate) report: Report,
}

/// Judges one document.
pub(crate) fn judge(plan: &Plan, instance: &[u8]) -> Judged {
    let mut value = match Value::parse(instance) {
        Ok(value) => value,
        Err(error) => return Judged::Refused(error),
    };
    let raw = text(&value);
    let (mut strict, mut report) = (Report::strict(), Report::new());
    interpret(plan, &mut value, &mut strict);
    assert_eq!(text(&value), raw, "what is judged as it is does not change");
    interpret(plan, &mut value, &mut report);
    Judged::Read(Outcome { raw, strict, coerced: text(&value), report })
}

/// Judges every instance of every case, on the stack that threads have by default.
pub(crate) fn all(cases: &[Case]) -> Vec<Vec<Judged>> {
    const TOGETHER: usize = 8;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let of = |case: &Case| case.instances.iter().map(|Instance { text, .. }| judge(&case.plan, text)).collect();
    thread::scope(|scope| {
        // Cases of one source are alike: dealt out in turn, every thread has its share of each.
        let hands: Vec<_> = (0..threads)
            .map(|hand| {
                scope.spawn(move || {
                    let dealt = cases.chunks(TOGETHER).skip(hand).step_by(threads);
                    dealt.map(|chunk| chunk.iter().map(of).collect::<Vec<Vec<Judged>>>()).collect::<Vec<_>>()
                })
            })
            .collect();
        let mut hands: Vec<_> = hands
            .into_iter()
            .map(|hand| hand.join().unwrap_or_else(|panic| resume_unwind(panic)).into_iter())
            .collect();
        let chunks = (0..cases.len().div_ceil(TOGETHER)).map(|idx| hands[idx % threads].next());
        chunks.flatten().flatten().collect()
    })
}
