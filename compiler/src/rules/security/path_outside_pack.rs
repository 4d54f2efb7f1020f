//! PW0603: a dependency on a folder outside the pack.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// A dependency on a folder outside the pack.
pub static PATH_OUTSIDE_PACK: Rule = Rule {
    code: "PW0603",
    name: "path-outside-pack",
    group: Group::Security,
    level: Level::Error,
    summary: "a dependency on a folder outside the pack",
    page: include_str!("path_outside_pack.md"),
    found_by: FoundBy::Contracts,
};
