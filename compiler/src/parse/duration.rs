//! Durations: `250ms`, `5s`, `2m`, `1h`, `14d`.

use crate::{diagnostic::Finding, parse::table::Entry, rules::parse::invalid_value};

/// The longest timeout of an attempt: more than a day is a wait.
pub(super) const DAY: u64 = 24 * 60 * 60 * 1000;

/// The longest that a run, a wait or a timer may take.
pub(super) const YEAR: u64 = 366 * DAY;

/// The milliseconds of a duration of at most `longest`, or the finding that it is none.
pub(super) fn read(entry: &Entry<'_>, longest: u64, out: &mut Vec<Finding>) -> Option<u64> {
    if !entry.value.is_str() {
        return entry.wrong_type("a duration such as \"5s\"", out);
    }
    let text = entry.text(out)?.value;
    match milliseconds(text) {
        Some(milliseconds) if (1..=longest).contains(&milliseconds) => Some(milliseconds),
        Some(_) => {
            let most = if longest == DAY { "24h" } else { "366d" };
            let message = format!("`{}` is out of range: durations are from 1ms to {most} here", entry.key);
            out.push(invalid_value::finding(entry.span, message));
            None
        }
        None => {
            let message = format!("`{}` is not a duration", entry.key);
            out.push(
                invalid_value::finding(entry.span, message).help("write a number and a unit: 250ms, 5s, 2m, 1h or 14d"),
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
        "d" => DAY,
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
        assert_eq!(milliseconds("14d"), Some(1_209_600_000));
        for text in ["", "5", "s", "5 s", "5sec", "-5s", "1.5s", "5S", "99999999999999999999s"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
        assert_eq!(milliseconds("18446744073709551615h"), Some(u64::MAX));
    }
}
