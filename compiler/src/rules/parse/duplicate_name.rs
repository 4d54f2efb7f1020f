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

/// Two configuration entries that are set by the same environment variable; of an entry that names none, by its own name.
pub fn variable(name: &str, span: Span, first: Span) -> Finding {
    let finding = DUPLICATE_NAME.finding(span, format!("`{name}` sets two configuration entries")).label("again here");
    finding.also(first, "first here").help("name a variable of its own for one of them: `env = \"…\"`")
}

/// `first` is where the name was used before, if that is known.
pub fn finding(name: &str, span: Span, first: Option<Span>) -> Finding {
    let finding = DUPLICATE_NAME.finding(span, format!("`{name}` is there twice")).label("again here");
    match first {
        Some(first) => finding.also(first, "first here"),
        None => finding,
    }
}
