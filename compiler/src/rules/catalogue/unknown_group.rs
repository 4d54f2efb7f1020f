//! PW0502: a group that the pack does not declare.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A group that the pack does not declare.
pub static UNKNOWN_GROUP: Rule = Rule {
    code: "PW0502",
    name: "unknown-group",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a group that the pack does not declare",
    page: include_str!("unknown_group.md"),
    found_by: FoundBy::Resolve,
};

/// `declared` are the groups that the pack has.
pub fn finding(name: &Spanned<String>, declared: &[String]) -> Finding {
    let finding = UNKNOWN_GROUP.finding(name.span, format!("the pack declares no group `{}`", name.value));
    match similar(&name.value, declared.iter().map(String::as_str)) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => {
            // A group that is there twice is reported there.
            let is_first = |(at, group): &(usize, &String)| !declared[..*at].contains(group);
            let declared = declared.iter().enumerate().filter(is_first).map(|(_, group)| group.as_str());
            let declared = declared.collect::<Vec<_>>().join("`, `");
            finding.help(format!("add it to `groups` of pack.toml; it has `{declared}`"))
        }
    }
}
