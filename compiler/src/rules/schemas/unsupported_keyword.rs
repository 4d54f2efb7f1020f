//! PW0202: a keyword for which no validation code is generated yet.

use packwright_schema::{FaultKind, SchemaFault};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, schemas::of_fault},
};

/// A keyword for which no validation code is generated yet.
pub static UNSUPPORTED_KEYWORD: Rule = Rule {
    code: "PW0202",
    name: "unsupported-keyword",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a keyword for which no validation code is generated yet",
    page: include_str!("unsupported_keyword.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    of_fault(&UNSUPPORTED_KEYWORD, cx, is_ours, out);
}

fn is_ours(fault: &SchemaFault) -> bool {
    match &fault.kind {
        FaultKind::NotGenerated(_) | FaultKind::RefChain { limit: _ } => true,
        FaultKind::Invalid(_)
        | FaultKind::Unknown { near: _ }
        | FaultKind::UnresolvedRef { reference: _, near: _ }
        | FaultKind::RefCycle { chain: _ }
        | FaultKind::TooDeep => false,
    }
}
