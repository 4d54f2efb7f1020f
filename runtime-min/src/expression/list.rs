//! Lists and objects: what they hold, and how they are made.

use super::{Fault, Json, equal};
use crate::json::{Kind, write_string};

/// Calls `each` with every item of a list, or with every name of an object, until it says that this is enough.
fn visit<'i>(list: &'i Json<'_>, each: &mut dyn FnMut(Json<'i>) -> Result<Go, Fault>) -> Result<(), Fault> {
    let mut reader = list.reader()?;
    match list.kind() {
        Kind::Array => {
            let mut more = reader.open_array()?;
            while more {
                if let Go::Stop = each(Json(reader.skip()?.into()))? {
                    return Ok(());
                }
                more = reader.next_item()?;
            }
            Ok(())
        }
        Kind::Object => {
            let mut more = reader.open_object()?;
            while more {
                let name = super::json(reader.name()?);
                reader.skip()?;
                if let Go::Stop = each(name)? {
                    return Ok(());
                }
                more = reader.next_member()?;
            }
            Ok(())
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => Err(Fault::kind("an array", list.as_text())),
    }
}

/// Whether to go on.
enum Go {
    On,
    Stop,
}

/// A question about an item. What does the work is compiled once, not for each question.
type Ask<'q> = &'q mut dyn FnMut(&Json<'_>) -> Result<bool, Fault>;

/// Whether the answer is `wanted` for some item; a failure for another one does not matter then.
fn any(list: &Json<'_>, wanted: bool, ask: Ask<'_>) -> Result<bool, Fault> {
    let mut found = false;
    let mut fault = None;
    visit(list, &mut |item| {
        match ask(&item) {
            Ok(truth) => found = truth == wanted,
            Err(error) => fault = fault.take().or(Some(error)),
        }
        Ok(if found { Go::Stop } else { Go::On })
    })?;
    match fault {
        Some(fault) if !found => Err(fault),
        _ => Ok(found),
    }
}

/// Whether the answer is true for all items.
///
/// # Errors
/// When an answer fails and none is false.
pub fn all(list: &Json<'_>, mut ask: impl FnMut(&Json<'_>) -> Result<bool, Fault>) -> Result<bool, Fault> {
    any(list, false, &mut ask).map(|found| !found)
}

/// Whether the answer is true for an item.
///
/// # Errors
/// When an answer fails and none is true.
pub fn exists(list: &Json<'_>, mut ask: impl FnMut(&Json<'_>) -> Result<bool, Fault>) -> Result<bool, Fault> {
    any(list, true, &mut ask)
}

/// Whether the answer is true for one item and no other.
///
/// # Errors
/// When an answer fails.
pub fn exists_one(list: &Json<'_>, mut ask: impl FnMut(&Json<'_>) -> Result<bool, Fault>) -> Result<bool, Fault> {
    let mut count = 0;
    visit(list, &mut |item| {
        count += usize::from(ask(&item)?);
        Ok(Go::On)
    })?;
    Ok(count == 1)
}

/// The items for which the answer is true.
///
/// # Errors
/// When an answer fails.
pub fn filter(list: &Json<'_>, mut ask: impl FnMut(&Json<'_>) -> Result<bool, Fault>) -> Result<Json<'static>, Fault> {
    collect(list, &mut |item| Ok(if ask(item)? { Some(item.clone()) } else { None }))
}

/// What is made of the items.
///
/// # Errors
/// When that fails for one.
pub fn map<'m>(
    list: &'m Json<'_>,
    mut make: impl FnMut(&Json<'m>) -> Result<Json<'m>, Fault>,
) -> Result<Json<'static>, Fault> {
    collect(list, &mut |item| make(item).map(Some))
}

/// What is made of some of the items.
///
/// # Errors
/// When that fails for one.
pub fn filter_map<'m>(
    list: &'m Json<'_>,
    mut make: impl FnMut(&Json<'m>) -> Result<Option<Json<'m>>, Fault>,
) -> Result<Json<'static>, Fault> {
    collect(list, &mut make)
}

/// What makes something of an item, or nothing.
type Make<'q, 'm> = &'q mut dyn FnMut(&Json<'m>) -> Result<Option<Json<'m>>, Fault>;

fn collect<'m>(list: &'m Json<'_>, make: Make<'_, 'm>) -> Result<Json<'static>, Fault> {
    let mut out = "[".to_owned();
    visit(list, &mut |item| {
        if let Some(made) = make(&item)? {
            push(&mut out, made.as_text());
        }
        Ok(Go::On)
    })?;
    out.push(']');
    Ok(Json::made(out))
}

/// Adds an item to a list that is open.
fn push(out: &mut String, item: &str) {
    if out.len() > 1 {
        out.push(',');
    }
    out.push_str(item);
}

/// The list of these.
pub fn list_of(items: &[&Json<'_>]) -> Json<'static> {
    let mut out = "[".to_owned();
    items.iter().for_each(|item| push(&mut out, item.as_text()));
    out.push(']');
    Json::made(out)
}

/// The object of these.
pub fn object_of(members: &[(&str, &Json<'_>)]) -> Json<'static> {
    let mut out = vec![b'{'];
    for (name, value) in members {
        if out.len() > 1 {
            out.push(b',');
        }
        write_string(name, &mut out);
        out.push(b':');
        out.extend_from_slice(value.as_text().as_bytes());
    }
    out.push(b'}');
    Json::made(String::from_utf8(out).unwrap_or_default())
}

/// The value, which is a list.
///
/// # Errors
/// When it is none.
pub fn list<'a>(value: &Json<'a>) -> Result<Json<'a>, Fault> {
    if value.kind() == Kind::Array { Ok(value.clone()) } else { Err(Fault::kind("an array", value.as_text())) }
}

/// The items of both.
///
/// # Errors
/// When one is no list.
pub fn concat(left: &Json<'_>, right: &Json<'_>) -> Result<Json<'static>, Fault> {
    let mut out = "[".to_owned();
    for part in [list(left)?, list(right)?] {
        visit(&part, &mut |item| {
            push(&mut out, item.as_text());
            Ok(Go::On)
        })?;
    }
    out.push(']');
    Ok(Json::made(out))
}

/// How many items or members there are.
///
/// # Errors
/// When it is neither a list nor an object.
pub fn count(list: &Json<'_>) -> Result<i64, Fault> {
    let mut count = 0;
    visit(list, &mut |_| {
        count += 1;
        Ok(Go::On)
    })?;
    Ok(count)
}

/// `size` of a value of which nothing is known.
///
/// # Errors
/// When it has none.
pub fn size_of(value: &Json<'_>) -> Result<i64, Fault> {
    if value.kind() == Kind::String { Ok(super::length(&value.text()?)) } else { count(value) }
}

/// Whether a list has such an item, or an object a member of this name.
///
/// # Errors
/// When it is neither a list nor an object.
pub fn is_in(value: &Json<'_>, list: &Json<'_>) -> Result<bool, Fault> {
    exists(list, |item| equal(item, value))
}
