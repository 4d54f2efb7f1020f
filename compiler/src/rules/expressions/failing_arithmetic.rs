//! PW0408: arithmetic that fails in every run.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Arithmetic that fails in every run.
pub static FAILING_ARITHMETIC: Rule = Rule {
    code: "PW0408",
    name: "failing-arithmetic",
    group: Group::Expressions,
    level: Level::Error,
    summary: "arithmetic that fails in every run",
    page: include_str!("failing_arithmetic.md"),
    found_by: FoundBy::Inference,
};

/// `text` divides by what stands at `span`.
pub fn by_zero(span: Span, text: &str) -> Finding {
    FAILING_ARITHMETIC.finding(span, format!("`{text}` divides by zero")).help("divide by something else")
}

/// `text` is no integer of 64 bits.
pub fn overflow(span: Span, text: &str) -> Finding {
    let finding = FAILING_ARITHMETIC.finding(span, format!("`{text}` is beyond 64 bits"));
    finding.help("use numbers with a fraction, as in 1.0, which go further")
}
