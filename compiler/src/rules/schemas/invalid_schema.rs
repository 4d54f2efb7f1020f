//! PW0201: a JSON Schema that its own metaschema refuses.

use packwright_schema::{FaultKind, PatternFault, SchemaFault, pattern::PatternFaultKind};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, schemas::of_fault},
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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    of_fault(&INVALID_SCHEMA, cx, is_ours, out);
}

fn is_ours(fault: &SchemaFault) -> bool {
    match &fault.kind {
        FaultKind::Pattern(PatternFault { source: _, offset: _, kind }) => matches!(kind, PatternFaultKind::Syntax(_)),
        FaultKind::Invalid(_)
        | FaultKind::Unknown { near: _ }
        | FaultKind::Taken { uri: _, by: _ }
        | FaultKind::TooDeep => true,
        FaultKind::NotRead(_)
        | FaultKind::UnknownFormat { format: _, near: _ }
        | FaultKind::UnresolvedRef { reference: _, path: _, near: _ }
        | FaultKind::RefCycle { chain: _ }
        | FaultKind::RefChain { limit: _ }
        | FaultKind::TooManyScopes { limit: _ } => false,
    }
}
