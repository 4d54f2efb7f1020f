//! PW0505: a placeholder that the call's input cannot fill.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A placeholder that the call's input cannot fill.
pub static HTTP_PLACEHOLDER: Rule = Rule {
    code: "PW0505",
    name: "http-placeholder",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a placeholder that the call's input cannot fill",
    page: include_str!("http_placeholder.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
