//! Comparison: numbers by their value, whichever type they are of.

use std::cmp::Ordering;

use super::{Fault, Json};
use crate::{
    json::{Kind, Value},
    validate::{Decimal, equal as same},
};

/// How two values compare; not at all where one is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison(Option<Ordering>);

impl Comparison {
    /// `==`
    pub fn is_eq(self) -> bool {
        self.0 == Some(Ordering::Equal)
    }

    /// `!=`
    pub fn is_ne(self) -> bool {
        !self.is_eq()
    }

    /// `<`
    pub fn is_lt(self) -> bool {
        self.0 == Some(Ordering::Less)
    }

    /// `<=`
    pub fn is_le(self) -> bool {
        self.0.is_some_and(Ordering::is_le)
    }

    /// `>`
    pub fn is_gt(self) -> bool {
        self.0 == Some(Ordering::Greater)
    }

    /// `>=`
    pub fn is_ge(self) -> bool {
        self.0.is_some_and(Ordering::is_ge)
    }
}

/// An integer and a number, exactly: neither is rounded.
pub fn compare_numbers(int: i64, double: f64) -> Comparison {
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    if double.is_nan() {
        return Comparison(None);
    }
    if double >= BOUND {
        return Comparison(Some(Ordering::Less));
    }
    if double < -BOUND {
        return Comparison(Some(Ordering::Greater));
    }
    // Within the bounds the whole part is an integer of 64 bits.
    #[expect(clippy::cast_possible_truncation, reason = "the bounds are looked at before")]
    let whole = double.trunc() as i64;
    Comparison(Some(int.cmp(&whole).then_with(|| 0.0_f64.total_cmp(&(double.fract() + 0.0)))))
}

/// Two values of which little is known.
///
/// # Errors
/// When they are not two numbers, two texts or two booleans.
pub fn compare(left: &Json<'_>, right: &Json<'_>) -> Result<Comparison, Fault> {
    let order = match (left.kind(), right.kind()) {
        (Kind::Number, Kind::Number) => Decimal::new(left.as_text()).cmp(&Decimal::new(right.as_text())),
        (Kind::String, Kind::String) => left.text()?.cmp(&right.text()?),
        (Kind::Bool, Kind::Bool) => left.boolean()?.cmp(&right.boolean()?),
        (_, _) => {
            let (left, right) = (super::fault::named(left.as_text()), super::fault::named(right.as_text()));
            return Err(Fault::new("wrong-type", format!("{left} and {right} have no order")));
        }
    };
    Ok(Comparison(Some(order)))
}

/// Whether two values are the same: numbers by value, objects whatever the order of their members.
///
/// # Errors
/// When a value cannot be read.
pub fn equal(left: &Json<'_>, right: &Json<'_>) -> Result<bool, Fault> {
    if left.as_text() == right.as_text() {
        return Ok(true);
    }
    if left.kind() != right.kind() {
        return Ok(false);
    }
    Ok(same(&Value::parse(left.as_text().as_bytes())?, &Value::parse(right.as_text().as_bytes())?))
}

/// Whether it is `null`.
pub fn is_null(value: &Json<'_>) -> bool {
    value.kind() == Kind::Null
}

/// `left && right`: a failure of one does not matter where the other is false.
///
/// # Errors
/// When that decides.
pub fn and(
    left: impl FnOnce() -> Result<bool, Fault>,
    right: impl FnOnce() -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    decided(left(), false, right)
}

/// `left || right`: a failure of one does not matter where the other is true.
///
/// # Errors
/// When that decides.
pub fn or_else(
    left: impl FnOnce() -> Result<bool, Fault>,
    right: impl FnOnce() -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    decided(left(), true, right)
}

/// Where neither side is what decides, the answer is the other truth, or the failure.
fn decided(
    left: Result<bool, Fault>,
    deciding: bool,
    right: impl FnOnce() -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    if left == Ok(deciding) {
        return left;
    }
    match right() {
        Ok(truth) if truth == deciding => Ok(deciding),
        Ok(_) => left,
        fault @ Err(_) => fault,
    }
}
