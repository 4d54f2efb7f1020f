//! JSON as received: numbers as written, members in order, places known.
//!
//! Goes in: bytes. Comes out: events of a pull [`Reader`], a [`Value`], or a slice of the text found by
//! [`select`]. Strict by RFC 8259 and a little more: a repeated name, invalid UTF-8, a lone surrogate, anything after the
//! value and nesting over [`MAX_DEPTH`] are errors with a byte offset. Refuses to know: schemas, and what numbers are worth.

use std::borrow::Cow;

mod error;
mod escape;
mod names;
pub(crate) mod number;
mod quick;
mod reader;
mod select;
#[cfg(test)]
mod tests;
pub mod token;
mod tree;
mod write;

pub use error::{SyntaxError, SyntaxFault};
pub use reader::{Kind, Reader};
pub use select::{Step, select};
#[cfg(feature = "server")]
pub(crate) use write::write_display;
pub(crate) use write::write_string;

/// How deep arrays and objects may nest. A lone `[]` is one deep.
pub const MAX_DEPTH: usize = 128;

/// A JSON value that borrows from the text it was read from.
///
/// `==` compares what was written, so `1` is not `1.0` here; JSON's equality is [`crate::validate::equal`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written, such as `1.0` or `18446744073709551617`.
    Number(Cow<'a, str>),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// An object; names are unique, in the order of the text.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Reads a text that is one JSON value.
    ///
    /// Takes linear time whatever the text holds: names are hashed where an object has many.
    ///
    /// ```
    /// use packwright_runtime_min::json::Value;
    ///
    /// let args = Value::parse(br#"{"city": "Oslo", "days": 1.0}"#)?;
    /// assert_eq!(args.get("days"), Some(&Value::Number("1.0".into())));
    /// assert_eq!(Value::parse(b"[1,]").unwrap_err().to_string(), "expected a value at byte 3");
    /// # Ok::<(), packwright_runtime_min::json::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    /// The first place where `bytes` is not what this module accepts.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
        let mut reader = Reader::new(bytes)?;
        // Most texts are JSON: where this one is not, the reader says why.
        if let Some(value) = reader.all_quickly() {
            return Ok(value);
        }
        reader.all()
    }

    /// The string `text`.
    pub const fn text(text: &'a str) -> Self {
        Self::String(Cow::Borrowed(text))
    }

    /// The number that is written `text`, which must be a JSON number.
    pub const fn number(text: &'a str) -> Self {
        Self::Number(Cow::Borrowed(text))
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// The member `name` of an object; none if it is absent or this is no object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(member, _)| is_same(member, name)).map(|(_, value)| value),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Array(_) => None,
        }
    }

    /// The text of a string; none if this is no string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Array(_) | Self::Object(_) => None,
        }
    }

    /// The same value, borrowing from nothing.
    pub fn into_owned(self) -> Value<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Null => Value::Null,
            Self::Bool(truth) => Value::Bool(truth),
            Self::Number(text) => Value::Number(owned(text)),
            Self::String(text) => Value::String(owned(text)),
            Self::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).collect()),
            Self::Object(members) => {
                Value::Object(members.into_iter().map(|(name, value)| (owned(name), value.into_owned())).collect())
            }
        }
    }
}

/// Whether two names are the same. Nearly all are so short that both ends, which may overlap, are all of them: to see that takes
/// no call.
#[inline]
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    match left.len() {
        0 => true,
        1..=3 => left[0] == right[0] && left[1..] == right[1..],
        4..=7 => left.first_chunk::<4>() == right.first_chunk() && left.last_chunk::<4>() == right.last_chunk(),
        8..=16 => left.first_chunk::<8>() == right.first_chunk() && left.last_chunk::<8>() == right.last_chunk(),
        _ => left.first_chunk::<8>() == right.first_chunk() && left == right,
    }
}
