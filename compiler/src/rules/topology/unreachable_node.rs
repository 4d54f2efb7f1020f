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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, graph) in cx.topologies() {
        let name = |idx: usize| &topology.nodes[idx].name;
        for (node, need) in &graph.cycles.blocked {
            let node = name(node.idx());
            let finding = UNREACHABLE_NODE.finding(node.span, format!("node `{}` can never start", node.value));
            let finding = finding.label("it waits for nodes that wait for each other");
            out.push(finding.also(need.span, format!("by way of `{}`", name(need.node.idx()).value)));
        }
    }
}
