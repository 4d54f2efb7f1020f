//! Arithmetic, checked, and conversions.

use std::borrow::Cow;

use super::{Fault, Json, Timestamp, concat, json, text};
use crate::json::Kind;

macro_rules! checked {
    ($($(#[$doc:meta])* $name:ident $method:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// When 64 bits do not hold it.
        pub fn $name(left: i64, right: i64) -> Result<i64, Fault> {
            left.$method(right).ok_or_else(Fault::overflow)
        }
    )*};
}

checked! {
    /// `left + right`
    add checked_add;
    /// `left - right`
    subtract checked_sub;
    /// `left * right`
    multiply checked_mul;
}

/// `left / right`, towards zero.
///
/// # Errors
/// When `right` is zero, or 64 bits do not hold it.
pub fn divide(left: i64, right: i64) -> Result<i64, Fault> {
    if right == 0 { Err(Fault::zero()) } else { left.checked_div(right).ok_or_else(Fault::overflow) }
}

/// `left % right`, with the sign of `left`.
///
/// # Errors
/// When `right` is zero, or 64 bits do not hold the quotient.
pub fn remainder(left: i64, right: i64) -> Result<i64, Fault> {
    if right == 0 { Err(Fault::zero()) } else { left.checked_rem(right).ok_or_else(Fault::overflow) }
}

/// `-value`
///
/// # Errors
/// When 64 bits do not hold it.
pub fn negate(value: i64) -> Result<i64, Fault> {
    value.checked_neg().ok_or_else(Fault::overflow)
}

/// The number, which JSON can say.
///
/// # Errors
/// When it is infinite, or none.
pub fn finite(value: f64) -> Result<f64, Fault> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Fault::new("not-a-number", format!("the result is {value}, which JSON has not")))
    }
}

/// Whether a number of unknown type is an integer: by how it is written, as CEL reads JSON.
fn is_int(value: &Json<'_>) -> bool {
    !value.as_text().contains(['.', 'e', 'E'])
}

/// An operation on values of which nothing is known: on two integers, or on two numbers of which one has a fraction.
fn numbers(
    (left, right): (&Json<'_>, &Json<'_>),
    ints: fn(i64, i64) -> Result<i64, Fault>,
    doubles: fn(f64, f64) -> f64,
) -> Result<Json<'static>, Fault> {
    for value in [left, right] {
        if value.kind() != Kind::Number {
            return Err(Fault::kind("a number", value.as_text()));
        }
    }
    if is_int(left) && is_int(right) {
        return Ok(json(ints(left.int()?, right.int()?)?));
    }
    Ok(json(finite(doubles(left.double()?, right.double()?))?))
}

/// `left + right`, of numbers, texts or lists.
///
/// # Errors
/// When they do not go together, or the result is beyond bounds.
pub fn add_any(left: &Json<'_>, right: &Json<'_>) -> Result<Json<'static>, Fault> {
    match (left.kind(), right.kind()) {
        (Kind::String, Kind::String) => Ok(json(text(&[&left.text()?, &right.text()?]))),
        (Kind::Array, Kind::Array) => concat(left, right),
        (_, _) => numbers((left, right), add, |left, right| left + right),
    }
}

/// `left - right`
///
/// # Errors
/// When they are no numbers, or the result is beyond bounds.
pub fn subtract_any(left: &Json<'_>, right: &Json<'_>) -> Result<Json<'static>, Fault> {
    numbers((left, right), subtract, |left, right| left - right)
}

/// `left * right`
///
/// # Errors
/// When they are no numbers, or the result is beyond bounds.
pub fn multiply_any(left: &Json<'_>, right: &Json<'_>) -> Result<Json<'static>, Fault> {
    numbers((left, right), multiply, |left, right| left * right)
}

/// `left / right`
///
/// # Errors
/// When they are no numbers, or the result is beyond bounds.
pub fn divide_any(left: &Json<'_>, right: &Json<'_>) -> Result<Json<'static>, Fault> {
    numbers((left, right), divide, |left, right| left / right)
}

/// `-value`
///
/// # Errors
/// When it is no number, or the result is beyond bounds.
pub fn negate_any(value: &Json<'_>) -> Result<Json<'static>, Fault> {
    match value.kind() {
        Kind::Number if is_int(value) => Ok(json(negate(value.int()?)?)),
        _ => Ok(json(-value.double()?)),
    }
}

/// An integer as a number, as near as that comes.
#[expect(clippy::cast_precision_loss, reason = "that is what the author asks for")]
pub fn double_of_int(value: i64) -> f64 {
    value as f64
}

/// The number that a text is.
///
/// # Errors
/// When it is none.
pub fn double_of_text(value: &str) -> Result<f64, Fault> {
    value.parse().map_err(|_| unreadable("a number", value))
}

/// The integer of a number, its fraction cut off.
///
/// # Errors
/// When 64 bits do not hold it.
#[expect(clippy::cast_possible_truncation, reason = "the bounds are looked at before")]
pub fn int_of_double(value: f64) -> Result<i64, Fault> {
    // Both bounds are `f64`s; the upper one is the first that is too large.
    let bound = 9_223_372_036_854_775_808.0;
    if value > -bound && value < bound { Ok(value as i64) } else { Err(Fault::overflow()) }
}

/// The integer that a text is.
///
/// # Errors
/// When it is none.
pub fn int_of_text(value: &str) -> Result<i64, Fault> {
    value.parse().map_err(|_| unreadable("an integer", value))
}

/// The seconds since 1970.
pub fn int_of_timestamp(value: Timestamp) -> i64 {
    value.seconds_since_1970()
}

/// The boolean that a text is.
///
/// # Errors
/// When it is none.
pub fn bool_of_text(value: &str) -> Result<bool, Fault> {
    match value {
        "true" | "True" | "TRUE" | "t" | "1" => Ok(true),
        "false" | "False" | "FALSE" | "f" | "0" => Ok(false),
        other => Err(unreadable("a boolean", other)),
    }
}

fn unreadable(wanted: &str, value: &str) -> Fault {
    let shown: String = value.chars().take(40).collect();
    Fault::new("wrong-format", format!("\"{}\" is not {wanted}", shown.escape_debug()))
}

/// `int` of a value of which nothing is known.
///
/// # Errors
/// When no integer can be made of it.
pub fn int_of(value: &Json<'_>) -> Result<i64, Fault> {
    match value.kind() {
        Kind::String => int_of_text(&value.text()?),
        Kind::Number if is_int(value) => value.int(),
        _ => int_of_double(value.double()?),
    }
}

/// `double` of a value of which nothing is known.
///
/// # Errors
/// When no number can be made of it.
pub fn double_of(value: &Json<'_>) -> Result<f64, Fault> {
    if value.kind() == Kind::String { double_of_text(&value.text()?) } else { value.double() }
}

/// `bool` of a value of which nothing is known.
///
/// # Errors
/// When no boolean can be made of it.
pub fn bool_of(value: &Json<'_>) -> Result<bool, Fault> {
    if value.kind() == Kind::String { bool_of_text(&value.text()?) } else { value.boolean() }
}

/// `string` of a boolean.
pub fn text_of_bool(value: bool) -> Cow<'static, str> {
    Cow::Borrowed(if value { "true" } else { "false" })
}

/// `string` of an integer.
pub fn text_of_int(value: i64) -> Cow<'static, str> {
    Cow::Owned(value.to_string())
}

/// `string` of a number.
pub fn text_of_double(value: f64) -> Cow<'static, str> {
    Cow::Owned(value.to_string())
}

/// `string` of a value of which nothing is known.
///
/// # Errors
/// When it is null, an array or an object.
pub fn text_of(value: &Json<'_>) -> Result<Cow<'static, str>, Fault> {
    match value.kind() {
        Kind::String => Ok(Cow::Owned(value.text()?.into_owned())),
        Kind::Bool => value.boolean().map(text_of_bool),
        Kind::Number if is_int(value) => Ok(Cow::Owned(value.as_text().to_owned())),
        Kind::Number => value.double().map(text_of_double),
        Kind::Null | Kind::Array | Kind::Object => Err(Fault::kind("a text, a number or a boolean", value.as_text())),
    }
}
