//! JSON documents written as TOML: schemas, and the literal parts of templates.

use serde_json::{Map, Number, Value};
use toml::de::{DeInteger, DeTable, DeValue};

use crate::{
    diagnostic::Finding,
    model::SchemaSource,
    parse::{document::File, number, table::Entry},
    rules::parse::{invalid_value, wrong_type},
    source::{Place, Places, Span},
};

/// The JSON Schema that an entry holds.
pub(super) fn schema(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<SchemaSource> {
    if !entry.value.is_table() && !entry.value.is_bool() {
        return entry.wrong_type("a JSON Schema: a table or a boolean", out);
    }
    let mut places = Places::default();
    let place = Place { key: entry.key_span, value: entry.span };
    let json = placed(entry.file, entry.value, place, &mut places, out)?;
    Some(SchemaSource { json, span: entry.span, places })
}

/// The JSON value that an entry holds.
pub(super) fn document(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<SchemaSource> {
    let mut places = Places::default();
    let place = Place { key: entry.key_span, value: entry.span };
    let json = placed(entry.file, entry.value, place, &mut places, out)?;
    Some(SchemaSource { json, span: entry.span, places })
}

/// The value as JSON, its places added to `places` in the order of the document. What JSON has nothing like is reported and left
/// out, so that nothing is said about a stand-in.
fn placed(
    file: File<'_>,
    value: &DeValue<'_>,
    place: Place,
    places: &mut Places,
    out: &mut Vec<Finding>,
) -> Option<Value> {
    let idx = places.open(place);
    let json = match value {
        DeValue::Table(table) => placed_members(file, table, places, out),
        DeValue::Array(items) => {
            let mut list = Vec::with_capacity(items.len());
            for item in items {
                let span = file.span(item.span());
                list.extend(placed(file, item.get_ref(), Place { key: span, value: span }, places, out));
            }
            Value::Array(list)
        }
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            let Some(scalar) = scalar(value, place.value, out) else {
                places.cancel(idx);
                return None;
            };
            scalar
        }
    };
    places.close(idx);
    Some(json)
}

fn placed_members(file: File<'_>, table: &DeTable<'_>, places: &mut Places, out: &mut Vec<Finding>) -> Value {
    let mut members = Value::Object(Map::with_capacity(table.len()));
    for (key, value) in table.iter() {
        let place = Place { key: file.span(key.span()), value: file.span(value.span()) };
        if let Some(value) = placed(file, value.get_ref(), place, places, out) {
            // Unlike `Map::insert` this is not made anew in our crate, which is optimised less than the one that it is in.
            members[key.get_ref().as_ref()] = value;
        }
    }
    members
}

/// A value that holds no others, as JSON; `None` where JSON has nothing like it, which is reported.
pub(super) fn scalar(value: &DeValue<'_>, span: Span, out: &mut Vec<Finding>) -> Option<Value> {
    let number = |number: Result<Number, String>, out: &mut Vec<Finding>| match number {
        Ok(number) => Some(Value::Number(number)),
        Err(why) => {
            out.push(invalid_value::finding(span, why));
            None
        }
    };
    match value {
        DeValue::String(text) => Some(Value::String(text.to_string())),
        DeValue::Boolean(boolean) => Some(Value::Bool(*boolean)),
        DeValue::Integer(integer) => {
            let held = number_of_integer(integer);
            number(held.ok_or_else(|| "an integer that 64 bits do not hold".to_owned()), out)
        }
        DeValue::Float(float) => number(number_of_float(float.as_str()), out),
        DeValue::Datetime(_) => {
            let finding =
                wrong_type::finding_in_json(span, "a date").help("put it in quotes: JSON writes dates as text");
            out.push(finding);
            None
        }
        DeValue::Array(_) | DeValue::Table(_) => unreachable!("the callers handle lists and tables"),
    }
}

/// The integer as JSON, where 64 bits hold it.
pub(super) fn number_of_integer(integer: &DeInteger<'_>) -> Option<Number> {
    let (text, radix) = (integer.as_str(), integer.radix());
    i64::from_str_radix(text, radix)
        .map(Number::from)
        .or_else(|_| u64::from_str_radix(text, radix).map(Number::from))
        .ok()
}

/// The float as JSON, which has no plus sign before numbers.
fn number_of_float(text: &str) -> Result<Number, String> {
    match text.trim_start_matches(['+', '-']) {
        "inf" | "nan" => Err(format!("JSON has no number `{text}`")),
        _ => number::exact(text.trim_start_matches('+')),
    }
}
