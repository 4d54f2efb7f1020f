//! PW0403: text that interpolates a list or an object.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Text that interpolates a list or an object.
pub static NOT_A_SCALAR: Rule = Rule {
    code: "PW0403",
    name: "not-a-scalar",
    group: Group::Expressions,
    level: Level::Error,
    summary: "text that interpolates a list or an object",
    page: include_str!("not_a_scalar.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
