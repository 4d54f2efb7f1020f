//! `uniqueItems`.

use std::{
    borrow::Cow,
    collections::{HashMap, hash_map::Entry},
};

use crate::{
    json::{Value, write_string},
    validate::{Decimal, equal},
};

/// Up to so many items each is compared with those before.
const FEW: usize = 8;

/// The first item that equals one before it: the index of that one, and its own.
///
/// Many items are written as canonical texts, which are the same for values that are the same to JSON Schema and for no others;
/// these are hashed, with a random key. So the time hardly more than grows with the size of the array, whatever is in it.
pub(in crate::validate) fn equal_items(items: &[Value<'_>]) -> Option<(usize, usize)> {
    if items.len() <= FEW {
        return (1..items.len()).find_map(|right| {
            let left = items[..right].iter().position(|left| equal(left, &items[right]))?;
            Some((left, right))
        });
    }
    let mut canonical = Vec::new();
    let mut ends = Vec::with_capacity(items.len());
    for item in items {
        write_canonical(item, &mut canonical);
        ends.push(canonical.len());
    }
    let mut first = HashMap::with_capacity(items.len());
    let mut start = 0;
    for (right, end) in ends.into_iter().enumerate() {
        match first.entry(&canonical[start..end]) {
            Entry::Occupied(left) => return Some((*left.get(), right)),
            Entry::Vacant(entry) => entry.insert(right),
        };
        start = end;
    }
    None
}

/// JSON with members sorted by name and numbers in one notation.
fn write_canonical(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => value.write_to(out),
        Value::Number(text) => Decimal::new(text).write_canonical(out),
        Value::Array(items) => {
            out.push(b'[');
            for item in items {
                write_canonical(item, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<&(Cow<'_, str>, Value<'_>)> = members.iter().collect();
            sorted.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
            out.push(b'{');
            for (name, value) in sorted {
                write_string(name, out);
                out.push(b':');
                write_canonical(value, out);
                out.push(b',');
            }
            out.push(b'}');
        }
    }
}
