//! PW0508: a published version that is defined anew.

use crate::{
    diagnostic::{Finding, Level},
    model::LedgerEntry,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A published version that is defined anew.
pub static CHANGED_VERSION: Rule = Rule {
    code: "PW0508",
    name: "changed-version",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a published version that is defined anew",
    page: include_str!("changed_version.md"),
    found_by: FoundBy::Published,
};

/// `differing` are the members of the manifest that are not the published ones; `span` is the tool.
pub fn changed(span: Span, entry: &LedgerEntry, differing: &[String]) -> Finding {
    let message = format!("version {} of `{}` is published, and is another tool now", entry.version, entry.dotted_id);
    let finding = CHANGED_VERSION.finding(span, message).also(entry.span, "published here");
    let finding = finding.label(format!("other than published: `{}`", differing.join("`, `")));
    finding.help("raise its `version`: who uses the published one relies on it")
}

/// The version has been withdrawn.
pub fn retired(span: Span, entry: &LedgerEntry) -> Finding {
    let message = format!("version {} of `{}` is retired, and the pack defines it", entry.version, entry.dotted_id);
    let finding = CHANGED_VERSION.finding(span, message).also(entry.span, "retired here");
    finding.help("raise its `version`, or take the tool away")
}
