//! Texts that are taken for what a schema declares: `"20"` for an integer, `"1.5"` for a number, `"true"` for a boolean.
//!
//! | declared | accepts | refuses |
//! | --- | --- | --- |
//! | integer | `-?(0\|[1-9][0-9]*)`, of any size | `" 20"` `"+20"` `"020"` `"20.0"` `"2e1"` `"-0"` |
//! | number | a JSON number that an `f64` holds exactly as written | `"NaN"` `".5"` `"1_000"` `"1e400"` |
//! | boolean | `true` and `false` | `"True"` `"1"` `1` |
//!
//! Nothing else is ever coerced, and at most one of the three can be made of a text: whether it is a boolean or a number
//! is visible from the text alone. So "exactly one of several types takes it" needs no search.

use std::borrow::Cow;

use super::{Decimal, Type, Types};
use crate::json::{Value, number};

/// The value that `text` is read as for one of `targets`, and its type.
pub(super) fn read<'a>(text: &Cow<'a, str>, targets: Types) -> Option<(Type, Value<'a>)> {
    match text.as_ref() {
        "true" | "false" if targets.contains(Type::Boolean) => Some((Type::Boolean, Value::Bool(text == "true"))),
        _ if targets.contains(Type::Integer) && number::is_integer(text) => {
            Some((Type::Integer, Value::Number(text.clone())))
        }
        _ if targets.contains(Type::Number) && number::is_number(text) && round_trips(text) => {
            Some((Type::Number, Value::Number(text.clone())))
        }
        _ => None,
    }
}

/// Whether the shortest text of the nearest `f64` has exactly the value of the number `text`: no digit is lost, nothing
/// overflows. `0.1` does, although no `f64` is a tenth.
fn round_trips(text: &str) -> bool {
    // The shortest text of an f64 never has more than 17 digits; a long one need not be read.
    let Ok(nearest) = text.parse::<f64>() else { return false };
    nearest.is_finite() && Decimal::new(&format!("{nearest:e}")) == Decimal::new(text)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::{
        json::Value,
        validate::{Type, Types},
    };

    fn check(ty: Type, text: &'static str, expect: Option<&Value<'_>>) {
        let coerced = read(&text.into(), Types::of(&[ty]));
        assert_eq!(coerced.as_ref().map(|(_, value)| value), expect, "{text} for {ty:?}");
    }

    #[test]
    fn an_integer_is_written_in_the_one_plain_way() {
        for text in ["20", "0", "-7", "9007199254740993", "18446744073709551617"] {
            check(Type::Integer, text, Some(&Value::Number(text.into())));
        }
        for text in [" 20", "20 ", "+20", "020", "20.0", "2e1", "-0", "", "true", "٢٠", "0x10", "1,000", "-"] {
            check(Type::Integer, text, None);
        }
    }

    #[test]
    fn a_number_is_one_that_a_double_holds() {
        for text in ["20", "1.5", "1e3", "0.1", "-0", "-2.50", "1e-7", "123456789012345680000", "1e23"] {
            check(Type::Number, text, Some(&Value::Number(text.into())));
        }
        for text in
            ["NaN", "Infinity", "inf", ".5", "5.", "1_000", "1,5", "1e400", "1e-400", "9007199254740993", "", "0x1"]
        {
            check(Type::Number, text, None);
        }
        check(Type::Number, "0.1000000000000000055511151231257827", None);
    }

    #[test]
    fn a_boolean_is_true_or_false() {
        check(Type::Boolean, "true", Some(&Value::Bool(true)));
        check(Type::Boolean, "false", Some(&Value::Bool(false)));
        for text in ["True", "yes", "1", "0", "", " true", "on"] {
            check(Type::Boolean, text, None);
        }
    }

    #[test]
    fn nothing_else_is_made_of_a_text() {
        for ty in [Type::Null, Type::String, Type::Array, Type::Object] {
            for text in ["null", "", "1", "true", "[1]", "{}"] {
                check(ty, text, None);
            }
        }
    }
}
