//! PW0306: a declared kind that the nodes contradict.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{Kind, NodeKind},
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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (id, topology, _) in cx.topologies() {
        let Some(declared) = topology.declared_kind else { continue };
        let response = topology.nodes.iter().find(|node| matches!(node.kind, NodeKind::Response));
        match (declared.value, response) {
            (Kind::Query, Some(_)) | (Kind::Command, None) => {}
            (Kind::Query, None) if !cx.is_whole(id) => {}
            (Kind::Query, None) => {
                let finding = KIND_DISAGREES.finding(declared.span, "declared a query, but no node responds");
                out.push(finding.help("add a node with `response = { … }`, or take the key away: the kind is derived"));
            }
            (Kind::Command, Some(node)) => {
                let message = format!("declared a command, but node `{}` responds", node.name.value);
                let finding =
                    KIND_DISAGREES.finding(declared.span, message).also(node.name.span, "this makes it a query");
                out.push(finding.help("take the key away (the kind is derived), or the node"));
            }
        }
    }
}
