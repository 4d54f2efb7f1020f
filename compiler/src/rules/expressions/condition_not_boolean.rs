//! PW0406: a condition that is no boolean.

use crate::{
    diagnostic::{Finding, Level},
    expression::types::{Class, Type},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A condition that is no boolean.
pub static CONDITION_NOT_BOOLEAN: Rule = Rule {
    code: "PW0406",
    name: "condition-not-boolean",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a condition that is no boolean",
    page: include_str!("condition_not_boolean.md"),
    found_by: FoundBy::Inference,
};

/// `asked_by` asks whether `text`, which is `ty`.
pub fn finding(span: Span, text: &str, asked_by: &str, ty: &Type<'_>) -> Finding {
    let message = format!("`{text}` is {}, and {asked_by} asks for a boolean", ty.named());
    let finding = CONDITION_NOT_BOOLEAN.finding(span, message);
    match ty.class() {
        Some(Class::Text) => finding.help(format!("compare it, as in {text} != \"\"")),
        Some(Class::Int | Class::Double) => finding.help(format!("compare it, as in {text} != 0")),
        Some(Class::List | Class::Map) => finding.help(format!("ask how many there are: size({text}) > 0")),
        _ => finding.help("compare it with something"),
    }
}
