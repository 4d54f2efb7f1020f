//! PW0321: a node that may take longer than its run.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{Moment, Node, NodeKind, Wait},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A node that may take longer than its run.
pub static OVERLONG_TIMEOUT: Rule = Rule {
    code: "PW0321",
    name: "overlong-timeout",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that may take longer than its run",
    page: include_str!("overlong_timeout.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        let Some(run) = topology.timeout else { continue };
        for node in &topology.nodes {
            if let Some((milliseconds, span, what)) = longest(node).filter(|(it, _, _)| *it > run.value) {
                let message = format!("{what} of node `{}` is longer than a run may take", node.name.value);
                let finding = OVERLONG_TIMEOUT.finding(span, message).label(shown(milliseconds));
                let finding = finding.also(run.span, format!("a run ends after {}", shown(run.value)));
                out.push(finding.help("give the run more time, or the node less"));
            }
        }
    }
}

/// How long the author lets a node take, where and as what.
fn longest(node: &Node) -> Option<(u64, Span, &'static str)> {
    match &node.kind {
        NodeKind::Wait(Wait { deadline: Moment::After(it), .. }) => Some((*it, node.name.span, "the deadline")),
        NodeKind::Timer(Moment::After(it)) => Some((*it, node.name.span, "the timer")),
        NodeKind::Handler(_)
        | NodeKind::Http(_)
        | NodeKind::Response
        | NodeKind::Transform
        | NodeKind::Switch(_)
        | NodeKind::Converge(_)
        | NodeKind::Wait(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => node.timeout.map(|timeout| (timeout.value, timeout.span, "the timeout")),
    }
}

/// As an author would write it.
fn shown(milliseconds: u64) -> String {
    let units = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)];
    match units.iter().find(|(_, unit)| milliseconds.is_multiple_of(*unit)) {
        Some((name, unit)) => format!("{}{name}", milliseconds / unit),
        None => format!("{milliseconds}ms"),
    }
}
