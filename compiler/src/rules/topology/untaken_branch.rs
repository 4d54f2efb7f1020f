//! PW0314: a node that reads what may not be there.

use crate::{
    check::{
        Cx,
        flow::{Case, faults::FlowFault},
        graph::Need,
    },
    diagnostic::{Finding, Level},
    model::{NodeId, Topology},
    rules::{FoundBy, Group, Rule},
};

/// A node that reads what may not be there.
pub static UNTAKEN_BRANCH: Rule = Rule {
    code: "PW0314",
    name: "untaken-branch",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that reads what may not be there",
    page: include_str!("untaken_branch.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, fault) in cx.flow_faults() {
        let name = |node: NodeId| &topology.nodes[node.idx()].name.value;
        match fault {
            FlowFault::Untaken { node, need, case } => {
                let (node, needed) = (name(*node), name(need.node));
                let message = format!("node `{node}` is entered, and `{needed}` is not there{}", case.text());
                let finding = UNTAKEN_BRANCH.finding(need.span, message).label("it would never start");
                let help = format!("read only what is there in every branch that enters `{node}`");
                out.push(with_places(finding, case).help(help));
            }
            FlowFault::NoError { node, need } => out.push(no_error(topology, *node, need)),
            FlowFault::Undo { node, read, is_failure: true } => {
                let (node, read_name) = (name(*node), name(read.value));
                let message =
                    format!("the compensation of `{node}` reads why `{read_name}` failed, which it need not have");
                let finding = UNTAKEN_BRANCH.finding(read.span, message);
                out.push(finding.help(format!("read the arguments, `{node}` itself, or what comes before it")));
            }
            FlowFault::Undo { node, read, is_failure: false } => {
                let (node, read_name) = (name(*node), name(read.value));
                let message =
                    format!("the compensation of `{node}` reads `{read_name}`, which may not be there by then");
                let finding = UNTAKEN_BRANCH.finding(read.span, message);
                let finding = finding.label(format!("`{read_name}` is not always done before `{node}`"));
                out.push(finding.help(format!("read the arguments, `{node}` itself, or what comes before it")));
            }
            FlowFault::Join { .. }
            | FlowFault::Converge { .. }
            | FlowFault::Responses { .. }
            | FlowFault::Silence { .. }
            | FlowFault::Tangled => {}
        }
    }
}

/// A node that reads why another failed, where that need not have failed.
fn no_error(topology: &Topology, node: NodeId, need: &Need) -> Finding {
    let failed = &topology.nodes[need.node.idx()];
    let (node, name) = (&topology.nodes[node.idx()].name.value, &failed.name.value);
    match failed.on_error {
        None => {
            let message = format!("node `{node}` reads why `{name}` failed, and that failure ends the run");
            let finding = UNTAKEN_BRANCH.finding(need.span, message).also(failed.name.span, "it has no `on_error`");
            finding.help(format!("add `on_error = \"{node}\"` to `{name}`"))
        }
        Some(target) => {
            let message = format!("node `{node}` reads why `{name}` failed, and also runs when it does not");
            let finding = UNTAKEN_BRANCH.finding(need.span, message).also(target.span, "its failure leads here");
            finding.help("read it in the node that `on_error` names, or in those that need that one")
        }
    }
}

/// Adds the places of the ways that a case takes.
fn with_places(finding: Finding, case: &Case) -> Finding {
    case.decided.iter().fold(finding, |finding, decided| match decided.span {
        Some(span) => finding.also(span, decided.text.clone()),
        None => finding,
    })
}
