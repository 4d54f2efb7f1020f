//! PW0106: a contracts.lock that does not belong to the pack's Rust.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
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
