//! JSON's equality.

use super::Decimal;
use crate::json::Value;

/// Whether two values are the same to JSON Schema: numbers by value (`1` is `1.0`), objects whatever the order of their members.
pub fn equal(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Number(left), Value::Number(right)) => left == right || Decimal::new(left) == Decimal::new(right),
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => left.len() == right.len() && equal_members(left, right),
        (
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            _,
        ) => false,
    }
}

type Members<'a> = [(std::borrow::Cow<'a, str>, Value<'a>)];

/// Equality of as many members each: in one pass where the order is the same, else sorted by name, so that no pair of objects
/// takes quadratic time.
fn equal_members(left: &Members<'_>, right: &Members<'_>) -> bool {
    if left.iter().zip(right).all(|((left, _), (right, _))| left == right) {
        return left.iter().zip(right).all(|((_, left), (_, right))| equal(left, right));
    }
    let (left, right) = (by_name(left), by_name(right));
    left.iter()
        .zip(&right)
        .all(|((left_name, left), (right_name, right))| left_name == right_name && equal(left, right))
}

fn by_name<'a>(members: &'a Members<'_>) -> Vec<(&'a str, &'a Value<'a>)> {
    let mut sorted: Vec<_> = members.iter().map(|(name, value)| (name.as_ref(), value)).collect();
    sorted.sort_unstable_by_key(|(name, _)| *name);
    sorted
}

#[cfg(test)]
mod tests {
    use super::equal;
    use crate::json::Value;

    fn check(left: &str, right: &str, expect: bool) {
        let read = |text: &'static str| Value::parse(text.as_bytes()).expect("the text is JSON");
        let (left, right) = (read(left.to_owned().leak()), read(right.to_owned().leak()));
        assert_eq!(equal(&left, &right), expect, "{left:?} {right:?}");
        assert_eq!(equal(&right, &left), expect, "{right:?} {left:?}");
    }

    #[test]
    fn numbers_are_equal_by_value() {
        check("1", "1.0", true);
        check("[1e1]", "[10]", true);
        check("9007199254740993", "9007199254740992", false);
    }

    #[test]
    fn types_are_told_apart_at_every_depth() {
        check("[0]", "[false]", false);
        check("{\"a\": 1}", "{\"a\": true}", false);
        check("\"1\"", "1", false);
        check("null", "false", false);
    }

    #[test]
    fn objects_are_equal_in_any_order_and_arrays_are_not() {
        check(r#"{"a": 1, "b": [2]}"#, r#"{"b": [2.0], "a": 1}"#, true);
        check(r#"{"a": 1, "b": 2}"#, r#"{"a": 1, "c": 2}"#, false);
        check(r#"{"a": 1}"#, r#"{"a": 1, "b": 2}"#, false);
        check("[1, 2]", "[2, 1]", false);
    }
}
