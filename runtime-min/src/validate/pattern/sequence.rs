//! Patterns whose parts never have to give back what they took.

use crate::validate::plan::{List, Text};

/// Parts that follow each other from the start of the text.
///
/// Each takes as much as it can. That is exact only where what it repeats is not what the next part may start with, or where it
/// is repeated a fixed number of times; the compiler makes no other sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The parts.
    pub steps: List<Step>,
    /// Whether the text ends after the last.
    pub end: bool,
}

/// A part of a [`Sequence`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// This text.
    Text(Text),
    /// Characters of a class.
    Class {
        /// Which characters.
        class: Class,
        /// At least so many.
        min: u32,
        /// At most so many; `u32::MAX` is any number.
        max: u32,
    },
}

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// A bit for each ASCII character: bit 0 of the first number is U+0000, bit 0 of the second is `@`.
    pub ascii: [u64; 2],
    /// Ranges of other characters, with both ends, in order.
    pub others: List<(char, char)>,
}

impl Sequence {
    /// Whether the text starts with all parts, and ends there if it has to.
    pub fn matches(&self, text: &str) -> bool {
        let mut rest = text;
        for step in self.steps.iter() {
            match step.after(rest) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        !self.end || rest.is_empty()
    }
}

impl Step {
    /// What is left of the text after this part.
    fn after<'a>(&self, text: &'a str) -> Option<&'a str> {
        match self {
            Self::Text(part) => text.strip_prefix(part.as_ref()),
            Self::Class { class, min, max } => {
                let (len, count) = class.run(text, *max);
                (count >= *min).then(|| &text[len..])
            }
        }
    }
}

impl Class {
    /// Whether the character is in it.
    pub fn contains(&self, character: char) -> bool {
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => self.contains_ascii(byte),
            _ => {
                let idx = self.others.partition_point(|(_, last)| *last < character);
                self.others.get(idx).is_some_and(|(first, _)| *first <= character)
            }
        }
    }

    fn contains_ascii(&self, byte: u8) -> bool {
        self.ascii[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Bytes and characters at the start of the text that are in it: no more than `max` characters.
    fn run(&self, text: &str, max: u32) -> (usize, u32) {
        let bytes = text.as_bytes();
        let (mut at, mut count) = (0, 0);
        while count < max && at < bytes.len() {
            let byte = bytes[at];
            at += if byte.is_ascii() {
                if !self.contains_ascii(byte) {
                    break;
                }
                1
            } else {
                match text[at..].chars().next() {
                    Some(character) if self.contains(character) => character.len_utf8(),
                    _ => break,
                }
            };
            // Any number is what a `max` of `u32::MAX` means.
            count = if max == u32::MAX { u32::min(count + 1, u32::MAX - 1) } else { count + 1 };
        }
        (at, count)
    }
}
