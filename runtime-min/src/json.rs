//! JSON as received: numbers as written, members in order, places known.

use std::borrow::Cow;

/// A JSON value that borrows from the text it was read from.
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
