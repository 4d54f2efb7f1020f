//! Values of keywords, as the metaschema wants them.

use packwright_runtime_min::{
    json::Value,
    validate::{Decimal, Type, Types},
};

use crate::{fault::Invalid, ir::Number};

type Read<T> = Result<T, Invalid>;

/// A document as our own values, borrowing its texts; none if it nests deeper than `depth`.
pub(crate) fn borrow(document: &serde_json::Value, depth: usize) -> Option<Value<'_>> {
    Some(match document {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(truth) => Value::Bool(*truth),
        serde_json::Value::Number(number) => Value::Number(number.to_string().into()),
        serde_json::Value::String(text) => Value::String(text.as_str().into()),
        serde_json::Value::Array(items) => {
            let inner = depth.checked_sub(1)?;
            Value::Array(items.iter().map(|item| borrow(item, inner)).collect::<Option<_>>()?)
        }
        serde_json::Value::Object(members) => {
            let inner = depth.checked_sub(1)?;
            let borrowed = members.iter().map(|(name, value)| Some((name.as_str().into(), borrow(value, inner)?)));
            Value::Object(borrowed.collect::<Option<_>>()?)
        }
    })
}

/// The JSON Pointer of what is called `name` at `place`.
pub(super) fn pointer_to(place: &str, name: &str) -> String {
    let mut pointer = String::with_capacity(place.len() + 1 + name.len());
    pointer.push_str(place);
    push_segment(&mut pointer, name);
    pointer
}

/// Leads a JSON Pointer on to what is called `name`.
pub(super) fn push_segment(pointer: &mut String, name: &str) {
    pointer.push('/');
    let mut rest = name;
    while let Some(at) = rest.find(['~', '/']) {
        pointer.push_str(&rest[..at]);
        pointer.push_str(if rest[at..].starts_with('~') { "~0" } else { "~1" });
        rest = &rest[at + 1..];
    }
    pointer.push_str(rest);
}

/// The name that a segment of a JSON Pointer stands for.
pub(super) fn unescape_pointer(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

pub(super) fn text(value: &Value<'_>) -> Read<String> {
    value.as_str().map(str::to_owned).ok_or(Invalid::Expected("a string"))
}

pub(super) fn boolean(value: &Value<'_>) -> Read<bool> {
    if let Value::Bool(truth) = value { Ok(*truth) } else { Err(Invalid::Expected("`true` or `false`")) }
}

pub(super) fn number(value: &Value<'_>) -> Read<Number> {
    if let Value::Number(text) = value { Ok(Number(text.to_string())) } else { Err(Invalid::Expected("a number")) }
}

/// More than zero.
pub(super) fn positive(value: &Value<'_>) -> Read<Number> {
    let expected = Invalid::Expected("a number that is more than zero");
    match value {
        Value::Number(text) if Decimal::new(text) > Decimal::new("0") => Ok(Number(text.to_string())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            Err(expected)
        }
    }
}

pub(super) fn array(value: &Value<'_>) -> Read<Vec<Value<'static>>> {
    let Value::Array(items) = value else { return Err(Invalid::Expected("an array")) };
    Ok(items.iter().cloned().map(Value::into_owned).collect())
}

/// A length or a size. One beyond what fits a memory is as good as the largest that does.
pub(super) fn count(value: &Value<'_>) -> Read<usize> {
    let expected = Invalid::Expected("an integer that is not negative");
    let Value::Number(text) = value else { return Err(expected) };
    let decimal = Decimal::new(text);
    if !decimal.is_integer() || decimal < Decimal::new("0") {
        return Err(expected);
    }
    if let Ok(count) = text.parse() {
        return Ok(count);
    }
    // `2.0`, `1e3`, `-0`, or too large: every f64 below 2^53 that is an integer is exact, and no text or array is longer.
    Ok(text.parse::<f64>().map_or(usize::MAX, |count| count as usize))
}

pub(super) fn types(value: &Value<'_>) -> Read<Types> {
    let named = |name: &str| Type::from_name(name).ok_or_else(|| Invalid::Type { name: name.to_owned() });
    let expected = "the name of a type, or an array of different ones";
    match value {
        Value::String(name) => Ok(Types::of(&[named(name)?])),
        Value::Array(names) if !names.is_empty() => {
            let mut types = Types::NONE;
            for name in names {
                let ty = named(name.as_str().ok_or(Invalid::Expected(expected))?)?;
                if types.contains(ty) {
                    return Err(Invalid::Expected(expected));
                }
                types = types.with(ty);
            }
            Ok(types)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(Invalid::Expected(expected))
        }
    }
}

/// Names, no two of which are the same.
pub(super) fn names(value: &Value<'_>) -> Read<Vec<String>> {
    let expected = Invalid::Expected("an array of different strings");
    let Value::Array(items) = value else { return Err(expected) };
    let Some(names) = items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>() else {
        return Err(expected);
    };
    let mut sorted: Vec<_> = names.iter().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) { Err(expected) } else { Ok(names) }
}

/// `dependentRequired`.
pub(super) fn dependent_names(value: &Value<'_>) -> Read<Vec<(String, Vec<String>)>> {
    let expected = Invalid::Expected("an object of arrays of different strings");
    let Value::Object(members) = value else { return Err(expected) };
    let dependent = members.iter().map(|(name, value)| Some((name.to_string(), names(value).ok()?)));
    dependent.collect::<Option<_>>().ok_or(expected)
}

/// `$vocabulary`.
pub(super) fn truths(value: &Value<'_>) -> Read<Vec<(String, bool)>> {
    let expected = Invalid::Expected("an object of `true` and `false`");
    let Value::Object(members) = value else { return Err(expected) };
    let truths = members.iter().map(|(name, value)| Some((name.to_string(), boolean(value).ok()?)));
    truths.collect::<Option<_>>().ok_or(expected)
}

/// A name that may be the fragment of a reference.
pub(super) fn anchor(value: &Value<'_>) -> Read<String> {
    let expected = Invalid::Expected("a letter or `_`, then letters, digits, `-`, `_` and `.`");
    let Some(anchor) = value.as_str() else { return Err(expected) };
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let is_further = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_anchor = anchor.bytes().next().is_some_and(is_start) && anchor.bytes().all(is_further);
    if is_anchor { Ok(anchor.to_owned()) } else { Err(expected) }
}
