//! PW0106: a contracts.lock that does not belong to the pack's Rust.

use crate::{
    contracts::cache::Staleness,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A contracts.lock that does not belong to the pack's Rust.
pub static STALE_CONTRACTS: Rule = Rule {
    code: "PW0106",
    name: "stale-contracts",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a contracts.lock that does not belong to the pack's Rust",
    page: include_str!("stale_contracts.md"),
    found_by: FoundBy::Contracts,
};

/// `span` is the lock, or the name of the package that has none.
pub fn finding(span: Span, why: &Staleness) -> Finding {
    let message = match why {
        Staleness::Absent => "the pack has Rust and no `contracts.lock`".to_owned(),
        Staleness::Unreadable(_) => "`contracts.lock` cannot be read".to_owned(),
        Staleness::OtherCompiler(_) | Staleness::OtherRust | Staleness::Lacks(_) => {
            "`contracts.lock` does not belong to the pack's Rust as it is".to_owned()
        }
    };
    let finding = STALE_CONTRACTS.finding(span, message);
    let finding = match why {
        Staleness::Absent => finding,
        Staleness::Unreadable(reason) => finding.label(reason),
        Staleness::OtherCompiler(version) => {
            finding.label(format!("packwright {version} wrote it, and this is {}", env!("CARGO_PKG_VERSION")))
        }
        Staleness::OtherRust => {
            finding.label("files of the crate, or packages that it depends on, have changed since it was written")
        }
        Staleness::Lacks(path) => finding.label(format!("it has no schemas of `{path}`")),
    };
    finding.help("run `packwright check` without `--locked`, and commit `contracts.lock`")
}
