//! PW0501: two tools that callers could not tell apart.

use std::collections::HashMap;

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    names::Names,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Two tools that callers could not tell apart.
pub static TOOL_NAME_COLLISION: Rule = Rule {
    code: "PW0501",
    name: "tool-name-collision",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "two tools that callers could not tell apart",
    page: include_str!("tool_name_collision.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    let namespace = &cx.pack.namespace;
    let topologies = cx.pack.topologies.iter().filter(|topology| !topology.name.value.is_empty());
    let topologies =
        topologies.map(|topology| (Names::topology(namespace, &topology.name.value), topology.name.span, "topology"));
    let tools = cx.pack.tools.iter().map(|tool| {
        let contract = &cx.pack.handlers[tool.handler.idx()].contract;
        (Names::handler(namespace, &tool.name), contract.span, "tool")
    });
    let mut tools: Vec<(Names, Span, &str)> = topologies.chain(tools).collect();
    tools.sort_by_key(|(_, span, _)| *span);
    let mut taken: HashMap<&str, (usize, &str)> = HashMap::with_capacity(4 * tools.len());
    for (rank, (names, span, source)) in tools.iter().enumerate() {
        for (kind, name) in names.all() {
            let (first, first_kind) = *taken.entry(name).or_insert((rank, kind));
            // Two topologies of one name are reported as that.
            let (first_names, first_span, first_source) = &tools[first];
            if first != rank && first_names.canonical != names.canonical {
                let (tool, first_tool) =
                    (format!("{source} `{}`", names.bare), format!("{first_source} `{}`", first_names.bare));
                let message = format!("{tool} and {first_tool} are both called `{name}`");
                let finding = TOOL_NAME_COLLISION.finding(*span, message).label(format!("its {kind}"));
                let finding = finding.also(*first_span, format!("the {first_kind} of {first_tool}"));
                out.push(finding.help("give one of them another name"));
                break;
            }
        }
    }
}
