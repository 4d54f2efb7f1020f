//! Numbers of a pack's files, as JSON.

use packwright_runtime_min::validate::Decimal;
use serde_json::Number;

/// The number, where 64 bits hold just what is written: integers, and floats that are printed as the same number again.
///
/// # Errors
/// A sentence on why not.
pub(super) fn exact(text: &str) -> Result<Number, String> {
    let number: Option<Number> = serde_json::from_str(text).ok();
    match number {
        Some(number) if Decimal::new(&number.to_string()) == Decimal::new(text) => Ok(number),
        Some(number) => Err(format!("`{text}` is more exact than 64 bits hold: they would make `{number}` of it")),
        None => Err(format!("`{text}` is greater than any number of 64 bits")),
    }
}

#[cfg(test)]
mod tests {
    use super::exact;

    #[test]
    fn what_is_held_is_what_is_written() {
        for text in ["0", "-7", "18446744073709551615", "0.1", "1.50", "1e3", "2E-2", "1e308", "100000000000000000000"]
        {
            assert!(exact(text).is_ok(), "{text}");
        }
        for text in ["1e400", "-1e400"] {
            assert_eq!(exact(text), Err(format!("`{text}` is greater than any number of 64 bits")));
        }
        for text in ["0.10000000000000000001", "18446744073709551617", "1e-400"] {
            assert!(exact(text).is_err_and(|why| why.contains("more exact")), "{text}");
        }
    }
}
