//! PW0701: a test that names what is not there.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A test that names what is not there.
pub static UNKNOWN_IN_TEST: Rule = Rule {
    code: "PW0701",
    name: "unknown-in-test",
    group: Group::Tests,
    level: Level::Error,
    summary: "a test that names what is not there",
    page: include_str!("unknown_in_test.md"),
    found_by: FoundBy::Resolve,
};

/// What a test names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A node of the topology.
    Node,
    /// A node of the topology that waits.
    Wait,
    /// A handler of the pack.
    Handler,
    /// A declared HTTP call.
    Http,
}

/// `known` are the names that there are.
pub fn finding(name: &Spanned<String>, kind: Kind, known: &[&str]) -> Finding {
    let (whose, what) = match kind {
        Kind::Node => ("topology", "node"),
        Kind::Wait => ("topology", "node with `wait`"),
        Kind::Handler => ("pack", "handler"),
        Kind::Http => ("pack", "HTTP call"),
    };
    let finding = UNKNOWN_IN_TEST.finding(name.span, format!("the {whose} has no {what} `{}`", name.value));
    match similar(&name.value, known.iter().copied()) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None if known.is_empty() => finding.help(format!("the {whose} has none: take it away")),
        None => finding.help(format!("there are `{}`", known.join("`, `"))),
    }
}
