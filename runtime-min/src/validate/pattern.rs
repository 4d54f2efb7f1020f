//! `pattern`: ECMA-262 regular expressions, in linear time.
//!
//! Goes in: a pattern in the form that the compiler chose for it, and a text. Comes out: whether it matches somewhere in the
//! text. Most patterns need no engine: they are comparisons, counted classes, or a small automaton, whose tables are statics of
//! generated code. What is left is matched by the `regex` crate, behind the feature `regex`.
//!
//! Refuses to know: how patterns are written and how a form is found; the compiler's `pattern` module does.

mod automaton;
#[cfg(feature = "regex")]
mod engine;
mod sequence;

use std::borrow::Cow;

pub use automaton::Automaton;
#[cfg(feature = "regex")]
pub use engine::Engine;
pub use sequence::{Class, Sequence, Step};

use super::plan::{List, Text};

/// A pattern of a schema, in the form in which it is matched. Equal patterns have the same source.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written in the schema.
    pub source: Text,
    /// How a text is matched.
    pub matcher: Matcher,
}

/// How a pattern is matched.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// Any text matches: `.*`
    Any,
    /// The text is this: `^yes$`
    Exact(Text),
    /// The text is one of these: `^(get|post)$`
    OneOf(List<Text>),
    /// The text starts with this: `^x-`
    Prefix(Text),
    /// The text ends with this: `\.json$`
    Suffix(Text),
    /// The text has this in it: `@`
    Contains(Text),
    /// Parts, each of which takes all it can: `^[a-z][a-z0-9_]{0,63}$`
    Sequence(Sequence),
    /// A table: `^[a-z]+(-[a-z]+)*$`
    Automaton(Automaton),
    /// What is too large for a table.
    #[cfg(feature = "regex")]
    Engine(Engine),
}

impl Pattern {
    /// A pattern of generated code.
    pub const fn new(source: &'static str, matcher: Matcher) -> Self {
        Self { source: Cow::Borrowed(source), matcher }
    }

    /// Whether it matches somewhere in `text`.
    pub fn matches(&self, text: &str) -> bool {
        match &self.matcher {
            Matcher::Any => true,
            Matcher::Exact(exact) => text == exact,
            Matcher::OneOf(texts) => texts.iter().any(|it| text == it),
            Matcher::Prefix(prefix) => text.starts_with(prefix.as_ref()),
            Matcher::Suffix(suffix) => text.ends_with(suffix.as_ref()),
            Matcher::Contains(part) => text.contains(part.as_ref()),
            Matcher::Sequence(sequence) => sequence.matches(text),
            Matcher::Automaton(automaton) => automaton.matches(text),
            #[cfg(feature = "regex")]
            Matcher::Engine(engine) => engine.matches(text),
        }
    }

    /// [`matches`](Self::matches) for a text that is known to be UTF-8.
    #[inline]
    pub fn matches_utf8(&self, text: &[u8]) -> bool {
        match &self.matcher {
            Matcher::Any => true,
            Matcher::Exact(exact) => *text == *exact.as_bytes(),
            Matcher::OneOf(texts) => texts.iter().any(|it| *text == *it.as_bytes()),
            Matcher::Prefix(prefix) => text.starts_with(prefix.as_bytes()),
            Matcher::Suffix(suffix) => text.ends_with(suffix.as_bytes()),
            Matcher::Automaton(automaton) if text.is_ascii() => automaton.matches_ascii(text),
            _ => std::str::from_utf8(text).is_ok_and(|text| self.matches(text)),
        }
    }

    /// Whether a program that matches it has to be built with the feature `regex`.
    pub const fn needs_regex(&self) -> bool {
        #[cfg(feature = "regex")]
        return matches!(self.matcher, Matcher::Engine(_));
        #[cfg(not(feature = "regex"))]
        return false;
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

#[cfg(test)]
mod tests;
