//! PW0522: a text that is no cron expression.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A text that is no cron expression.
pub static INVALID_CRON: Rule = Rule {
    code: "PW0522",
    name: "invalid-cron",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a text that is no cron expression",
    page: include_str!("invalid_cron.md"),
    found_by: FoundBy::Parse,
};

/// `span` is the part that is wrong.
pub fn finding(span: Span, message: &str, help: &str) -> Finding {
    INVALID_CRON.finding(span, format!("this is no cron expression: {message}")).help(help)
}
