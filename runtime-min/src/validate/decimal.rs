//! Numbers as they are written, compared exactly.

use std::cmp::Ordering;

mod multiple;

/// A JSON number which is compared by its value, of any size and precision, without being expanded.
///
/// `1e400` takes as much work as `1.0`. Exponents are exact up to 37 digits; one beyond (no such number comes from anywhere
/// but an attack) counts as infinitely large or small.
///
/// ```
/// use packwright_runtime_min::validate::Decimal;
///
/// assert_eq!(Decimal::new("1"), Decimal::new("1.0"));
/// assert!(Decimal::new("9007199254740993") > Decimal::new("9007199254740992"));
/// assert!(Decimal::new("1e400").is_integer());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimal<'a> {
    text: &'a str,
    /// The value, where it is an integer of at most 18 digits written without fraction and exponent: nearly always.
    small: Option<i64>,
}

impl<'a> Decimal<'a> {
    /// The number that `text` is; `text` must be a JSON number, as [`Value::Number`](crate::json::Value::Number) holds it.
    #[inline]
    pub const fn new(text: &'a str) -> Self {
        Self { text, small: small_integer(text.as_bytes()) }
    }

    /// As it was written.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Whether it is an integer times `divisor`, exactly; zero is a multiple of everything. Only zero is one of zero.
    ///
    /// ```
    /// use packwright_runtime_min::validate::Decimal;
    ///
    /// assert!(Decimal::new("0.3").is_multiple_of(&Decimal::new("0.1")));
    /// assert!(Decimal::new("1e400").is_multiple_of(&Decimal::new("1e-400")));
    /// ```
    #[inline]
    pub fn is_multiple_of(&self, divisor: &Decimal<'_>) -> bool {
        match (self.small, divisor.small) {
            (Some(value), Some(divisor)) => value == 0 || (divisor != 0 && value % divisor == 0),
            (Some(_), None) | (None, Some(_) | None) => {
                multiple::is_multiple(&Digits::of(self.text), &Digits::of(divisor.text))
            }
        }
    }

    /// Appends a text that all numbers of the same value share, and no others.
    pub(super) fn write_canonical(&self, out: &mut Vec<u8>) {
        let digits = Digits::of(self.text);
        if digits.len() == 0 {
            return out.push(b'0');
        }
        out.extend_from_slice(if digits.negative { b"-" } else { b"" });
        out.extend(digits.iter());
        out.push(b'e');
        out.extend_from_slice(digits.magnitude.to_string().as_bytes());
    }

    /// Whether it has no fraction: `1.0`, `1e3` and `2.50e1` are integers.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.small.is_some() || Digits::of(self.text).is_integer()
    }
}

impl Ord for Decimal<'_> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.small, other.small) {
            (Some(small), Some(other)) => small.cmp(&other),
            (Some(_), None) | (None, Some(_) | None) => Digits::of(self.text).compare(&Digits::of(other.text)),
        }
    }
}

impl PartialOrd for Decimal<'_> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

const fn small_integer(text: &[u8]) -> Option<i64> {
    let (negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    // 18 digits always fit an i64.
    if rest.is_empty() || rest.len() > 18 {
        return None;
    }
    let mut value = 0;
    while let [digit @ b'0'..=b'9', others @ ..] = rest {
        value = value * 10 + (*digit - b'0') as i64;
        rest = others;
    }
    if !rest.is_empty() {
        return None;
    }
    Some(if negative { -value } else { value })
}

/// A number as `±0.d₁d₂d₃… × 10^magnitude` with `d₁` not zero. The digits stay where they are in the text: some before the
/// point, some after.
///
/// `-0.0120e3` is negative, magnitude 2, digits `12`. Zero has no digits.
struct Digits<'a> {
    negative: bool,
    magnitude: i128,
    before: &'a [u8],
    after: &'a [u8],
}

impl<'a> Digits<'a> {
    fn of(text: &'a str) -> Self {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent = exponent_value(exponent);

        let before = before.trim_start_matches('0');
        let fraction = after.trim_end_matches('0');
        let mut digits = Digits {
            negative: unsigned.len() < text.len(),
            magnitude: exponent.saturating_add(before.len() as i128),
            before: before.as_bytes(),
            after: fraction.as_bytes(),
        };
        if before.is_empty() {
            let significant = fraction.trim_start_matches('0');
            digits.magnitude = exponent.saturating_sub((fraction.len() - significant.len()) as i128);
            digits.after = significant.as_bytes();
        } else if fraction.is_empty() {
            digits.before = before.trim_end_matches('0').as_bytes();
        }
        digits
    }

    fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// From the first to the last that is not zero, in ASCII.
    fn iter(&self) -> impl Iterator<Item = u8> {
        self.before.iter().chain(self.after).copied()
    }

    fn is_integer(&self) -> bool {
        self.len() == 0 || self.magnitude >= self.len() as i128
    }

    fn compare(&self, other: &Self) -> Ordering {
        // Zero is neither negative nor positive, `-0` too.
        let sign = |digits: &Self| match (digits.len(), digits.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let size = || self.magnitude.cmp(&other.magnitude).then_with(|| self.iter().cmp(other.iter()));
        match sign(self).cmp(&sign(other)) {
            Ordering::Equal if sign(self) == 0 => Ordering::Equal,
            Ordering::Equal if self.negative => size().reverse(),
            Ordering::Equal => size(),
            unequal @ (Ordering::Less | Ordering::Greater) => unequal,
        }
    }
}

/// The value of an exponent, held within ±10^37: adding the length of a text to it cannot overflow.
fn exponent_value(text: &str) -> i128 {
    const LIMIT: i128 = 10_i128.pow(37);

    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let value = digits.iter().fold(0, |value: i128, digit| LIMIT.min(value * 10 + i128::from(digit - b'0')));
    if negative { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    /// Numbers in order; those of one line are equal.
    const ORDERED: &[&[&str]] = &[
        &["-1e999999999999999999999"],
        &["-1e400", "-10e399"],
        &["-18446744073709551617"],
        &["-2", "-2.0", "-0.2e1", "-20e-1"],
        &["-1.5"],
        &["-1e-400"],
        &["0", "-0", "0.0", "0e5", "-0.000e-999"],
        &["1e-400", "0.1e-399"],
        &["0.0999"],
        &["0.1", "0.10", "1e-1", "10e-2", "0.01e1"],
        &["0.1000000000000000055511151231257827"],
        &["1", "1.0", "1.00e0", "0.001e3", "1000e-3"],
        &["1.0000000000000000000000000000000000001"],
        &["9"],
        &["10", "1e1", "1E+1", "100e-1"],
        &["120", "1.2e2", "0.0120e4"],
        &["9007199254740992"],
        &["9007199254740993", "9007199254740993.0"],
        &["18446744073709551616"],
        &["18446744073709551617", "18446744073709551617.000"],
        &["1e400", "10e399", "0.1e401"],
        &["1.1e400"],
        &["1e999999999999999999999"],
    ];

    #[test]
    fn numbers_are_ordered_by_value() {
        for (left_rank, left_line) in ORDERED.iter().enumerate() {
            for (right_rank, right_line) in ORDERED.iter().enumerate() {
                for (left, right) in left_line.iter().flat_map(|left| right_line.iter().map(move |right| (left, right)))
                {
                    let order = Decimal::new(left).cmp(&Decimal::new(right));
                    assert_eq!(order, left_rank.cmp(&right_rank), "{left} and {right}");
                }
            }
        }
    }

    #[test]
    fn integers_are_those_without_a_fraction() {
        for text in ["0", "-0.0", "1.0", "1e3", "2.50e1", "1e400", "18446744073709551617", "120e-1", "0e-5"] {
            assert!(Decimal::new(text).is_integer(), "{text}");
        }
        for text in ["0.5", "1e-1", "2.55e1", "1e-400", "18446744073709551617.5", "125e-1"] {
            assert!(!Decimal::new(text).is_integer(), "{text}");
        }
    }

    #[test]
    fn an_exponent_out_of_reach_is_no_panic() {
        let (huge, tiny) = (format!("1e{}", "9".repeat(1000)), format!("-1.5e-{}", "9".repeat(1000)));
        assert!(Decimal::new(&huge) > Decimal::new("1e400"));
        assert!(Decimal::new(&tiny) < Decimal::new("0"));
        assert!(Decimal::new(&huge).is_integer() && !Decimal::new(&tiny).is_integer());
    }
}
