//! PW0303: nodes that wait for each other.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Nodes that wait for each other.
pub static CYCLE: Rule = Rule {
    code: "PW0303",
    name: "cycle",
    group: Group::Topology,
    level: Level::Error,
    summary: "nodes that wait for each other",
    page: include_str!("cycle.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, graph) in cx.topologies() {
        let name = |idx: usize| &topology.nodes[idx].name.value;
        for cycle in &graph.cycles.cycles {
            let mut edges = cycle.nodes.iter();
            let Some((waiting, need)) = edges.next() else { continue };
            let says = |waiting: usize, needed: usize| match waiting == needed {
                true => format!("`{}` waits for itself", name(waiting)),
                false => format!("`{}` waits for `{}`", name(waiting), name(needed)),
            };
            let chain = cycle.chain(&topology.nodes);
            let mut finding = CYCLE.finding(need.span, format!("nodes wait for each other: `{chain}`"));
            finding = finding.label(says(waiting.idx(), need.node.idx()));
            for (waiting, need) in edges {
                finding = finding.also(need.span, says(waiting.idx(), need.node.idx()));
            }
            out.push(finding.help("take one of these references away, or move what both need to a node of its own"));
        }
    }
}
