//! PW0204: an input that is not an object.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// An input that is not an object.
pub static INPUT_NOT_OBJECT: Rule = Rule {
    code: "PW0204",
    name: "input-not-object",
    group: Group::Schemas,
    level: Level::Error,
    summary: "an input that is not an object",
    page: include_str!("input_not_object.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
