//! PW0704: a test that failed.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A test that failed.
pub static FAILED_TEST: Rule = Rule {
    code: "PW0704",
    name: "failed-test",
    group: Group::Tests,
    level: Level::Error,
    summary: "a test that failed",
    page: include_str!("failed_test.md"),
    found_by: FoundBy::Build,
};

/// What is expected at `span` is not what came of the test; `difference` says what did.
pub fn finding(span: Span, test: &str, difference: impl Into<String>) -> Finding {
    FAILED_TEST.finding(span, format!("`{test}`: {}", difference.into()))
}
