//! PW0202: a keyword for which no validation code is generated yet.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A keyword for which no validation code is generated yet.
pub static UNSUPPORTED_KEYWORD: Rule = Rule {
    code: "PW0202",
    name: "unsupported-keyword",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a keyword for which no validation code is generated yet",
    page: include_str!("unsupported_keyword.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
