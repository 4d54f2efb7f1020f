//! PW0407: a comparison whose answer is known beforehand.

use crate::{
    diagnostic::{Finding, Level},
    expression::types::Type,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A comparison whose answer is known beforehand.
pub static CONSTANT_COMPARISON: Rule = Rule {
    code: "PW0407",
    name: "constant-comparison",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a comparison that is always true or always false",
    page: include_str!("constant_comparison.md"),
    found_by: FoundBy::Inference,
};

/// `text` is always `answer`, because of what both sides are.
pub fn finding(span: Span, text: &str, answer: bool, (left, right): (&Type<'_>, &Type<'_>)) -> Finding {
    let finding = CONSTANT_COMPARISON.finding(span, format!("`{text}` is always {answer}"));
    let listed = |ty: &Type<'_>| {
        let values = ty.values()?;
        let shown: Vec<_> =
            values.iter().take(8).map(|value| String::from_utf8_lossy(&value.to_json()).into_owned()).collect();
        let one_of = if values.len() > 1 { "one of " } else { "" };
        Some(format!("{one_of}{}{}", shown.join(", "), if values.len() > 8 { ", …" } else { "" }))
    };
    let is = |ty: &Type<'_>| listed(ty).unwrap_or_else(|| ty.named());
    let finding = finding.note(format!("the left side is {}, the right side {}", is(left), is(right)));
    finding.help("compare with something that it can be, or take the comparison away")
}
