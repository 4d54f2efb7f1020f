//! PW0310: a node that waits for a response node.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A node that waits for a response node.
pub static RESPONSE_REFERENCED: Rule = Rule {
    code: "PW0310",
    name: "response-referenced",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that waits for a response node",
    page: include_str!("response_referenced.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
