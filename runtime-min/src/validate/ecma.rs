//! ECMA-262 regular expressions as they are written.
//!
//! Goes in: a pattern. Comes out: its [`Event`]s in the order of the text, or the first [`Fault`]. The grammar is that of the
//! `u` flag, which JSON Schema asks for, with the modifiers and repeated group names of edition 2025; where schemas rely on what
//! annex B allows and it means one thing, it is read: lone `{`, `}` and `]`, escaped punctuation such as `\-` and `\_`, and
//! classes beside a hyphen as in `[\w-.]`. Nothing here recurses, so any text is read in one pass, however deep its groups.
//!
//! Refuses to know: what matches.

mod class;
mod escape;
mod group;
mod property;

use std::fmt;

pub use self::{
    class::{Class, Item},
    property::Property,
};

use self::group::Groups;

/// What a pattern says at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// One code point; a lone surrogate, which no text has, too.
    Character(u32),
    /// One character of a class: `[…]`, `\d`, `\p{…}`, `.`
    Class(Class<'a>),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    WordBoundary,
    /// `\B`
    NotWordBoundary,
    /// `(` and what comes with it.
    Open(Group),
    /// `)`
    Close,
    /// `|`
    Either,
    /// How often what stands before is repeated. Whether lazily does not matter to whether a text matches.
    Repeat {
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
    },
    /// `\1` or `\k<name>`
    BackReference,
}

/// What a group is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// `(…)`, `(?<name>…)` or `(?:…)`
    Plain,
    /// `(?=…)`
    Ahead,
    /// `(?!…)`
    NotAhead,
    /// `(?<=…)`
    Behind,
    /// `(?<!…)`
    NotBehind,
    /// `(?i:…)`, which changes flags.
    Modifiers,
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, in bytes.
    pub offset: usize,
    /// Why.
    pub reason: Reason,
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the sentence that `Display` makes of it")]
pub enum Reason {
    NothingToRepeat,
    RangeOfCounts,
    GroupOpen,
    GroupClose,
    GroupSyntax,
    GroupName,
    GroupNameTwice,
    NoSuchGroup,
    ClassOpen,
    RangeOfClass,
    TrailingBackslash,
    Escape(char),
    HexEscape,
    UnicodeEscape,
    ControlEscape,
    DecimalEscape,
    PropertySyntax,
    PropertyName,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingToRepeat => "there is nothing here to repeat",
            Self::RangeOfCounts => "the repetition's maximum is below its minimum",
            Self::GroupOpen => "this group is not closed",
            Self::GroupClose => "this `)` closes no group",
            Self::GroupSyntax => "ECMA-262 has no group that starts like this",
            Self::GroupName => "a group's name is letters, digits, `_` or `$` between `<` and `>`",
            Self::GroupNameTwice => "two groups have this name",
            Self::NoSuchGroup => "there is no group to refer to",
            Self::ClassOpen => "this class is not closed",
            Self::RangeOfClass => "the range's end is below its start",
            Self::TrailingBackslash => "a backslash has to escape something",
            Self::Escape(escaped) => return write!(f, "ECMA-262 has no escape `\\{escaped}`"),
            Self::HexEscape => "`\\x` takes two hexadecimal digits",
            Self::UnicodeEscape => "`\\u` takes four hexadecimal digits, or a code point in braces",
            Self::ControlEscape => "`\\c` takes a letter",
            Self::DecimalEscape => "`\\0` cannot be followed by a digit",
            Self::PropertySyntax => "`\\p` takes a Unicode property in braces",
            Self::PropertyName => "ECMA-262 has no Unicode property with this name and value",
        })
    }
}

/// Whether a text is a pattern.
pub fn is_pattern(source: &str) -> bool {
    read(source, |_, _| {}).is_ok()
}

/// Reads a pattern: tells `emit` where each event starts, in bytes, and what it is.
pub fn read<'a>(source: &'a str, mut emit: impl FnMut(usize, Event<'a>)) -> Result<(), Fault> {
    let mut reader = Reader { source, at: 0 };
    let mut groups = Groups::default();
    while let Some(next) = reader.peek() {
        let offset = reader.at;
        let repeatable = match next {
            '^' | '$' => {
                reader.at += 1;
                emit(offset, if next == '^' { Event::Start } else { Event::End });
                false
            }
            '|' => {
                reader.at += 1;
                groups.either();
                emit(offset, Event::Either);
                false
            }
            '(' => {
                let group = groups.open(&mut reader)?;
                emit(offset, Event::Open(group));
                false
            }
            ')' => {
                reader.at += 1;
                let group = groups.close(offset)?;
                emit(offset, Event::Close);
                // Annex B lets look-ahead be repeated; look-behind never was.
                !matches!(group, Group::Behind | Group::NotBehind)
            }
            '*' | '+' | '?' => return Err(Fault { offset, reason: Reason::NothingToRepeat }),
            '{' if reader.counts().is_some() => return Err(Fault { offset, reason: Reason::NothingToRepeat }),
            '\\' => {
                let event = escape::outside_class(&mut reader, &mut groups)?;
                let repeatable = !matches!(event, Event::WordBoundary | Event::NotWordBoundary);
                emit(offset, event);
                repeatable
            }
            '[' => {
                let class = class::bracketed(&mut reader)?;
                emit(offset, Event::Class(class));
                true
            }
            '.' => {
                reader.at += 1;
                emit(offset, Event::Class(Class::dot()));
                true
            }
            _ => {
                reader.at += next.len_utf8();
                emit(offset, Event::Character(next.into()));
                true
            }
        };
        let offset = reader.at;
        if repeatable && let Some((min, max)) = reader.repeat()? {
            emit(offset, Event::Repeat { min, max });
        }
    }
    groups.finish()
}

/// A place in a pattern.
struct Reader<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn fault<T>(&self, reason: Reason) -> Result<T, Fault> {
        Err(Fault { offset: self.at, reason })
    }

    /// A quantifier, if one is here.
    fn repeat(&mut self) -> Result<Option<(u32, Option<u32>)>, Fault> {
        let (min, max, len) = match self.peek() {
            Some('*') => (0, None, 1),
            Some('+') => (1, None, 1),
            Some('?') => (0, Some(1), 1),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if max.is_some_and(|max| max < min) {
            return self.fault(Reason::RangeOfCounts);
        }
        self.at += len;
        self.eat("?");
        Ok(Some((min, max)))
    }

    /// What `{n}`, `{n,}` or `{n,m}` says, and its length; none where the brace stands for itself.
    fn counts(&self) -> Option<(u32, Option<u32>, usize)> {
        let rest = self.rest().strip_prefix('{')?;
        let (min, rest) = count(rest)?;
        let (max, rest) = match rest.strip_prefix(',') {
            None => (Some(min), rest),
            Some(rest) => match count(rest) {
                None => (None, rest),
                Some((max, rest)) => (Some(max), rest),
            },
        };
        let rest = rest.strip_prefix('}')?;
        Some((min, max, self.rest().len() - rest.len()))
    }
}

/// Digits and what follows; a number that is too large is as large as can be.
fn count(text: &str) -> Option<(u32, &str)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(len);
    (len > 0).then(|| {
        (digits.bytes().fold(0u32, |n, digit| n.saturating_mul(10).saturating_add((digit - b'0').into())), rest)
    })
}

#[cfg(test)]
mod tests;
