//! PW0006: two things of one kind with the same name.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Two things of one kind with the same name.
pub static DUPLICATE_NAME: Rule = Rule {
    code: "PW0006",
    name: "duplicate-name",
    group: Group::Parse,
    level: Level::Error,
    summary: "two things of one kind with the same name",
    page: include_str!("duplicate_name.md"),
    found_by: FoundBy::Parse,
};

/// `first` is where the name was used before, if that is known.
pub fn finding(name: &str, span: Span, first: Option<Span>) -> Finding {
    let finding = DUPLICATE_NAME.finding(span, format!("`{name}` is there twice")).label("again here");
    match first {
        Some(first) => finding.also(first, "first here"),
        None => finding,
    }
}
