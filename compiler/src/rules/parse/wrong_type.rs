//! PW0004: a value of another type than its key takes.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A value of another type than its key takes.
pub static WRONG_TYPE: Rule = Rule {
    code: "PW0004",
    name: "wrong-type",
    group: Group::Parse,
    level: Level::Error,
    summary: "a value of another type than its key takes",
    page: include_str!("wrong_type.md"),
    found_by: FoundBy::Parse,
};

/// `takes` and `is` name types with their articles.
pub fn finding(key: &str, span: Span, takes: &str, is: &str) -> Finding {
    WRONG_TYPE.finding(span, format!("`{key}` takes {takes}, not {is}")).label(format!("this is {is}"))
}

/// A value of a TOML type that JSON does not have.
pub fn finding_in_json(span: Span, is: &str) -> Finding {
    WRONG_TYPE.finding(span, format!("JSON has no value like {is}")).label(format!("this is {is}"))
}
