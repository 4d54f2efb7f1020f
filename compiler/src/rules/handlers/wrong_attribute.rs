//! PW0108: a `#[handler]` or `#[tool]` whose arguments make no sense.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// A `#[handler]` or `#[tool]` whose arguments make no sense.
pub static WRONG_ATTRIBUTE: Rule = Rule {
    code: "PW0108",
    name: "wrong-attribute",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a `#[handler]` or `#[tool]` whose arguments make no sense",
    page: include_str!("wrong_attribute.md"),
    found_by: FoundBy::Contracts,
};
