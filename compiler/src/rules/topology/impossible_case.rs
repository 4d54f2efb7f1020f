//! PW0318: a branch of a switch that is never taken.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::{Span, Spanned},
};

/// A branch of a switch that is never taken.
pub static IMPOSSIBLE_CASE: Rule = Rule {
    code: "PW0318",
    name: "impossible-case",
    group: Group::Topology,
    level: Level::Error,
    summary: "a branch of a switch that is never taken",
    page: include_str!("impossible_case.md"),
    found_by: FoundBy::Inference,
};

/// The value is never `case`; it is one of `values`.
pub fn finding(case: &Spanned<String>, values: &[String]) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(case.span, format!("the value of this switch is never `{}`", case.value));
    match similar(&case.value, values.iter().map(String::as_str)) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("it is one of `{}`", values.join("`, `"))),
    }
}

/// The value is of another type than `case`.
pub fn of_another_type(case: &Spanned<String>, is: &str) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(case.span, format!("the value of this switch is never `{}`", case.value));
    finding.help(format!("it is {is}"))
}

/// There is a case for all there is.
pub fn default(span: Span) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(span, "this default is never taken");
    finding.help("take it away: there is a case for every value")
}

/// A condition before, at `before`, always holds.
pub fn after_always(span: Span, before: Span) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(span, "this branch is never taken").also(before, "this one always is");
    finding.help("take it away, or put it before the other")
}

/// The condition never holds.
pub fn never(span: Span) -> Finding {
    IMPOSSIBLE_CASE.finding(span, "this condition never holds").help("take the branch away")
}

/// Whenever the condition holds, one before it does.
pub fn implied(span: Span) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(span, "this branch is never taken");
    finding.label("whenever it holds, one before it does").help("put it before that one, or take it away")
}

/// The parts of the condition exclude each other.
pub fn contradiction(span: Span) -> Finding {
    never(span).label("its parts exclude each other")
}

/// The same condition stands at `before`.
pub fn again(span: Span, before: Span) -> Finding {
    let finding = IMPOSSIBLE_CASE.finding(span, "this branch is never taken").also(before, "the same is asked here");
    finding.help("take it away, or ask something else")
}
