//! PW0307: a topology without a node.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A topology without a node.
pub static EMPTY_TOPOLOGY: Rule = Rule {
    code: "PW0307",
    name: "empty-topology",
    group: Group::Topology,
    level: Level::Error,
    summary: "a topology without a node",
    page: include_str!("empty_topology.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
