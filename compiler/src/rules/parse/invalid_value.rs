//! PW0007: a value of the right type which its key does not take.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A value of the right type which its key does not take.
pub static INVALID_VALUE: Rule = Rule {
    code: "PW0007",
    name: "invalid-value",
    group: Group::Parse,
    level: Level::Error,
    summary: "a value of the right type which its key does not take",
    page: include_str!("invalid_value.md"),
    found_by: FoundBy::Parse,
};

/// `message` says what is wrong with the value.
pub fn finding(span: Span, message: impl Into<String>) -> Finding {
    INVALID_VALUE.finding(span, message)
}
