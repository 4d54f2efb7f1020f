//! Integers in integer notation: `3.0` and `1e0` are integers by JSON Schema, and none to the machine types of serde.

/// The longest integer that is written out; `u128` and `i128` have 39 digits.
const LONGEST: usize = 40;

/// The document with every integral number written as an integer, all else byte for byte; none if nothing changes.
///
/// `json` must be valid. For example `{"a":[3.0,-1.5e1,0.5,"1.0"]}` becomes `{"a":[3,-15,0.5,"1.0"]}`.
pub(super) fn rewritten(json: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => at += string(&json[at..]),
            b'-' | b'0'..=b'9' => {
                let end = at + json[at..].iter().take_while(|byte| is_of_number(**byte)).count();
                if let Some(integer) = std::str::from_utf8(&json[at..end]).ok().and_then(integer) {
                    out.extend_from_slice(&json[copied..at]);
                    out.extend_from_slice(integer.as_bytes());
                    copied = end;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    if copied == 0 {
        return None;
    }
    out.extend_from_slice(&json[copied..]);
    Some(out)
}

/// How long the text at the start is, with its quotes.
fn string(json: &[u8]) -> usize {
    let mut at = 1;
    loop {
        match json.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') | None => return at + 1,
            Some(_) => at += 1,
        }
    }
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')
}

/// The integer that a number with a fraction or an exponent is, if it is one and not too long.
fn integer(number: &str) -> Option<String> {
    if !number.contains(['.', 'e', 'E']) {
        return None;
    }
    let (sign, unsigned) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_end_matches('0');
    let leading = significant.trim_start_matches('0');
    if leading.is_empty() {
        return Some("0".into());
    }
    // An exponent that is no i64 leads to a fraction or to more digits than are written.
    let shift = exponent.parse::<i64>().ok()?;
    let zeros = i64::try_from(whole.len()).ok()?.checked_add(shift)?.checked_sub(significant.len() as i64)?;
    let zeros = usize::try_from(zeros).ok()?;
    if leading.len().saturating_add(zeros) > LONGEST {
        return None;
    }
    Some(format!("{sign}{leading}{}", "0".repeat(zeros)))
}

#[cfg(test)]
mod tests {
    use super::{integer, rewritten};

    #[test]
    fn integral_numbers_are_written_out_exactly() {
        for (number, expected) in [
            ("3.0", "3"),
            ("1e0", "1"),
            ("-1.5e1", "-15"),
            ("0.03E+2", "3"),
            ("100e-2", "1"),
            ("120.0e-1", "12"),
            ("-0.0", "0"),
            ("0e999999999999999999999", "0"),
            ("1e39", "1000000000000000000000000000000000000000"),
            ("18446744073709551615.0", "18446744073709551615"),
        ] {
            assert_eq!(integer(number).as_deref(), Some(expected), "{number}");
        }
        for number in ["3", "0.5", "1e-1", "1.5e0", "1e40", "1e999999999999999999999", "1e-999999999999999999999"] {
            assert_eq!(integer(number), None, "{number}");
        }
    }

    #[test]
    fn all_else_stays() {
        let text = |json: &str| rewritten(json.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        let json = r#"{"a" : [3.0,-1.5e1, 0.5,7],"1.0":"é\"2.0\\"}"#;
        assert_eq!(text(json).as_deref(), Some(r#"{"a" : [3,-15, 0.5,7],"1.0":"é\"2.0\\"}"#));
        assert_eq!(text(r#"{"a":"1.0","b":2}"#), None);
    }
}
