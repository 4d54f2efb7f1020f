//! The one door through which this server reads JSON values.

use crate::json::Value;

/// Why a text is not JSON which we accept.
#[derive(Debug)]
pub(super) struct Malformed {
    /// The byte where it was noticed.
    pub(super) offset: usize,
    /// What is wrong.
    pub(super) message: String,
}

/// Reads one JSON value.
///
/// # Errors
/// The first byte that is wrong.
pub(super) fn read(text: &[u8]) -> Result<Value<'_>, Malformed> {
    let value: serde_json::Value = serde_json::from_slice(text).map_err(|error| Malformed {
        offset: offset(text, error.line(), error.column()),
        message: error.to_string(),
    })?;
    Ok(convert(value))
}

fn convert(value: serde_json::Value) -> Value<'static> {
    match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(value) => Value::Bool(value),
        serde_json::Value::Number(number) => Value::Number(number.to_string().into()),
        serde_json::Value::String(text) => Value::String(text.into()),
        serde_json::Value::Array(items) => Value::Array(items.into_iter().map(convert).collect()),
        serde_json::Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name.into(), convert(value))).collect())
        }
    }
}

/// serde_json counts lines and columns from 1; callers count bytes from 0.
pub(super) fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    (start + column.saturating_sub(1)).min(text.len())
}
