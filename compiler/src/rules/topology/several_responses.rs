//! PW0305: two responses that can both fire.

use crate::{
    check::{Cx, flow::faults::FlowFault},
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Two responses that can both fire.
pub static SEVERAL_RESPONSES: Rule = Rule {
    code: "PW0305",
    name: "several-responses",
    group: Group::Topology,
    level: Level::Error,
    summary: "two responses that can both fire",
    page: include_str!("several_responses.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, fault) in cx.flow_faults() {
        let FlowFault::Responses { first, second, case } = fault else { continue };
        let (first, second) = (&topology.nodes[first.idx()].name, &topology.nodes[second.idx()].name);
        let message = format!("`{}` responds, and so does `{}`{}", first.value, second.value, case.text());
        let finding = SEVERAL_RESPONSES.finding(second.span, message).label("a second response");
        let finding = finding.also(first.span, "the first response");
        out.push(finding.help("a run is answered once: join both into one response node, or let a `switch` choose"));
    }
}
