//! PW0331: a topology of which nobody can say what happens when.

use crate::{
    check::{Cx, flow::faults::FlowFault},
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A topology of which nobody can say what happens when.
pub static TANGLED_FLOW: Rule = Rule {
    code: "PW0331",
    name: "tangled-flow",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a topology of which nobody can say what happens when",
    page: include_str!("tangled_flow.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, fault) in cx.flow_faults() {
        if !matches!(fault, FlowFault::Tangled) {
            continue;
        }
        let name = &topology.name.value;
        let finding = TANGLED_FLOW.finding(topology.name.span, format!("too much is decided in `{name}` to follow it"));
        out.push(
            finding
                .label("not every way through it was looked at")
                .help("make topologies of its parts, and nodes with `topology = \"…\"` of them"),
        );
    }
}
