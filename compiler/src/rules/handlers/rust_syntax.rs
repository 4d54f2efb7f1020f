//! PW0107: a source file that is not Rust.

use crate::{
    diagnostic::Level,
    rules::{FoundBy, Group, Rule},
};

/// A source file that is not Rust.
pub static RUST_SYNTAX: Rule = Rule {
    code: "PW0107",
    name: "rust-syntax",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a source file that is not Rust",
    page: include_str!("rust_syntax.md"),
    found_by: FoundBy::Contracts,
};
