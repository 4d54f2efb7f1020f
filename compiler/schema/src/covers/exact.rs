//! Numbers as integers times a power of ten: exact, ordered, and of a size to calculate with.

use std::cmp::Ordering;

/// `digits × 10^exponent`, in lowest terms: equal numbers are equal here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Exact {
    digits: i128,
    exponent: i32,
}

impl Exact {
    pub(super) const ONE: Self = Self { digits: 1, exponent: 0 };

    /// The number that a JSON text is; none if it has more digits than can be calculated with.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().ok()?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        Some(Self::new(digits, exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?))
    }

    pub(super) fn new(mut digits: i128, mut exponent: i32) -> Self {
        if digits == 0 {
            return Self { digits: 0, exponent: 0 };
        }
        while digits % 10 == 0 {
            digits /= 10;
            exponent += 1;
        }
        Self { digits, exponent }
    }

    pub(super) fn exponent(self) -> i32 {
        self.exponent
    }

    /// How many `10^exponent` it is; none if that is no integer, or too large.
    pub(super) fn units(self, exponent: i32) -> Option<i128> {
        let shift = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        if self.digits == 0 { Some(0) } else { self.digits.checked_mul(10_i128.checked_pow(shift)?) }
    }

    /// The order of two numbers; none if they are too far apart to be calculated with.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let exponent = self.exponent.min(other.exponent);
        Some(self.units(exponent)?.cmp(&other.units(exponent)?))
    }

    /// As a JSON text.
    pub(super) fn text(self) -> String {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs().to_string();
        match usize::try_from(self.exponent) {
            Ok(zeros) if zeros <= 21 => format!("{sign}{digits}{}", "0".repeat(zeros)),
            Ok(zeros) => format!("{sign}{digits}e{zeros}"),
            Err(_) => {
                let behind = self.exponent.unsigned_abs() as usize;
                if behind > 40 {
                    return format!("{sign}{digits}e{}", self.exponent);
                }
                let padded = format!("{digits:0>width$}", width = behind + 1);
                let (whole, fraction) = padded.split_at(padded.len() - behind);
                format!("{sign}{whole}.{fraction}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_read_alike_and_written_as_json() {
        for (text, expect) in [
            ("1", "1"),
            ("1.0", "1"),
            ("-0.0", "0"),
            ("2.50e1", "25"),
            ("-0.05", "-0.05"),
            ("1e3", "1000"),
            ("12e-3", "0.012"),
        ] {
            assert_eq!(Exact::read(text).map(Exact::text).as_deref(), Some(expect), "{text}");
        }
        assert_eq!(Exact::read(&"9".repeat(60)), None);
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let read = |text| Exact::read(text).expect("it is short");
        assert_eq!(read("0.3").compare(read("0.25")), Some(Ordering::Greater));
        assert_eq!(read("-1e2").compare(read("3")), Some(Ordering::Less));
        assert_eq!(read("1e400").compare(read("3")), None);
    }
}
