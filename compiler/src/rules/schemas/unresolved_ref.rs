//! PW0203: a `$ref` that leads nowhere in its own document.

use packwright_schema::{FaultKind, SchemaFault};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, schemas::of_fault},
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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    of_fault(&UNRESOLVED_REF, cx, is_ours, out);
}

fn is_ours(fault: &SchemaFault) -> bool {
    match &fault.kind {
        FaultKind::UnresolvedRef { reference: _, path: _, near: _ } | FaultKind::RefCycle { chain: _ } => true,
        FaultKind::Invalid(_)
        | FaultKind::Pattern(_)
        | FaultKind::NotRead(_)
        | FaultKind::Unknown { near: _ }
        | FaultKind::UnknownFormat { format: _, near: _ }
        | FaultKind::Taken { uri: _, by: _ }
        | FaultKind::RefChain { limit: _ }
        | FaultKind::TooManyScopes { limit: _ }
        | FaultKind::TooDeep => false,
    }
}
