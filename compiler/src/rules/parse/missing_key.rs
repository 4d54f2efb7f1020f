//! PW0003: a key that must be there and is not.

use crate::{
    diagnostic::{Finding, Level},
    parse::grammar,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A key that must be there and is not.
pub static MISSING_KEY: Rule = Rule {
    code: "PW0003",
    name: "missing-key",
    group: Group::Parse,
    level: Level::Error,
    summary: "a key that must be there and is not",
    page: include_str!("missing_key.md"),
    found_by: FoundBy::Parse,
};

/// `place` names what lacks the key, such as "a topology"; `example` is a line to type.
pub fn finding(key: &str, span: Span, place: &str, example: &str) -> Finding {
    MISSING_KEY.finding(span, format!("{place} needs the key `{key}`")).help(format!("add `{example}`"))
}

/// A topology's file with nothing in it.
pub fn empty_topology(span: Span) -> Finding {
    let finding = MISSING_KEY.finding(span, "the topology's file is empty");
    finding.help("give it a `name`, a `description` and a node, or take the file away")
}

/// A node that does not say what it does.
pub fn without_kind(node: &str, span: Span) -> Finding {
    let finding = MISSING_KEY.finding(span, format!("node `{node}` does nothing"));
    let actions = grammar::NODES.iter().map(|node| format!("`{}`", node.action)).collect::<Vec<_>>().join(", ");
    finding.help(format!("give it one of {actions}, such as `handler = \"…\"` or `response = {{ … }}`"))
}
