//! PW0503: a configuration entry that the pack does not declare.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A configuration entry that the pack does not declare.
pub static UNKNOWN_CONFIG: Rule = Rule {
    code: "PW0503",
    name: "unknown-config",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a configuration entry that the pack does not declare",
    page: include_str!("unknown_config.md"),
    found_by: FoundBy::Resolve,
};

/// `declared` are the entries that the pack has.
pub fn finding<'d>(name: &Spanned<String>, declared: impl IntoIterator<Item = &'d str>) -> Finding {
    let finding =
        UNKNOWN_CONFIG.finding(name.span, format!("the pack declares no configuration entry `{}`", name.value));
    match similar(&name.value, declared) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("declare it: `[config.{}]`", name.value)),
    }
}
