//! One function for each assertion: the predicate, and the violation when it does not hold.
//!
//! All take the same arguments first: the place in the document, the JSON Pointer of the keyword in the schema, what the
//! keyword says. An assertion about another type than the value's holds, as JSON Schema wants it.

use super::{
    Decimal, Place, Report, Types, equal,
    message::{Alternatives, Count, Cut, Got, Literal, OneOfTypes, Quoted},
    nearest,
};
use crate::json::Value;

/// After so many violations near misses are no longer looked for: a hostile document has as many unknown names as it likes.
const SUGGESTIONS: usize = 100;

/// `false` as a schema: no value is allowed here.
pub fn never(place: &Place<'_>, schema_path: &str, value: &Value<'_>, report: &mut Report) {
    report.violation(place, schema_path, "false", format!("expected no value here, got {}", Got(value)));
}

/// `type`
#[inline]
pub fn types(place: &Place<'_>, schema_path: &str, types: Types, value: &Value<'_>, report: &mut Report) {
    if !types.accept(value) {
        let message = format!("expected {}, got {}", OneOfTypes(types), Got(value));
        report.violation(place, schema_path, "type", message);
    }
}

/// `enum`
#[inline]
pub fn one_of(place: &Place<'_>, schema_path: &str, members: &[Value<'_>], value: &Value<'_>, report: &mut Report) {
    if is_member(value, members) {
        return;
    }
    let texts = members.iter().filter_map(Value::as_str);
    let near = value.as_str().filter(|_| report.violations.len() < SUGGESTIONS).and_then(|text| nearest(text, texts));
    let mut message = format!("expected {}, got {}", Alternatives(members.iter().map(Literal)), Got(value));
    if let Some(near) = near {
        message.push_str(&format!("; did you mean {}?", Quoted(near)));
    }
    report.violation(place, schema_path, "enum", message);
}

/// Whether `value` equals one of `members`, as JSON has it.
#[inline]
pub fn is_member(value: &Value<'_>, members: &[Value<'_>]) -> bool {
    members.iter().any(|member| equal(member, value))
}

/// `const`
#[inline]
pub fn constant(place: &Place<'_>, schema_path: &str, member: &Value<'_>, value: &Value<'_>, report: &mut Report) {
    if !equal(member, value) {
        let message = format!("expected {}, got {}", Literal(member), Got(value));
        report.violation(place, schema_path, "const", message);
    }
}

macro_rules! bounds {
    ($($(#[$doc:meta])* $name:ident, $keyword:literal, $holds:tt, $words:literal;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(place: &Place<'_>, schema_path: &str, bound: Decimal<'_>, value: &Value<'_>, report: &mut Report) {
            if let Value::Number(number) = value && !(Decimal::new(number) $holds bound) {
                let message = format!(concat!("expected ", $words, " {}, got {}"), bound.text(), Cut(number));
                report.violation(place, schema_path, $keyword, message);
            }
        }
    )*};
}

bounds! {
    /// `minimum`
    minimum, "minimum", >=, "at least";
    /// `maximum`
    maximum, "maximum", <=, "at most";
    /// `exclusiveMinimum`
    exclusive_minimum, "exclusiveMinimum", >, "more than";
    /// `exclusiveMaximum`
    exclusive_maximum, "exclusiveMaximum", <, "less than";
}

/// `format` of a machine integer, such as `int32`: the number is in the range of that type, both ends included.
#[inline]
pub fn integer_format(
    place: &Place<'_>,
    schema_path: &str,
    (format, least, greatest): (&str, Decimal<'_>, Decimal<'_>),
    value: &Value<'_>,
    report: &mut Report,
) {
    if let Value::Number(number) = value
        && !(least..=greatest).contains(&Decimal::new(number))
    {
        let (least, greatest, number) = (least.text(), greatest.text(), Cut(number));
        let message = format!("expected a number of format {format}, {least} to {greatest}, got {number}");
        report.violation(place, schema_path, "format", message);
    }
}

/// `minLength`; characters are Unicode code points.
#[inline]
pub fn min_length(place: &Place<'_>, schema_path: &str, least: usize, value: &Value<'_>, report: &mut Report) {
    if let Value::String(text) = value
        && text.len() < least.saturating_mul(4) // else it is long enough even if all its characters take four bytes
        && let length = text.chars().count()
        && length < least
    {
        let message = format!("expected at least {}, got {length}", Count(least, "character", "characters"));
        report.violation(place, schema_path, "minLength", message);
    }
}

/// `maxLength`; characters are Unicode code points.
#[inline]
pub fn max_length(place: &Place<'_>, schema_path: &str, most: usize, value: &Value<'_>, report: &mut Report) {
    if let Value::String(text) = value
        && text.len() > most // else it is short enough even if all its characters take one byte
        && let length = text.chars().count()
        && length > most
    {
        let message = format!("expected at most {}, got {length}", Count(most, "character", "characters"));
        report.violation(place, schema_path, "maxLength", message);
    }
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident, $keyword:literal, $kind:ident, $holds:tt, $words:literal, $one:literal, $many:literal;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(place: &Place<'_>, schema_path: &str, limit: usize, value: &Value<'_>, report: &mut Report) {
            if let Value::$kind(parts) = value && !(parts.len() $holds limit) {
                let message = format!(concat!("expected ", $words, " {}, got {}"), Count(limit, $one, $many), parts.len());
                report.violation(place, schema_path, $keyword, message);
            }
        }
    )*};
}

sizes! {
    /// `minItems`
    min_items, "minItems", Array, >=, "at least", "item", "items";
    /// `maxItems`
    max_items, "maxItems", Array, <=, "at most", "item", "items";
    /// `minProperties`
    min_properties, "minProperties", Object, >=, "at least", "property", "properties";
    /// `maxProperties`
    max_properties, "maxProperties", Object, <=, "at most", "property", "properties";
}

/// `required`: one violation for each absent name.
#[inline]
pub fn required(
    place: &Place<'_>,
    schema_path: &str,
    names: &[impl AsRef<str>],
    value: &Value<'_>,
    report: &mut Report,
) {
    let Value::Object(members) = value else { return };
    for name in names {
        if !members.iter().any(|(member, _)| member == name.as_ref()) {
            let message = format!("the property {} is missing", Quoted(name.as_ref()));
            report.violation(place, schema_path, "required", message);
        }
    }
}

/// `additionalProperties: false`, for a member whose name is not one of `known`; `place` is the member's.
#[cold]
pub fn unknown_property(place: &Place<'_>, schema_path: &str, known: &[&str], name: &str, report: &mut Report) {
    let near = if report.violations.len() < SUGGESTIONS { nearest(name, known.iter().copied()) } else { None };
    let unknown = format!("unknown property {}", Quoted(name));
    let message = match near {
        Some(near) => format!("{unknown}; did you mean {}?", Quoted(near)),
        None if known.is_empty() => format!("{unknown}; no property is allowed here"),
        None => {
            format!("{unknown}; expected {}", Alternatives(known.iter().map(|name| Quoted(name))))
        }
    };
    report.violation(place, schema_path, "additionalProperties", message);
}
