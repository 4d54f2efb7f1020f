//! JSON documents written as TOML: schemas, and the literal parts of templates.

use serde_json::{Map, Number, Value};
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use crate::{
    diagnostic::Finding,
    model::SchemaSource,
    parse::{document::File, table::Entry},
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
    let json = placed(entry.file, entry.value, place, &mut places, out);
    Some(SchemaSource { json, span: entry.span, places })
}

/// The value as JSON, its places added to `places` in the order of the document.
fn placed(file: File<'_>, value: &DeValue<'_>, place: Place, places: &mut Places, out: &mut Vec<Finding>) -> Value {
    let idx = places.open(place);
    let json = match value {
        DeValue::Table(table) => Value::Object(placed_members(file, table, places, out)),
        DeValue::Array(items) => {
            let mut list = Vec::with_capacity(items.len());
            for item in items {
                let span = file.span(item.span());
                list.push(placed(file, item.get_ref(), Place { key: span, value: span }, places, out));
            }
            Value::Array(list)
        }
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            scalar(value, place.value, out)
        }
    };
    places.close(idx);
    json
}

fn placed_members(
    file: File<'_>,
    table: &DeTable<'_>,
    places: &mut Places,
    out: &mut Vec<Finding>,
) -> Map<String, Value> {
    let mut members = Map::with_capacity(table.len());
    for (key, value) in table.iter() {
        let place = Place { key: file.span(key.span()), value: file.span(value.span()) };
        members.insert(key.get_ref().to_string(), placed(file, value.get_ref(), place, places, out));
    }
    members
}

/// A value that holds no others, as JSON; `null` where JSON has nothing like it, which is reported.
pub(super) fn scalar(value: &DeValue<'_>, span: Span, out: &mut Vec<Finding>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(boolean) => Value::Bool(*boolean),
        DeValue::Integer(integer) => match number_of_integer(integer) {
            Some(number) => Value::Number(number),
            None => {
                out.push(invalid_value::finding(span, "an integer that 64 bits do not hold"));
                Value::Null
            }
        },
        DeValue::Float(float) => match number_of_float(float) {
            Some(number) => Value::Number(number),
            None => {
                out.push(invalid_value::finding(span, format!("JSON has no number `{}`", float.as_str())));
                Value::Null
            }
        },
        DeValue::Datetime(_) => {
            let finding =
                wrong_type::finding_in_json(span, "a date").help("put it in quotes: JSON writes dates as text");
            out.push(finding);
            Value::Null
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

fn number_of_float(float: &DeFloat<'_>) -> Option<Number> {
    float.as_str().parse().ok().and_then(Number::from_f64)
}
