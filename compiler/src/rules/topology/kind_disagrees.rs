//! PW0306: a declared kind that the nodes contradict.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A declared kind that the nodes contradict.
pub static KIND_DISAGREES: Rule = Rule {
    code: "PW0306",
    name: "kind-disagrees",
    group: Group::Topology,
    level: Level::Error,
    summary: "a declared kind that the nodes contradict",
    page: include_str!("kind_disagrees.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
