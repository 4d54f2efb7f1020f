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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (id, topology, _) in cx.topologies().filter(|(_, topology, _)| topology.nodes.is_empty()) {
        // Without a name there is hardly a topology, and that is reported.
        if cx.is_whole(id) && !topology.name.value.is_empty() {
            let message = format!("topology `{}` has no node", topology.name.value);
            let finding = EMPTY_TOPOLOGY.finding(topology.name.span, message);
            out.push(finding.help("add one, such as `[nodes.reply]` with `response = { … }`"));
        }
    }
}
