//! PW0302: a reference to a node that the topology does not have.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A reference to a node that the topology does not have.
pub static UNKNOWN_NODE: Rule = Rule {
    code: "PW0302",
    name: "unknown-node",
    group: Group::Topology,
    level: Level::Error,
    summary: "a reference to a node that the topology does not have",
    page: include_str!("unknown_node.md"),
    found_by: FoundBy::Resolve,
};

/// `nodes` are those that the topology has.
pub fn finding(name: &Spanned<String>, nodes: &[&str]) -> Finding {
    let finding = UNKNOWN_NODE.finding(name.span, format!("the topology has no node `{}`", name.value));
    match similar(&name.value, nodes.iter().copied().chain(["args"])) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("its nodes are `{}`", nodes.join("`, `"))),
    }
}
