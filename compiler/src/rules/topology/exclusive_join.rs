//! PW0312: a node that waits for what excludes each other.

use crate::{
    check::{
        Cx,
        flow::faults::{FlowFault, Requirement, Requires},
    },
    diagnostic::{Finding, Level},
    model::{NodeId, Topology, Way},
    rules::{FoundBy, Group, Rule},
};

/// A node that waits for what excludes each other.
pub static EXCLUSIVE_JOIN: Rule = Rule {
    code: "PW0312",
    name: "exclusive-join",
    group: Group::Topology,
    level: Level::Error,
    summary: "a node that waits for what excludes each other",
    page: include_str!("exclusive_join.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, fault) in cx.flow_faults() {
        if let FlowFault::Join { node, first, second } = fault {
            out.push(finding(topology, *node, *first, *second));
        }
    }
}

fn finding(topology: &Topology, node: NodeId, first: Requirement, second: Option<Requirement>) -> Finding {
    let name = &topology.nodes[node.idx()].name;
    let message = format!("node `{}` can never run", name.value);
    let Some(second) = second else {
        let finding =
            EXCLUSIVE_JOIN.finding(name.span, message).label("all that it waits for never happens in one run");
        return finding.help("let it wait for less, or make two nodes of it");
    };
    let finding = EXCLUSIVE_JOIN.finding(second.span, message).label(says(topology, second.what));
    let finding = finding.also(first.span, says(topology, first.what));
    let finding =
        finding.note("a node waits for all that it reads and that `after` names, and these exclude each other");
    match (first.what, second.what) {
        (Requires::Entered(failed, Way::Caught), Requires::Done(read)) if failed == read => {
            let failed = &topology.nodes[failed.idx()].name.value;
            finding.help(format!("a node that failed has no output: read `errors.{failed}`"))
        }
        (Requires::Done(a), Requires::Done(b)) => {
            let (a, b) = (&topology.nodes[a.idx()].name.value, &topology.nodes[b.idx()].name.value);
            finding
                .help(format!("to go on with the one that is there, add a node with `converge = [\"{a}\", \"{b}\"]`"))
        }
        (Requires::Entered(..), _) | (_, Requires::Entered(..)) => {
            finding.help("read only what is there in this branch, or enter the node from where that is")
        }
    }
}

fn says(topology: &Topology, what: Requires) -> String {
    let name = |node: NodeId| &topology.nodes[node.idx()].name.value;
    match what {
        Requires::Done(node) => format!("it needs `{}`", name(node)),
        Requires::Entered(node, Way::Branch(_)) => format!("`{}` enters it here", name(node)),
        Requires::Entered(node, Way::Caught) => format!("it is entered when `{}` fails", name(node)),
        Requires::Entered(node, Way::TimedOut) => format!("it is entered when nobody answers `{}`", name(node)),
    }
}
