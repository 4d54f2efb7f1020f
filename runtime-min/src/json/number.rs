//! The grammar of numbers, `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.

/// How many bytes at the start of `bytes` are a number; none if it does not start with one.
///
/// What follows is not looked at, so `01` starts with the number `0`.
pub(super) fn prefix(bytes: &[u8]) -> Option<usize> {
    let sign = usize::from(bytes.first() == Some(&b'-'));
    let mut end = match bytes.get(sign)? {
        b'0' => sign + 1,
        b'1'..=b'9' => sign + digits(&bytes[sign..]),
        _ => return None,
    };
    if bytes.get(end) == Some(&b'.') {
        end += 1 + at_least_one_digit(&bytes[end + 1..])?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        end += 1;
        end += usize::from(matches!(bytes.get(end), Some(b'+' | b'-')));
        end += at_least_one_digit(&bytes[end..])?;
    }
    Some(end)
}

fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn at_least_one_digit(bytes: &[u8]) -> Option<usize> {
    Some(digits(bytes)).filter(|count| *count > 0)
}

/// Whether all of `text` is a JSON number.
pub(crate) fn is_number(text: &str) -> bool {
    prefix(text.as_bytes()) == Some(text.len())
}

/// Whether all of `text` is a JSON number without fraction and exponent, and not `-0`.
pub(crate) fn is_integer(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    is_number(text) && unsigned.bytes().all(|byte| byte.is_ascii_digit()) && text != "-0"
}

#[cfg(test)]
mod tests {
    use super::{is_integer, is_number, prefix};

    #[test]
    fn numbers_are_those_of_the_grammar() {
        for text in ["0", "-0", "7", "10", "-12.50", "1e3", "1E+3", "1.5e-10", "0.0", "0e0"] {
            assert!(is_number(text), "{text}");
        }
        for text in
            ["", "-", "+1", "01", "00", ".5", "5.", "1.e3", "1e", "1e+", "NaN", "Infinity", "0x10", "1_0", "1 ", "٢"]
        {
            assert!(!is_number(text), "{text}");
        }
    }

    #[test]
    fn integers_have_neither_fraction_nor_exponent_nor_minus_zero() {
        for text in ["0", "-7", "18446744073709551617"] {
            assert!(is_integer(text), "{text}");
        }
        for text in ["-0", "20.0", "2e1", "020", "+20", " 20", ""] {
            assert!(!is_integer(text), "{text}");
        }
    }

    #[test]
    fn a_prefix_ends_where_the_number_does() {
        assert_eq!(prefix(b"12,"), Some(2));
        assert_eq!(prefix(b"01"), Some(1));
        assert_eq!(prefix(b"1.x"), None);
    }
}
