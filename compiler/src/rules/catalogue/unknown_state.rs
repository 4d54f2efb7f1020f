//! PW0520: a map of state that the pack does not declare.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A map of state that the pack does not declare.
pub static UNKNOWN_STATE: Rule = Rule {
    code: "PW0520",
    name: "unknown-state",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a map of state that the pack does not declare",
    page: include_str!("unknown_state.md"),
    found_by: FoundBy::Resolve,
};

/// `declared` are the maps that the pack has.
pub fn finding<'d>(name: &Spanned<String>, declared: impl IntoIterator<Item = &'d str>) -> Finding {
    let finding = UNKNOWN_STATE.finding(name.span, format!("the pack declares no map of state `{}`", name.value));
    match similar(&name.value, declared) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("declare it in pack.toml: `[state.{}]`", name.value)),
    }
}
