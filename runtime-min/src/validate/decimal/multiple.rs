//! Exact division of numbers of any size.

use std::cmp::Ordering;

use super::Digits;

/// Whether `value` is an integer times `divisor`.
///
/// Both are integers without a trailing zero, `v` and `d`, times powers of ten; so the question is whether `v × 10^k / d` is an
/// integer. Where `k` is negative it is not: `v` would have to be a multiple of ten. Where `k` is large, a smaller one answers
/// as well: `d` has fewer than four factors 2 for each of its digits, and fewer factors 5. So no exponent is ever expanded.
pub(super) fn is_multiple(value: &Digits<'_>, divisor: &Digits<'_>) -> bool {
    if value.len() == 0 {
        return true;
    }
    let power = value.exponent().saturating_sub(divisor.exponent());
    if divisor.len() == 0 || power < 0 {
        return false;
    }
    let zeros = usize::try_from(power).unwrap_or(usize::MAX).min(4 * divisor.len());
    let digits = value.iter().map(|digit| digit - b'0').chain(std::iter::repeat_n(0, zeros));
    match small(divisor) {
        Some(divisor) => digits.fold(0, |rest, digit| (rest * 10 + u128::from(digit)) % divisor) == 0,
        None => long_division_is_even(digits, &Limbs::of(divisor)),
    }
}

impl Digits<'_> {
    /// Of the power of ten by which the digits, read as an integer, are multiplied.
    fn exponent(&self) -> i128 {
        self.magnitude.saturating_sub(self.len() as i128)
    }
}

/// The digits as an integer, if ten times it is sure to fit.
fn small(digits: &Digits<'_>) -> Option<u128> {
    let value = |digits: &Digits<'_>| digits.iter().fold(0, |value, digit| value * 10 + u128::from(digit - b'0'));
    (digits.len() <= 37).then(|| value(digits))
}

/// Division as on paper, of which only the rest is kept.
fn long_division_is_even(digits: impl Iterator<Item = u8>, divisor: &Limbs) -> bool {
    let mut rest = Limbs(vec![0; divisor.0.len()]);
    for digit in digits {
        rest.push_digit(digit);
        while rest.compare(divisor) != Ordering::Less {
            rest.subtract(divisor);
        }
    }
    rest.0.iter().all(|limb| *limb == 0)
}

/// An integer in base 10⁹, the lowest limb first. The divisor has room for one more digit than it has.
struct Limbs(Vec<u64>);

const BASE: u64 = 1_000_000_000;

impl Limbs {
    fn of(digits: &Digits<'_>) -> Self {
        let mut limbs = Self(vec![0; digits.len() / 9 + 1]);
        for digit in digits.iter() {
            limbs.push_digit(digit - b'0');
        }
        limbs
    }

    fn push_digit(&mut self, digit: u8) {
        let mut carry = u64::from(digit);
        for limb in &mut self.0 {
            let value = *limb * 10 + carry;
            *limb = value % BASE;
            carry = value / BASE;
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }

    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (limb, other) in self.0.iter_mut().zip(&other.0) {
            let value = *limb + BASE - other - borrow;
            *limb = value % BASE;
            borrow = u64::from(value < BASE);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::validate::Decimal;

    fn check(value: &str, divisor: &str, expect: bool) {
        assert_eq!(Decimal::new(value).is_multiple_of(&Decimal::new(divisor)), expect, "{value} of {divisor}");
    }

    #[test]
    fn multiples_are_exact() {
        for (value, divisor) in [
            ("0", "0.1"),
            ("-0.0e5", "7"),
            ("9", "3"),
            ("-9", "3.0"),
            ("4.5", "1.5"),
            ("0.3", "0.1"),
            ("0.0075", "0.0001"),
            ("12391239123", "1e-8"),
            ("1e3", "8"),
            ("1", "0.0625"),
            ("18446744073709551617", "67280421310721"),
            ("340282366920938463463374607431768211457", "59649589127497217"),
            ("1e308", "0.5"),
            ("1e400", "2"),
            ("3e-400", "1e-400"),
            ("1e50", "25e47"),
        ] {
            check(value, divisor, true);
        }
        for (value, divisor) in [
            ("10", "3"),
            ("1.5", "1"),
            ("0.00751", "0.0001"),
            ("1e-1", "1"),
            ("18446744073709551618", "67280421310721"),
            ("1e400", "3"),
            ("1e-401", "1e-400"),
            ("1e2", "8"),
            ("0.1000000000000000055511151231257827", "0.1"),
            ("1", "0"),
        ] {
            check(value, divisor, false);
        }
    }

    #[test]
    fn a_long_divisor_is_divided_by_on_paper() {
        // 3 × 10^39 + 9 and multiples of it.
        let divisor = format!("3{}9", "0".repeat(38));
        check(&divisor, &divisor, true);
        check(&format!("21{}63", "0".repeat(37)), &divisor, true);
        check(&format!("21{}64", "0".repeat(37)), &divisor, false);
        check(&format!("{divisor}{divisor}"), &divisor, true);
        check(&format!("1{divisor}"), &divisor, false);
        // 2^140, which divides 10^140 and not 10^139.
        let power = "1393796574908163946345982392040522594123776";
        check("1e140", power, true);
        check("1e139", power, false);
        check("1e999999999", power, true);
    }

    #[test]
    fn an_exponent_is_never_expanded() {
        let nines = "9".repeat(1000);
        check("1e999999999", "0.0001", true);
        check("1e999999999", "7", false);
        check("1e-999999999", "0.0001", false);
        check("7", "1e-999999999", true);
        check("7e999999999", "14e999999998", true);
        check(&format!("1e{nines}"), "3", false);
        check(&format!("3e{nines}"), "3", true);
        check("5", &format!("1e-{nines}"), true);
        check("5", &format!("1e{nines}"), false);
    }
}
