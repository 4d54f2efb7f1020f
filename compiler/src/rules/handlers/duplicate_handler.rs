//! PW0104: two handlers with the same name.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// Two handlers with the same name.
pub static DUPLICATE_HANDLER: Rule = Rule {
    code: "PW0104",
    name: "duplicate-handler",
    group: Group::Handlers,
    level: Level::Error,
    summary: "two handlers with the same name",
    page: include_str!("duplicate_handler.md"),
    found_by: FoundBy::Contracts,
};
