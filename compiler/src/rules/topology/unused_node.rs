//! PW0308: a node that changes nothing and that nobody needs.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{Node, NodeKind, Pack, StateAccess, StateUse},
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

/// Effects that leave the world as it was.
const HARMLESS: &[&str] = &["reads", "network"];

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (id, topology, graph) in cx.topologies() {
        if !cx.is_whole(id) {
            continue;
        }
        let mut is_needed = vec![false; topology.nodes.len()];
        graph.needs.iter().flatten().for_each(|need| is_needed[need.node.idx()] = true);
        for (node, is_needed) in topology.nodes.iter().zip(is_needed) {
            if !is_needed && !matters(node, cx.pack) {
                let finding = UNUSED_NODE.finding(node.name.span, format!("nobody needs node `{}`", node.name.value));
                let finding = finding.label("it changes nothing, and nothing uses its output");
                out.push(finding.help("use its output, or take the node away"));
            }
        }
    }
}

/// Whether a run is another one for the node, though no other node uses its output.
fn matters(node: &Node, pack: &Pack) -> bool {
    match &node.kind {
        NodeKind::Response | NodeKind::Switch(_) | NodeKind::Wait(_) | NodeKind::Timer(_) => true,
        NodeKind::Transform | NodeKind::Converge(_) => false,
        NodeKind::State(StateUse { access, .. }) => *access != StateAccess::Get,
        NodeKind::Http(call) => pack.http[call.value.idx()].method != "GET",
        NodeKind::Handler(handler) => {
            let contract = &pack.handlers[handler.value.idx()].contract;
            contract.mutating || contract.effects.iter().any(|effect| !HARMLESS.contains(&effect.kind.as_str()))
        }
        // Whoever calls a topology for nothing has written one that does nothing.
        NodeKind::Topology(_) => true,
    }
}
