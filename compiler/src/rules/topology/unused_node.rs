//! PW0308: a node that changes nothing and that nobody needs.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A node that changes nothing and that nobody needs.
pub static UNUSED_NODE: Rule = Rule {
    code: "PW0308",
    name: "unused-node",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a node that changes nothing and that nobody needs",
    page: include_str!("unused_node.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
