//! PW0521: a map of state that no node uses.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{NodeKind, StateId},
    rules::{FoundBy, Group, Rule},
};

/// A map of state that no node uses.
pub static UNUSED_STATE: Rule = Rule {
    code: "PW0521",
    name: "unused-state",
    group: Group::Catalogue,
    level: Level::Warning,
    summary: "a map of state that no node uses",
    page: include_str!("unused_state.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    // What could not be read may use it.
    if cx.topologies().any(|(id, _, _)| !cx.is_whole(id)) {
        return;
    }
    for (map, id) in cx.pack.state.iter().zip((0..).map(StateId)) {
        let mut nodes = cx.pack.topologies.iter().flat_map(|topology| &topology.nodes);
        if !nodes.any(|node| matches!(&node.kind, NodeKind::State(it) if it.map.value == id)) {
            let name = &map.name.value;
            let finding = UNUSED_STATE.finding(map.name.span, format!("no node uses the state `{name}`"));
            out.push(finding.help(format!("read or write it: `state = \"{name}\"`; or take it away")));
        }
    }
}
