//! `pattern`: ECMA-262 regular expressions, in linear time.

use std::borrow::Cow;

/// A pattern of a schema, in the form in which it is matched.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written in the schema.
    pub source: Cow<'static, str>,
    /// How a text is matched.
    pub matcher: Matcher,
}

/// How a pattern is matched.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// Any text matches.
    Any,
}

impl Pattern {
    /// Whether it matches somewhere in `text`.
    pub fn matches(&self, text: &str) -> bool {
        let _ = text;
        todo!()
    }
}
