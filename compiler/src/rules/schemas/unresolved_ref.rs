//! PW0203: a `$ref` that leads nowhere.

use packwright_schema::{FaultKind, SchemaFault};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, schemas::of_fault},
};

/// A `$ref` that leads nowhere.
pub static UNRESOLVED_REF: Rule = Rule {
    code: "PW0203",
    name: "unresolved-ref",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a `$ref` that leads nowhere",
    page: include_str!("unresolved_ref.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    of_fault(&UNRESOLVED_REF, cx, is_ours, out);
}

/// What to do about a reference that resembles none, for who has the pack's files before them.
pub(super) fn help(cx: &Cx<'_>, fault: &SchemaFault) -> Option<String> {
    match &fault.kind {
        FaultKind::UnresolvedRef { reference: _, path: Some(path), near: None } => {
            let is_there = cx.pack.schema_files.iter().any(|file| file.path == *path);
            (!is_there)
                .then(|| format!("the pack has no file `{path}`; documents are in `schemas/` and end in `.json`"))
        }
        FaultKind::UnresolvedRef { reference, path: None, near: None } if reference.contains("://") => {
            Some("nothing is fetched: put the document into `schemas/`, with its URI as `$id`".to_owned())
        }
        FaultKind::UnresolvedRef { reference: _, path: _, near: _ }
        | FaultKind::Invalid(_)
        | FaultKind::Pattern(_)
        | FaultKind::NotRead(_)
        | FaultKind::Unknown { near: _ }
        | FaultKind::UnknownFormat { format: _, near: _ }
        | FaultKind::Taken { uri: _, by: _ }
        | FaultKind::RefCycle { chain: _ }
        | FaultKind::RefChain { limit: _ }
        | FaultKind::TooManyScopes { limit: _ }
        | FaultKind::TooDeep => None,
    }
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
