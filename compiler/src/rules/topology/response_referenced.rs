//! PW0310: a node that waits for a response node.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::NodeKind,
    rules::{FoundBy, Group, Rule},
};

/// A node that waits for a response node.
pub static RESPONSE_REFERENCED: Rule = Rule {
    code: "PW0310",
    name: "response-referenced",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that waits for a response node",
    page: include_str!("response_referenced.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, graph) in cx.topologies() {
        for (node, needs) in topology.nodes.iter().zip(&graph.needs) {
            for need in needs {
                let needed = &topology.nodes[need.node.idx()];
                if matches!(needed.kind, NodeKind::Response) && needed.name.value != node.name.value {
                    let message = format!("node `{}` waits for the response `{}`", node.name.value, needed.name.value);
                    let finding = RESPONSE_REFERENCED.finding(need.span, message);
                    let finding = finding.also(needed.name.span, "a run ends with its response");
                    let note = "work after the response is planned, and not in this version of packwright";
                    out.push(
                        finding.note(note).help("use what the response is made of, and let the node come before it"),
                    );
                }
            }
        }
    }
}
