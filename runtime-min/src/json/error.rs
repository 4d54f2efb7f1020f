//! Why a text is not acceptable JSON, and at which byte.

use std::fmt;

/// The first fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where it is: bytes from the start of the text.
    pub offset: usize,
    /// What it is.
    pub fault: SyntaxFault,
}

/// What is wrong at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxFault {
    /// The text ends too early.
    UnexpectedEnd,
    /// Something else must be here; the phrase says what.
    Expected(&'static str),
    /// The number is not one of JSON's grammar: `01`, `1.`, `.5`, `+1`, `NaN`.
    InvalidNumber,
    /// A control character stands unescaped in a string.
    ControlCharacter,
    /// `\` is not followed by one of `"\/bfnrtu`, or `\u` not by four hexadecimal digits.
    InvalidEscape,
    /// `\ud800` to `\udfff` without its other half: no Unicode text.
    LoneSurrogate,
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// The object already has a member of this name.
    DuplicateName(Box<str>),
    /// Arrays and objects nest deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The value is complete and the text goes on.
    TrailingData,
}

impl SyntaxFault {
    /// The error of finding this at `offset`.
    pub(super) fn at(self, offset: usize) -> SyntaxError {
        SyntaxError { offset, fault: self }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            SyntaxFault::UnexpectedEnd => f.write_str("the text ends too early")?,
            SyntaxFault::Expected(what) => write!(f, "expected {what}")?,
            SyntaxFault::InvalidNumber => f.write_str("not a JSON number")?,
            SyntaxFault::ControlCharacter => f.write_str("a control character must be escaped in a string")?,
            SyntaxFault::InvalidEscape => f.write_str("not an escape sequence of JSON")?,
            SyntaxFault::LoneSurrogate => f.write_str("half of a surrogate pair without the other half")?,
            SyntaxFault::InvalidUtf8 => f.write_str("not valid UTF-8")?,
            SyntaxFault::DuplicateName(name) => {
                write!(f, "the name {} is used twice in one object", crate::validate::message::Quoted(name))?;
            }
            SyntaxFault::TooDeep => write!(f, "nested deeper than {} levels", super::MAX_DEPTH)?,
            SyntaxFault::TrailingData => f.write_str("unexpected data after the value")?,
        }
        write!(f, " at byte {}", self.offset)
    }
}

impl std::error::Error for SyntaxError {}
