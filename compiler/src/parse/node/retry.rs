//! `retry = { attempts = 3, backoff = "exponential", delay = "500ms", on = ["429", "5xx"] }`.

use packwright_runtime_min::handler::FailureClass;

use super::count;
use crate::{
    diagnostic::Finding,
    model::{Backoff, Retry},
    parse::{
        duration, grammar,
        table::{Entry, Table},
    },
    rules::{parse::invalid_value, similar},
    source::Spanned,
};

/// The pause before the second attempt where the author does not say.
const DELAY_MS: u64 = 500;

/// The longest pause where the author does not say.
const MAX_DELAY_MS: u64 = 60 * 60 * 1000;

/// More attempts than this are a loop, not a retry.
pub(in crate::parse) const MOST_ATTEMPTS: u32 = 100;

/// Reads a retry.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Spanned<Retry>> {
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::RETRY, out);
    let attempts = table.required("attempts", "attempts = 3", out);
    let attempts = attempts.and_then(|entry| count(&entry, MOST_ATTEMPTS, out));
    let delay = |key, usual, out: &mut Vec<Finding>| {
        table.get(key).and_then(|entry| duration::read(&entry, duration::DAY, out)).unwrap_or(usual)
    };
    let (delay_ms, max_delay_ms) = (delay("delay", DELAY_MS, out), delay("max_delay", MAX_DELAY_MS, out));
    if let Some(most) = table.get("max_delay")
        && max_delay_ms < delay_ms
    {
        let finding = invalid_value::finding(most.span, "`max_delay` is shorter than `delay`");
        out.push(finding.help("the first pause is `delay`, and no later one is longer than `max_delay`"));
    }
    let retry = Retry {
        attempts: attempts.unwrap_or(1),
        delay_ms,
        backoff: table.get("backoff").and_then(|entry| backoff(&entry, out)).unwrap_or(Backoff::Exponential),
        // Who asks for a longer pause than is usual gets it.
        max_delay_ms: max_delay_ms.max(delay_ms),
        jitter: table.get("jitter").and_then(|entry| entry.boolean(out)).unwrap_or(true),
        on: table.get("on").and_then(|entry| on(&entry, out)).unwrap_or_else(|| FailureClass::PASSING.to_vec()),
    };
    // Without a number that can be used nothing is said of how often.
    attempts.map(|_| Spanned::new(retry, entry.key_span))
}

fn backoff(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Backoff> {
    let text = entry.text(out)?;
    match text.value {
        "exponential" => Some(Backoff::Exponential),
        "constant" => Some(Backoff::Constant),
        other => {
            let finding = invalid_value::finding(entry.span, format!("`{other}` is not a backoff"));
            out.push(finding.help("write \"exponential\" (the pause doubles after each attempt) or \"constant\""));
            None
        }
    }
}

/// The failures that are tried again.
fn on(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Vec<FailureClass>> {
    let texts = entry.texts(out)?;
    if texts.is_empty() {
        let finding = invalid_value::finding(entry.span, "`on` is empty: nothing would be tried again");
        out.push(finding.help("leave the key out, or take `retry` away"));
        return None;
    }
    let mut on = Vec::with_capacity(texts.len());
    for text in texts {
        match failure(&text.value) {
            Some(failure) if on.contains(&failure) => {
                out.push(invalid_value::finding(text.span, format!("`{}` is in `on` twice", text.value)));
            }
            Some(failure) => on.push(failure),
            None => {
                let finding =
                    invalid_value::finding(text.span, format!("`{}` is not a failure to try again", text.value));
                out.push(match similar(&text.value, FailureClass::PASSING.iter().map(|class| class.word())) {
                    Some(similar) => finding.help(format!("did you mean \"{similar}\"?")),
                    None => finding.help("write \"timeout\", \"connection\", \"429\", \"5xx\" or \"transient\""),
                });
            }
        }
    }
    Some(on)
}

/// The failure of this name, of those that may pass.
fn failure(word: &str) -> Option<FailureClass> {
    FailureClass::PASSING.iter().copied().find(|class| class.word() == word)
}
