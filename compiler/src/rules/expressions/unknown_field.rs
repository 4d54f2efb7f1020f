//! PW0402: a reference to something its schema says is not there.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A reference to something its schema says is not there.
pub static UNKNOWN_FIELD: Rule = Rule {
    code: "PW0402",
    name: "unknown-field",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a reference to something its schema says is not there",
    page: include_str!("unknown_field.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
