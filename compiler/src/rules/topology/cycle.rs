//! PW0303: nodes that wait for each other.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Nodes that wait for each other.
pub static CYCLE: Rule = Rule {
    code: "PW0303",
    name: "cycle",
    group: Group::Topology,
    level: Level::Error,
    summary: "nodes that wait for each other",
    page: include_str!("cycle.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
