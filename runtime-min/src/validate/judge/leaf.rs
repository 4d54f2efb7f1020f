//! Assertions with no schema inside, and values seen as what an assertion speaks of.
//!
//! An assertion about another type than the value's holds, as JSON Schema wants it: a value that is no number passes every
//! bound, and one that is no array has no items.

use std::borrow::Cow;

use crate::{
    json::{Value, is_same},
    validate::{
        Decimal, equal,
        plan::{Constant, IntegerFormat, Text},
    },
};

/// Whether the predicate holds of a number; of anything else it does.
#[inline]
pub(super) fn number(value: &Value<'_>, holds: impl FnOnce(&Decimal<'_>) -> bool) -> bool {
    if let Value::Number(text) = value { holds(&Decimal::new(text)) } else { true }
}

/// Whether the predicate holds of a string; of anything else it does.
#[inline]
pub(super) fn text(value: &Value<'_>, holds: impl FnOnce(&str) -> bool) -> bool {
    value.as_str().is_none_or(holds)
}

/// The items of an array; anything else has none.
pub(super) fn items<'v, 'a>(value: &'v Value<'a>) -> &'v [Value<'a>] {
    if let Value::Array(items) = value { items } else { &[] }
}

/// The members of an object; anything else has none.
pub(super) fn members<'v, 'a>(value: &'v Value<'a>) -> &'v [(Cow<'a, str>, Value<'a>)] {
    if let Value::Object(members) = value { members } else { &[] }
}

pub(super) fn is_no_array(value: &Value<'_>) -> bool {
    !matches!(value, Value::Array(_))
}

pub(super) fn is_no_object(value: &Value<'_>) -> bool {
    !matches!(value, Value::Object(_))
}

/// Whether the value equals the constant, as JSON has it.
pub(super) fn is(constant: &Constant, value: &Value<'_>) -> bool {
    match (constant, value) {
        (Constant::Null, Value::Null) => true,
        (Constant::Bool(constant), Value::Bool(truth)) => constant == truth,
        (Constant::Number(constant), Value::Number(text)) => Decimal::new(constant) == Decimal::new(text),
        (Constant::String(constant), Value::String(text)) => constant == text,
        (Constant::Json(constant), Value::Array(_) | Value::Object(_)) => {
            Value::parse(constant.as_bytes()).is_ok_and(|constant| equal(&constant, value))
        }
        (
            Constant::Null | Constant::Bool(_) | Constant::Number(_) | Constant::String(_) | Constant::Json(_),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
        ) => false,
    }
}

/// Whether the value equals one of the constants.
pub(super) fn is_one_of(constants: &[Constant], value: &Value<'_>) -> bool {
    if let Value::String(text) = value {
        // Most constants are strings, and there may be hundreds.
        return constants.iter().any(|constant| matches!(constant, Constant::String(other) if is_same(other, text)));
    }
    constants.iter().any(|constant| is(constant, value))
}

/// Whether the number is in the range, both ends included.
pub(super) fn is_in(IntegerFormat { name: _, least, greatest }: &IntegerFormat, number: &Decimal<'_>) -> bool {
    (Decimal::new(least)..=Decimal::new(greatest)).contains(number)
}

/// `maxLength`; characters are Unicode code points. A text of no more bytes has no more characters.
pub(super) fn is_at_most(most: usize, text: &str) -> bool {
    text.len() <= most || text.chars().count() <= most
}

/// `minLength`; a text is long enough for sure if it is even though all its characters take four bytes.
pub(super) fn is_at_least(least: usize, text: &str) -> bool {
    text.len() >= least.saturating_mul(4) || text.chars().count() >= least
}

/// `dependentRequired`: the names that are missing, each after the one which asks for it.
pub(super) fn missing_dependencies<'p>(
    dependencies: &'p [(Text, impl AsRef<[Text]>)],
    value: &Value<'_>,
) -> impl Iterator<Item = (&'p str, &'p str)> {
    dependencies.iter().filter(|(name, _)| value.get(name).is_some()).flat_map(move |(name, wanted)| {
        let missing = wanted.as_ref().iter().filter(|wanted| value.get(wanted).is_none());
        missing.map(move |missing| (name.as_ref(), missing.as_ref()))
    })
}
