//! PW0323: a compensation of a node that changes nothing.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::NodeKind,
    rules::{FoundBy, Group, Rule},
};

/// A compensation of a node that changes nothing.
pub static NEEDLESS_COMPENSATION: Rule = Rule {
    code: "PW0323",
    name: "needless-compensation",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a compensation of a node that changes nothing",
    page: include_str!("needless_compensation.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            let Some(undo) = &node.compensate else { continue };
            let changes = match &node.kind {
                NodeKind::Http(call) => cx.pack.http[call.value.idx()].method != "GET",
                NodeKind::Handler(handler) => cx.pack.handlers[handler.value.idx()].contract.mutating,
                // What a topology does is its own matter.
                NodeKind::Topology(_) => true,
                NodeKind::Response
                | NodeKind::Transform
                | NodeKind::Switch(_)
                | NodeKind::Converge(_)
                | NodeKind::Wait(_)
                | NodeKind::Timer(_)
                | NodeKind::State(_) => false,
            };
            if !changes {
                let message = format!("node `{}` changes nothing, and has a compensation", node.name.value);
                let finding = NEEDLESS_COMPENSATION.finding(undo.span, message);
                out.push(finding.label("there is nothing to take back").help("take `compensate` away"));
            }
        }
    }
}
