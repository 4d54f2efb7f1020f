//! PW0315: a way through a query that ends without a response.

use crate::{
    check::{Cx, flow::faults::FlowFault},
    diagnostic::{Finding, Level},
    model::NodeKind,
    rules::{FoundBy, Group, Rule},
};

/// A way through a query that ends without a response.
pub static SILENT_PATH: Rule = Rule {
    code: "PW0315",
    name: "silent-path",
    group: Group::Topology,
    level: Level::Error,
    summary: "a way through a query that ends without a response",
    page: include_str!("silent_path.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (id, topology, fault) in cx.flow_faults() {
        let FlowFault::Silence { case } = fault else { continue };
        // What a broken file does not say may be the response.
        if !cx.is_whole(id) {
            continue;
        }
        let message = format!("nothing responds{}", case.text());
        let last = case.decided.iter().rev().find_map(|decided| decided.span);
        let finding = SILENT_PATH.finding(last.unwrap_or(topology.name.span), message);
        let finding = finding.label("this way ends without a response");
        let responses = topology.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Response));
        let finding = responses.fold(finding, |finding, node| finding.also(node.name.span, "this makes it a query"));
        out.push(
            finding.help("enter a node with `response = { … }` there, or let both ways `converge` before the response"),
        );
    }
}
