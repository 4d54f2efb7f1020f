//! Values at places: of the scope, and inside other values.

use super::{Fault, Json, Root, Scope, Step};
use crate::json::{Kind, SyntaxError, select};

/// The document of a root; none where it is not there.
pub(super) fn document(scope: &Scope, root: Root) -> Option<&[u8]> {
    match root {
        Root::Args => Some(&scope.args),
        Root::Output(node) => scope.outputs.get(node).and_then(Option::as_deref),
        Root::Local(local) => scope.local(local).map(|json| &**json),
    }
}

/// The value at a path of a root, which the author wrote as `written`.
///
/// # Errors
/// When it is absent.
pub fn read<'a>(scope: &'a Scope, root: Root, path: &[Step<'_>], written: &'static str) -> Result<Json<'a>, Fault> {
    let found = match document(scope, root) {
        Some(document) => select(document, path)?,
        None => None,
    };
    let json = found.ok_or_else(|| absent(written))?;
    // Documents were read before they came here.
    std::str::from_utf8(json)
        .map(|json| Json(json.into()))
        .map_err(|_| Fault::new("unreadable-value", format!("`{written}` is not UTF-8")))
}

/// The value at a path of a root, if it is there.
///
/// # Errors
/// When a value cannot be read.
pub fn look<'a>(scope: &'a Scope, root: Root, path: &[Step<'_>]) -> Result<Option<Json<'a>>, Fault> {
    let Some(document) = document(scope, root) else { return Ok(None) };
    let json = select(document, path)?.and_then(|json| std::str::from_utf8(json).ok());
    Ok(json.map(|json| Json(json.into())))
}

/// The value at a path of another one.
///
/// # Errors
/// When it is absent.
pub fn at<'a>(base: &Json<'a>, path: &[Step<'_>], written: &'static str) -> Result<Json<'a>, Fault> {
    find(base, path)?.ok_or_else(|| absent(written))
}

fn absent(written: &str) -> Fault {
    Fault::new("missing-value", format!("`{written}` is absent"))
}

/// The value at a path of another one, if it is there.
///
/// # Errors
/// When a value cannot be read.
pub fn find<'a>(base: &Json<'a>, path: &[Step<'_>]) -> Result<Option<Json<'a>>, Fault> {
    base.part(|text| selected(text, path))
}

fn selected<'t>(text: &'t str, path: &[Step<'_>]) -> Result<Option<&'t str>, SyntaxError> {
    Ok(select(text.as_bytes(), path)?.and_then(|part| std::str::from_utf8(part).ok()))
}

/// The same of a value that may itself be absent.
///
/// # Errors
/// When a value cannot be read.
pub fn find_in<'a>(base: Option<Json<'a>>, path: &[Step<'_>]) -> Result<Option<Json<'a>>, Fault> {
    base.map_or(Ok(None), |base| find(&base, path))
}

/// The item at an index.
///
/// # Errors
/// When there is none.
pub fn item<'a>(base: &Json<'a>, index: i64) -> Result<Json<'a>, Fault> {
    if base.kind() != Kind::Array {
        return Err(Fault::kind("an array", base.as_text()));
    }
    find_item(Some(base.clone()), index)?
        .ok_or_else(|| Fault::new("missing-value", format!("there is no item {index}")))
}

/// The item at an index, if there is one.
///
/// # Errors
/// When a value cannot be read.
pub fn find_item(base: Option<Json<'_>>, index: i64) -> Result<Option<Json<'_>>, Fault> {
    match usize::try_from(index) {
        Ok(index) => find_in(base, &[Step::Item(index)]),
        Err(_) => Ok(None),
    }
}

/// The member of a name.
///
/// # Errors
/// When there is none.
pub fn member<'a>(base: &Json<'a>, name: &str) -> Result<Json<'a>, Fault> {
    if base.kind() != Kind::Object {
        return Err(Fault::kind("an object", base.as_text()));
    }
    find(base, &[Step::Member(name)])?
        .ok_or_else(|| Fault::new("missing-value", format!("there is no member \"{}\"", name.escape_debug())))
}

/// The member of a name, if there is one.
///
/// # Errors
/// When a value cannot be read.
pub fn find_member<'a>(base: Option<Json<'a>>, name: &str) -> Result<Option<Json<'a>>, Fault> {
    find_in(base, &[Step::Member(name)])
}

/// What an index that nobody knows leads to: an integer to an item, a text to a member.
///
/// # Errors
/// When there is nothing.
pub fn item_or_member<'a>(base: &Json<'a>, index: &Json<'_>) -> Result<Json<'a>, Fault> {
    if index.kind() == Kind::String { member(base, &index.text()?) } else { item(base, index.int()?) }
}

/// The same, if there is something.
///
/// # Errors
/// When a value cannot be read, or the index is neither.
pub fn find_item_or_member<'a>(base: Option<Json<'a>>, index: &Json<'_>) -> Result<Option<Json<'a>>, Fault> {
    if index.kind() == Kind::String { find_member(base, &index.text()?) } else { find_item(base, index.int()?) }
}

/// The value, or else the default.
///
/// # Errors
/// Those of the default.
pub fn or_value<'a>(
    optional: Option<Json<'a>>,
    default: impl FnOnce() -> Result<Json<'a>, Fault>,
) -> Result<Json<'a>, Fault> {
    optional.map_or_else(default, Ok)
}

/// The value, or else the other one, if that is there.
///
/// # Errors
/// Those of the other one.
pub fn or<'a>(
    optional: Option<Json<'a>>,
    other: impl FnOnce() -> Result<Option<Json<'a>>, Fault>,
) -> Result<Option<Json<'a>>, Fault> {
    optional.map_or_else(other, |value| Ok(Some(value)))
}

/// The value that must be there.
///
/// # Errors
/// When it is not.
pub fn value(optional: Option<Json<'_>>) -> Result<Json<'_>, Fault> {
    optional.ok_or_else(|| Fault::new("missing-value", "there is no value"))
}
