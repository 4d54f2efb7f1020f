//! PW0325: a value of which nobody knows whether it is accepted where it goes.

use crate::{
    check::edges::Edge,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A value of which nobody knows whether it is accepted where it goes.
pub static UNPROVEN_EDGE: Rule = Rule {
    code: "PW0325",
    name: "unproven-edge",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a value of which nobody knows whether it is accepted where it goes",
    page: include_str!("unproven_edge.md"),
    found_by: FoundBy::Inference,
};

/// The schemas say nothing about the value.
pub fn open(span: Span, edge: Edge<'_>) -> Finding {
    let finding = say(span, edge).label("no schema says what this is");
    finding.help("declare it in the schema of what it is read from")
}

/// It takes more than we can show.
pub fn finding(span: Span, edge: Edge<'_>, why: &str) -> Finding {
    say(span, edge).note(why.to_owned()).help("simpler schemas are easier to hold against each other")
}

fn say(span: Span, edge: Edge<'_>) -> Finding {
    let (node, end) = (&edge.node.name.value, edge.end.named());
    let finding =
        UNPROVEN_EDGE.finding(span, format!("whether {end} accepts what node `{node}` gives is seen in runs only"));
    finding.also(edge.declared, "what is accepted is declared here")
}
