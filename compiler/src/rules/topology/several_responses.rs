//! PW0305: more than one response node.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::NodeKind,
    rules::{FoundBy, Group, Rule},
};

/// More than one response node.
pub static SEVERAL_RESPONSES: Rule = Rule {
    code: "PW0305",
    name: "several-responses",
    group: Group::Topology,
    level: Level::Error,
    summary: "more than one response node",
    page: include_str!("several_responses.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        let mut responses = topology.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Response));
        let Some(first) = responses.next() else { continue };
        for second in responses {
            let message = format!("`{}` responds, and so does `{}`", first.name.value, second.name.value);
            let finding = SEVERAL_RESPONSES.finding(second.name.span, message).label("a second response");
            let finding = finding.also(first.name.span, "the first response");
            out.push(finding.help("a run is answered once: join both into one response node"));
        }
    }
}
