//! PW0403: text that interpolates a list or an object.

use crate::{
    diagnostic::{Finding, Level},
    expression::types::Type,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Text that interpolates a list or an object.
pub static NOT_A_SCALAR: Rule = Rule {
    code: "PW0403",
    name: "not-a-scalar",
    group: Group::Expressions,
    level: Level::Error,
    summary: "text that interpolates a list or an object",
    page: include_str!("not_a_scalar.md"),
    found_by: FoundBy::Inference,
};

/// `text`, which is `ty`, stands inside text.
pub fn finding(span: Span, text: &str, ty: &Type<'_>) -> Finding {
    let finding = NOT_A_SCALAR.finding(span, format!("`{text}` is {}, which text cannot hold", ty.named()));
    let help = "name a text, a number or a boolean in it; or make the expression the whole value";
    finding.label("written into the text around it").help(help)
}
