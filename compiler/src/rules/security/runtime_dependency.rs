//! PW0602: a crate that does not depend on packwright's runtime as its handlers need.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// A crate that does not depend on packwright's runtime as its handlers need.
pub static RUNTIME_DEPENDENCY: Rule = Rule {
    code: "PW0602",
    name: "runtime-dependency",
    group: Group::Security,
    level: Level::Error,
    summary: "a crate that does not depend on packwright's runtime as its handlers need",
    page: include_str!("runtime_dependency.md"),
    found_by: FoundBy::Contracts,
};
