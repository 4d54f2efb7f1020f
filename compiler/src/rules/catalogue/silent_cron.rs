//! PW0523: a cron trigger that never fires.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A cron trigger that never fires.
pub static SILENT_CRON: Rule = Rule {
    code: "PW0523",
    name: "silent-cron",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a cron trigger that never fires",
    page: include_str!("silent_cron.md"),
    found_by: FoundBy::Parse,
};

/// `cron` is on no calendar.
pub fn finding(span: Span, cron: &str) -> Finding {
    let finding = SILENT_CRON.finding(span, format!("`{cron}` never fires: no such month has such a day"));
    finding.help("February has 28 or 29 days, and April, June, September and November have 30")
}
