//! PW0101: a handler that the pack's crate does not have.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::{Span, Spanned},
};

/// A handler that the pack's crate does not have.
pub static UNKNOWN_HANDLER: Rule = Rule {
    code: "PW0101",
    name: "unknown-handler",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a handler that the pack's crate does not have",
    page: include_str!("unknown_handler.md"),
    found_by: FoundBy::Resolve,
};

/// `known` are the handlers of the pack's crate, in name order.
pub fn finding(name: &Spanned<String>, known: &[&str]) -> Finding {
    let finding = UNKNOWN_HANDLER.finding(name.span, format!("the pack's crate has no handler `{}`", name.value));
    match similar(&name.value, known.iter().copied()) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None if known.is_empty() => {
            finding.help(format!("write `#[handler] pub fn {}(…)` in the pack's src/", name.value))
        }
        None => finding.help(format!("its handlers are `{}`", known.join("`, `"))),
    }
}

/// A use of a function that lacks the attribute; `span` is its name.
pub fn without_attribute(name: &Spanned<String>, span: Span) -> Finding {
    let finding = UNKNOWN_HANDLER.finding(name.span, format!("function `{}` is not a handler", name.value));
    finding.also(span, "this function has no attribute").help("write `#[handler]` before the function")
}
