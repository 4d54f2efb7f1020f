//! PW0202: a keyword that asks for what no validation code can be generated for.

use packwright_schema::{FaultKind, PatternFault, SchemaFault, pattern::PatternFaultKind};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, schemas::of_fault},
};

/// A keyword that asks for what no validation code can be generated for.
pub static UNSUPPORTED_KEYWORD: Rule = Rule {
    code: "PW0202",
    name: "unsupported-keyword",
    group: Group::Schemas,
    level: Level::Error,
    summary: "a keyword that asks for what no validation code can be generated for",
    page: include_str!("unsupported_keyword.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    of_fault(&UNSUPPORTED_KEYWORD, cx, is_ours, out);
}

fn is_ours(fault: &SchemaFault) -> bool {
    match &fault.kind {
        FaultKind::Pattern(PatternFault { source: _, offset: _, kind }) => !matches!(kind, PatternFaultKind::Syntax(_)),
        FaultKind::NotRead(_)
        | FaultKind::UnknownFormat { format: _, near: _ }
        | FaultKind::RefChain { limit: _ }
        | FaultKind::TooManyScopes { limit: _ } => true,
        FaultKind::Invalid(_)
        | FaultKind::Unknown { near: _ }
        | FaultKind::Taken { uri: _, by: _ }
        | FaultKind::UnresolvedRef { reference: _, path: _, near: _ }
        | FaultKind::RefCycle { chain: _ }
        | FaultKind::TooDeep => false,
    }
}
