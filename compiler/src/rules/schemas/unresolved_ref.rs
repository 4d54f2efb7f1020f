//! PW0203: a `$ref` that leads nowhere in its own document.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A `$ref` that leads nowhere in its own document.
pub static UNRESOLVED_REF: Rule = Rule {
    code: "PW0203",
    name: "unresolved-ref",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a `$ref` that leads nowhere in its own document",
    page: include_str!("unresolved_ref.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
