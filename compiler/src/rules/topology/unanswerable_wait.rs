//! PW0322: a wait that nobody can answer.

use crate::{
    check::{Cx, graph},
    diagnostic::{Finding, Level},
    model::{NodeId, NodeKind, Root, Topology},
    rules::{FoundBy, Group, Rule},
};

/// A wait that nobody can answer.
pub static UNANSWERABLE_WAIT: Rule = Rule {
    code: "PW0322",
    name: "unanswerable-wait",
    group: Group::Topology,
    level: Level::Error,
    summary: "a wait that nobody can answer",
    page: include_str!("unanswerable_wait.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (id, topology, graph) in cx.topologies() {
        if !cx.is_whole(id) {
            continue;
        }
        for (idx, wait) in topology.nodes.iter().enumerate().filter(|(_, node)| matches!(node.kind, NodeKind::Wait(_)))
        {
            let wait_id = graph::id(idx);
            let readers: Vec<usize> = readers(topology, wait_id).collect();
            let name = &wait.name.value;
            let finding = UNANSWERABLE_WAIT.finding(wait.name.span, format!("nobody can answer node `{name}`"));
            let help =
                format!("give `${{tokens.{name}}}` to whoever is to answer, in a node that does not wait for `{name}`");
            match readers[..] {
                [] => out.push(finding.label("its token is used nowhere").help(help)),
                [first, ..] if readers.iter().all(|reader| graph.before(graph::id(*reader))[idx]) => {
                    let first = &topology.nodes[first].name;
                    let finding = finding.label("its token is used only after it");
                    out.push(finding.also(first.span, format!("`{}` waits for it", first.value)).help(help));
                }
                _ => {}
            }
        }
    }
}

/// The nodes that read the token of a wait.
fn readers(topology: &Topology, wait: NodeId) -> impl Iterator<Item = usize> {
    topology.nodes.iter().enumerate().filter_map(move |(idx, node)| {
        let mut reads = false;
        for (_, template) in node.places() {
            graph::reads(template, &mut |root, _| reads |= root == Root::Token(wait));
        }
        reads.then_some(idx)
    })
}
