//! PW0201: a JSON Schema that its own metaschema refuses.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A JSON Schema that its own metaschema refuses.
pub static INVALID_SCHEMA: Rule = Rule {
    code: "PW0201",
    name: "invalid-schema",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a JSON Schema that its own metaschema refuses",
    page: include_str!("invalid_schema.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
