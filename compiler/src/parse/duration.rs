//! Durations: `250ms`, `5s`, `2m`, `1h`.

use crate::{diagnostic::Finding, parse::table::Entry, rules::parse::invalid_value};

/// The longest duration that a pack may name: more than a day is a wait, not a timeout.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;

/// The milliseconds of a duration, or the finding that it is none.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<u64> {
    if !entry.value.is_str() {
        return entry.wrong_type("a duration such as \"5s\"", out);
    }
    let text = entry.text(out)?.value;
    match milliseconds(text) {
        Some(1..=LONGEST_MS) => milliseconds(text),
        Some(_) => {
            let message = format!("`{}` is out of range: durations are from 1ms to 24h", entry.key);
            out.push(invalid_value::finding(entry.span, message));
            None
        }
        None => {
            let message = format!("`{}` is not a duration", entry.key);
            out.push(
                invalid_value::finding(entry.span, message).help("write a number and a unit: 250ms, 5s, 2m or 1h"),
            );
            None
        }
    }
}

fn milliseconds(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let factor = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return None,
    };
    let number: u64 = number.parse().ok()?;
    Some(number.saturating_mul(factor))
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        assert_eq!(milliseconds("250ms"), Some(250));
        assert_eq!(milliseconds("5s"), Some(5_000));
        assert_eq!(milliseconds("2m"), Some(120_000));
        assert_eq!(milliseconds("1h"), Some(3_600_000));
        for text in ["", "5", "s", "5 s", "5sec", "-5s", "1.5s", "5S", "99999999999999999999s"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
        assert_eq!(milliseconds("18446744073709551615h"), Some(u64::MAX));
    }
}
