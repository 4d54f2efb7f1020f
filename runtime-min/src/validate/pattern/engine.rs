//! Patterns that the `regex` crate matches.

use std::{borrow::Cow, sync::OnceLock};

use regex::{Regex, RegexBuilder};

use crate::validate::plan::Text;

/// A pattern in the syntax of the `regex` crate, compiled when it is first asked.
#[derive(Clone, Debug)]
pub struct Engine {
    translated: Text,
    compiled: OnceLock<Regex>,
}

/// Bytes that a compiled pattern may have. What a text costs grows with the program in the worst case, so this is also what
/// bounds the time for each of its bytes.
const SIZE_LIMIT: usize = 1 << 20;

impl Engine {
    /// A pattern that was translated before; [`Engine::compile`] accepted it.
    pub const fn new(translated: &'static str) -> Self {
        Self { translated: Cow::Borrowed(translated), compiled: OnceLock::new() }
    }

    /// Compiles a translated pattern.
    pub fn compile(translated: String) -> Result<Self, regex::Error> {
        let compiled = OnceLock::from(build(&translated)?);
        Ok(Self { translated: Cow::Owned(translated), compiled })
    }

    /// The pattern in the syntax of the `regex` crate.
    pub fn translated(&self) -> &str {
        &self.translated
    }

    /// Whether it matches somewhere in `text`.
    pub fn matches(&self, text: &str) -> bool {
        self.compiled.get_or_init(|| build(&self.translated).expect("the compiler compiled it")).is_match(text)
    }
}

fn build(translated: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(translated).size_limit(SIZE_LIMIT).dfa_size_limit(SIZE_LIMIT).build()
}
