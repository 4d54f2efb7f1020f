//! PW0404: a value that may be absent or null, read without a default.

use crate::{
    diagnostic::{Finding, Label, Level},
    expression::Expr,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A value that may be absent or null, read without a default.
pub static POSSIBLY_ABSENT: Rule = Rule {
    code: "PW0404",
    name: "possibly-absent",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a value that may be absent or null, read without a default",
    page: include_str!("possibly_absent.md"),
    found_by: FoundBy::Inference,
};

fn at(span: Span, message: String, declared: Option<&Label>) -> Finding {
    let finding = POSSIBLY_ABSENT.finding(span, message);
    match declared {
        Some(Label { span, text }) => finding.also(*span, text.clone()),
        None => finding,
    }
}

/// The field at `span` of `base` is not always there; `whole` is the access.
pub fn absent(span: Span, base: &Expr, whole: &Expr, declared: Option<&Label>) -> Finding {
    let whole = whole.to_string();
    let name = whole.strip_prefix(&base.to_string()).unwrap_or(&whole).to_owned();
    let optional = match name.strip_prefix('.') {
        Some(name) => format!("{base}.?{name}"),
        None => format!("{base}{}", name.replacen('[', "[?", 1)),
    };
    let finding = at(span, format!("`{whole}` may be absent"), declared);
    let finding = finding.help(format!("give a default, as in {optional}.orValue(…), or list it in `required`"));
    if name.starts_with('.') { finding.help(format!("or ask first: has({whole}) ? … : …")) } else { finding }
}

/// `text` may be null.
pub fn null(span: Span, text: &str, declared: Option<&Label>) -> Finding {
    at(span, format!("`{text}` may be null"), declared).help(format!("ask first: {text} != null ? … : …"))
}

/// `text` is an optional value where a value has to be.
pub fn optional(span: Span, text: &str) -> Finding {
    at(span, format!("`{text}` may be without a value"), None).help(format!("give a default, as in {text}.orValue(…)"))
}

/// `text` is always there, and yet somebody asks for a default.
pub fn not_optional(span: Span, text: &str, asked_by: &str) -> Finding {
    let finding = at(span, format!("`{text}` is not an optional value, which {asked_by} asks for"), None);
    finding.help("write `.?` before the name of what may be absent, as in args.?city, or leave the question away")
}
