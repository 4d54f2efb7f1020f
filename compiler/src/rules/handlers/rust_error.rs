//! PW0105: Rust of the pack which rustc refuses.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// Rust of the pack which rustc refuses.
pub static RUST_ERROR: Rule = Rule {
    code: "PW0105",
    name: "rust-error",
    group: Group::Handlers,
    level: Level::Error,
    summary: "Rust of the pack which rustc refuses",
    page: include_str!("rust_error.md"),
    found_by: FoundBy::Contracts,
};
