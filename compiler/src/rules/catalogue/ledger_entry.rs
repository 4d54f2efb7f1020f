//! PW0504: a published manifest that is not where or what it should be.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A published manifest that is not where or what it should be.
pub static LEDGER_ENTRY: Rule = Rule {
    code: "PW0504",
    name: "ledger-entry",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a published manifest that is not where or what it should be",
    page: include_str!("ledger_entry.md"),
    found_by: FoundBy::Parse,
};

/// A file that is not at `ledger/<dotted id>/<version>.json`.
pub fn misplaced(span: Span) -> Finding {
    let finding = LEDGER_ENTRY.finding(span, "a published manifest is not at `ledger/<dotted id>/<version>.json`");
    finding.help("`packwright publish` writes these files; undo the move by your version control")
}

/// A member that says something else than the file's path.
pub fn disagrees(span: Span, key: &str, expected: &str) -> Finding {
    let finding = LEDGER_ENTRY.finding(span, format!("the published manifest's `{key}` is not that of its path"));
    finding.label(format!("its path says `{expected}`"))
}

/// A file whose content is not a manifest.
pub fn not_a_manifest(span: Span, reason: &str) -> Finding {
    LEDGER_ENTRY.finding(span, format!("not a published manifest: {reason}"))
}
