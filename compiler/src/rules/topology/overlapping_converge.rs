//! PW0313: a converge of nodes that can both be done.

use crate::{
    check::{Cx, flow::faults::FlowFault},
    diagnostic::{Finding, Level},
    model::NodeId,
    rules::{FoundBy, Group, Rule},
};

/// A converge of nodes that can both be done.
pub static OVERLAPPING_CONVERGE: Rule = Rule {
    code: "PW0313",
    name: "overlapping-converge",
    group: Group::Topology,
    level: Level::Error,
    summary: "a converge of nodes that can both be done",
    page: include_str!("overlapping_converge.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, fault) in cx.flow_faults() {
        let FlowFault::Converge { first, second, case } = fault else { continue };
        let name = |node: NodeId| &topology.nodes[node.idx()].name.value;
        let message = format!("`{}` and `{}` are both done{}", name(first.value), name(second.value), case.text());
        let finding = OVERLAPPING_CONVERGE.finding(second.span, message).also(first.span, "a first way");
        let finding = finding.label("a second way, which does not exclude the first");
        let note =
            "`converge` has the output of the one node that is done: its nodes are in branches that exclude each other";
        out.push(finding.note(note).help("read both where both are needed: a node waits for all that it reads"));
    }
}
