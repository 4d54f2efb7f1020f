//! PW0001: a file that is not TOML, or not JSON where that is wanted.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A file that is not TOML, or not JSON where that is wanted.
pub static TOML_SYNTAX: Rule = Rule {
    code: "PW0001",
    name: "toml-syntax",
    group: Group::Parse,
    level: Level::Error,
    summary: "a file that is not TOML, or not JSON where that is wanted",
    page: include_str!("toml_syntax.md"),
    found_by: FoundBy::Parse,
};

/// `message` is the TOML parser's, such as "invalid basic string, expected `\"`".
pub fn finding(span: Span, message: &str) -> Finding {
    if message.contains("recurs") {
        return TOML_SYNTAX.finding(span, "tables or lists are too deep in each other to be read");
    }
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let what = what.strip_suffix('.').unwrap_or(what).replace('\n', " ");
    let finding = TOML_SYNTAX.finding(span, format!("not TOML: {what}"));
    if expected.is_empty() { finding } else { finding.label(format!("expected {expected}")) }
}

/// A `key =` with nothing after it.
pub fn without_value(span: Span) -> Finding {
    TOML_SYNTAX.finding(span, "not TOML: a key without a value").label("expected a value")
}

/// The first byte that is not UTF-8.
pub fn not_unicode(span: Span) -> Finding {
    TOML_SYNTAX.finding(span, "not TOML: the file is not UTF-8 text").help("save it as UTF-8")
}

/// `message` is the JSON parser's.
pub fn not_json(span: Span, message: &str) -> Finding {
    // The place is shown.
    let what = [" at line ", " at byte "].into_iter().find_map(|at| message.rsplit_once(at)).map_or(message, |it| it.0);
    TOML_SYNTAX.finding(span, format!("not JSON: {what}"))
}
