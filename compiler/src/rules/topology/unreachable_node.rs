//! PW0304: a node that can never start.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A node that can never start.
pub static UNREACHABLE_NODE: Rule = Rule {
    code: "PW0304",
    name: "unreachable-node",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that can never start",
    page: include_str!("unreachable_node.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
