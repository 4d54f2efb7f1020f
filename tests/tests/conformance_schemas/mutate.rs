//! Documents with something wrong in them, or something that coercion is for.

use std::mem;

use packwright_runtime_min::json::Value;

use super::random::dice::Dice;

/// The JSON text of the value with one to three changes.
pub(crate) fn mutated(value: &Value<'_>, dice: &mut Dice) -> Vec<u8> {
    let mut value = value.clone();
    if dice.one_in(4) {
        quote_all(&mut value);
    }
    for _ in 0..=dice.below(3) {
        let place = dice.below(size(&value));
        change(&mut value, &mut { place }, dice);
    }
    value.to_json()
}

/// How many values there are in the value, itself one of them.
fn size(value: &Value<'_>) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.iter().map(|(_, value)| size(value)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0_usize,
    }
}

/// Changes the value that comes after `place` others.
fn change(value: &mut Value<'_>, place: &mut usize, dice: &mut Dice) {
    if *place == 0 {
        change_this(value, dice);
    }
    let inside: Vec<&mut Value<'_>> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for value in inside {
        if *place == 0 {
            return;
        }
        *place -= 1;
        change(value, place, dice);
    }
}

fn change_this(value: &mut Value<'_>, dice: &mut Dice) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) if !dice.one_in(3) => quote(value),
        Value::Array(items) if !items.is_empty() && !dice.one_in(3) => {
            let idx = dice.below(items.len());
            if dice.one_in(2) {
                items.remove(idx);
            } else {
                items.push(items[idx].clone());
            }
        }
        Value::Object(members) if !members.is_empty() && !dice.one_in(4) => {
            let idx = dice.below(members.len());
            match dice.below(8) {
                0..=2 => drop(members.remove(idx)),
                3..=5 => members[idx].0.to_mut().push('s'),
                6 => members.push(("5".into(), Value::text("true"))),
                // A name twice: no JSON text any more.
                _ => members.push(members[idx].clone()),
            }
        }
        value => {
            let texts = ["5", "true", "1.5", "", "no", "http://example.com/"];
            *value = match dice.below(7) {
                0 => Value::Null,
                1 => Value::Bool(dice.one_in(2)),
                2 => Value::Number(
                    dice.one_of(&["0", "1", "-3", "2.5", "1e400", "18446744073709551616"]).to_owned().into(),
                ),
                3 | 4 => Value::String(dice.one_of(&texts).to_owned().into()),
                5 => Value::Array(vec![mem::replace(value, Value::Null)]),
                _ => Value::Object(vec![("a".into(), mem::replace(value, Value::Null))]),
            };
        }
    }
}

/// `5` becomes `"5"`, `true` becomes `"true"`.
fn quote(value: &mut Value<'_>) {
    if let Value::Null | Value::Bool(_) | Value::Number(_) = value {
        *value = Value::String(String::from_utf8(value.to_json()).expect("JSON is UTF-8").into());
    }
}

fn quote_all(value: &mut Value<'_>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(quote_all),
        Value::Object(members) => members.iter_mut().for_each(|(_, value)| quote_all(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => quote(value),
    }
}
