//! PW0501: two tools that callers could not tell apart.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Two tools that callers could not tell apart.
pub static TOOL_NAME_COLLISION: Rule = Rule {
    code: "PW0501",
    name: "tool-name-collision",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "two tools that callers could not tell apart",
    page: include_str!("tool_name_collision.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
