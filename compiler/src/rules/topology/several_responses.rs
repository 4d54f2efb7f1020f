//! PW0305: more than one response node.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// More than one response node.
pub static SEVERAL_RESPONSES: Rule = Rule {
    code: "PW0305",
    name: "several-responses",
    group: Group::Topology,
    level: Level::Error,
    summary: "more than one response node",
    page: include_str!("several_responses.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
