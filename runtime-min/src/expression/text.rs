//! Texts; places in them are counted in characters.

use std::borrow::Cow;

use super::{Fault, Json, Written, list_of};
use crate::json::Kind;

/// A text: mostly a part of the document that it is from.
pub type Text<'a> = Cow<'a, str>;

/// Texts put together.
pub fn text(parts: &[&str]) -> Cow<'static, str> {
    Cow::Owned(parts.concat())
}

/// How many characters it has.
pub fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Whether `part` is in it.
pub fn contains(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// Whether it begins so.
pub fn starts_with(text: &str, part: &str) -> bool {
    text.starts_with(part)
}

/// Whether it ends so.
pub fn ends_with(text: &str, part: &str) -> bool {
    text.ends_with(part)
}

/// Where `part` is first, or -1.
pub fn index_of(text: &str, part: &str) -> i64 {
    text.find(part).map_or(-1, |at| length(&text[..at]))
}

/// Where `part` is last, or -1.
pub fn last_index_of(text: &str, part: &str) -> i64 {
    text.rfind(part).map_or(-1, |at| length(&text[..at]))
}

/// The byte where the character `at` begins, or where the text ends.
fn offset(text: &str, at: i64) -> Result<usize, Fault> {
    let out = || Fault::new("out-of-range", format!("there is no character {at}"));
    let wanted = usize::try_from(at).map_err(|_| out())?;
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.into_iter().nth(wanted).ok_or_else(out)
}

/// The character at a place; nothing at the end.
///
/// # Errors
/// When the text ends before.
pub fn char_at(text: &str, at: i64) -> Result<Cow<'static, str>, Fault> {
    let rest = &text[offset(text, at)?..];
    Ok(Cow::Owned(rest.chars().take(1).collect()))
}

/// The text from a place on.
///
/// # Errors
/// When it ends before.
pub fn substring_from(text: &str, start: i64) -> Result<Cow<'static, str>, Fault> {
    Ok(Cow::Owned(text[offset(text, start)?..].to_owned()))
}

/// The text between two places.
///
/// # Errors
/// When it ends before, or the places are the wrong way round.
pub fn substring(text: &str, start: i64, end: i64) -> Result<Cow<'static, str>, Fault> {
    if start > end {
        return Err(Fault::new("out-of-range", format!("{start} is behind {end}")));
    }
    Ok(Cow::Owned(text[offset(text, start)?..offset(text, end)?].to_owned()))
}

/// The text with `to` wherever `from` was.
pub fn replace(text: &str, from: &str, to: &str) -> Cow<'static, str> {
    Cow::Owned(text.replace(from, to))
}

/// The parts between separators; each character where there is no separator.
pub fn split(text: &str, separator: &str) -> Json<'static> {
    let parts: Vec<Json<'static>> = match separator {
        "" => text.chars().map(|c| c.to_string().as_str().to_json()).collect(),
        _ => text.split(separator).map(Written::to_json).collect(),
    };
    list_of(&parts.iter().collect::<Vec<_>>())
}

/// The texts of a list put together.
///
/// # Errors
/// When an item is no text.
pub fn join(list: &Json<'_>) -> Result<Cow<'static, str>, Fault> {
    join_with(list, "")
}

/// The texts of a list with a separator between them.
///
/// # Errors
/// When an item is no text.
pub fn join_with(list: &Json<'_>, separator: &str) -> Result<Cow<'static, str>, Fault> {
    if list.kind() != Kind::Array {
        return Err(Fault::kind("an array", list.as_text()));
    }
    let mut reader = list.reader()?;
    let mut parts = Vec::new();
    let mut more = reader.open_array()?;
    while more {
        let item = Json(reader.skip()?.into());
        parts.push(item.into_text()?);
        more = reader.next_item()?;
    }
    Ok(Cow::Owned(parts.join(separator)))
}

/// With `A` to `Z` as `a` to `z`.
pub fn lower_ascii(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_ascii_lowercase())
}

/// With `a` to `z` as `A` to `Z`.
pub fn upper_ascii(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_ascii_uppercase())
}

/// Without white space around.
pub fn trim(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.trim().to_owned())
}

/// What can stand inside text, of a value of which nothing is known: numbers as they are written.
///
/// # Errors
/// When it is null, an array or an object.
pub fn scalar(value: &Json<'_>) -> Result<Cow<'static, str>, Fault> {
    match value.kind() {
        Kind::String => Ok(Cow::Owned(value.text()?.into_owned())),
        Kind::Bool | Kind::Number => Ok(Cow::Owned(value.as_text().to_owned())),
        Kind::Null | Kind::Array | Kind::Object => {
            let is = super::fault::named(value.as_text());
            Err(Fault::new("not-a-scalar", format!("{is} cannot stand inside a text")))
        }
    }
}
