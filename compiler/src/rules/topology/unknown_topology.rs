//! PW0311: a call of a topology that the pack does not have.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A call of a topology that the pack does not have.
pub static UNKNOWN_TOPOLOGY: Rule = Rule {
    code: "PW0311",
    name: "unknown-topology",
    group: Group::Topology,
    level: Level::Error,
    summary: "a call of a topology that the pack does not have",
    page: include_str!("unknown_topology.md"),
    found_by: FoundBy::Resolve,
};

/// `known` are the topologies that the pack has.
pub fn finding(name: &Spanned<String>, known: &[&str]) -> Finding {
    let finding = UNKNOWN_TOPOLOGY.finding(name.span, format!("the pack has no topology `{}`", name.value));
    match similar(&name.value, known.iter().copied()) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("its topologies are `{}`", known.join("`, `"))),
    }
}
