//! PW0409: a division by something that may be zero.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A division by something that may be zero.
pub static RISKY_ARITHMETIC: Rule = Rule {
    code: "PW0409",
    name: "risky-arithmetic",
    group: Group::Expressions,
    level: Level::Warning,
    summary: "a division by something that may be zero",
    page: include_str!("risky_arithmetic.md"),
    found_by: FoundBy::Inference,
};

/// `text`, which stands at `span`, may be zero.
pub fn perhaps_by_zero(span: Span, text: &str) -> Finding {
    let finding = RISKY_ARITHMETIC.finding(span, format!("`{text}` may be zero, which fails the run"));
    finding.help("give its schema `minimum = 1` or `exclusiveMinimum = 0`")
}
