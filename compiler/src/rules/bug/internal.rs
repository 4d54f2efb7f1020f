//! PW0901: a bug in packwright.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// A bug in packwright.
pub static INTERNAL: Rule = Rule {
    code: "PW0901",
    name: "internal",
    group: Group::Bug,
    level: Level::Error,
    summary: "a bug in packwright",
    page: include_str!("internal.md"),
    found_by: FoundBy::Build,
};
