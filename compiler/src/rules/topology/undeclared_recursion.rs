//! PW0319: topologies that run each other without a bound.

use crate::{
    check::{Cx, graph::Graph},
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Topologies that run each other without a bound.
pub static UNDECLARED_RECURSION: Rule = Rule {
    code: "PW0319",
    name: "undeclared-recursion",
    group: Group::Topology,
    level: Level::Error,
    summary: "topologies that run each other without a bound",
    page: include_str!("undeclared_recursion.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    let topologies = &cx.pack.topologies;
    let name = |idx: usize| &topologies[idx].name.value;
    for cycle in Graph::of_calls(cx.pack).cycles.cycles {
        // The cycle is of calls: each topology runs the one after it.
        let names: Vec<&str> = cycle.nodes.iter().map(|(id, _)| name(id.idx()).as_str()).collect();
        let chain = names.iter().chain(names.first()).copied().collect::<Vec<_>>().join(" -> ");
        let mut calls = cycle.nodes.iter();
        let Some((first, call)) = calls.next() else { continue };
        let says = |from: usize, to: usize| format!("`{}` runs `{}`", name(from), name(to));
        let finding = UNDECLARED_RECURSION.finding(call.span, format!("topologies run each other: `{chain}`"));
        let mut finding = finding.label(says(first.idx(), call.node.idx()));
        for (from, call) in calls {
            finding = finding.also(call.span, says(from.idx(), call.node.idx()));
        }
        let help = format!("if that is meant, say how deep: `recursion = 3` in the file of `{}`", names[0]);
        out.push(finding.help(help));
    }
}
