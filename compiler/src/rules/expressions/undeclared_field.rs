//! PW0411: a reference to a field that its schema does not declare.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A reference to a field that its schema does not declare.
pub static UNDECLARED_FIELD: Rule = Rule {
    code: "PW0411",
    name: "undeclared-field",
    group: Group::Expressions,
    level: Level::Warning,
    summary: "a reference to a field that its schema does not declare, nor forbid",
    page: include_str!("undeclared_field.md"),
    found_by: FoundBy::Inference,
};

/// `before` may have a field `name`, which stands at `span`, but its schema tells of others only; `similar` is one of those.
pub fn finding(span: Span, before: &str, name: &str, similar: Option<&str>) -> Finding {
    let finding = UNDECLARED_FIELD.finding(span, format!("`{before}` declares no field `{name}`"));
    match similar {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help("declare it in the schema, or say `additionalProperties = true` there"),
    }
}
