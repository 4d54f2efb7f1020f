//! One instance that shows what a schema wants.
//!
//! Goes in: a schema. Comes out: what its author gives as an example where there is one, else the plainest value of the right
//! shape, with the first of the branches there are. A value for people to try; it need not be valid where a schema asks for
//! something that takes search to find, such as a `pattern`.

use packwright_runtime_min::{
    json::Value,
    validate::{Decimal, Format, Type},
};

use crate::ir::{ArrayFacets, Form, Keywords, Logic, NodeIdx, NumberFacets, Schema, StringFacets};

/// References may lead round in circles; people do not read deeper than this.
const DEPTH: usize = 8;

/// An example of what `schema` accepts.
///
/// ```
/// use packwright_schema::{Schema, example};
/// use serde_json::json;
///
/// let schema = json!({
///     "type": "object",
///     "required": ["days"],
///     "properties": {"city": {"examples": ["Seattle"]}, "days": {"type": "integer", "minimum": 1}, "note": {}}
/// });
/// let schema = Schema::parse(&schema).expect("the schema has no fault");
/// assert_eq!(example(&schema).to_json(), br#"{"city":"Seattle","days":1}"#);
/// ```
pub fn example(schema: &Schema) -> Value<'static> {
    of_node(schema, NodeIdx::ROOT, DEPTH)
}

fn of_node(schema: &Schema, idx: NodeIdx, depth: usize) -> Value<'static> {
    let keywords = match &schema.node(idx).form {
        Form::Any | Form::Never => return Value::Null,
        Form::Keywords(keywords) => keywords,
    };
    if let Some(given) = given(keywords) {
        return given;
    }
    let Some(deeper) = depth.checked_sub(1) else { return of_shape(schema, keywords, depth) };
    let dynamic = keywords.dynamic_reference.as_ref().map(|reference| reference.target);
    if let Some(target) = keywords.reference.or(dynamic) {
        return of_node(schema, target, deeper);
    }
    let Logic { all_of, any_of, one_of, not: _, condition: _, then, otherwise: _ } = &*keywords.logic;
    let mut value = of_shape(schema, keywords, depth);
    for idx in all_of {
        add(&mut value, of_node(schema, *idx, deeper));
    }
    let branches = [any_of, one_of].into_iter().filter(|branches| !branches.is_empty());
    for branches in branches {
        // "Or null" is never what someone would like to see.
        let mut shown = branches.iter().map(|idx| of_node(schema, *idx, deeper));
        add(&mut value, shown.find(|value| *value != Value::Null).unwrap_or(Value::Null));
    }
    if let (Value::Null, Some(then)) = (&value, then) {
        return of_node(schema, *then, deeper);
    }
    value
}

/// Adds what another schema for the same value shows: the members that are not there yet, or all where nothing is.
fn add(value: &mut Value<'static>, other: Value<'static>) {
    match (value, other) {
        (Value::Object(members), Value::Object(others)) => {
            for (name, value) in others {
                if members.iter().all(|(known, _)| *known != name) {
                    members.push((name, value));
                }
            }
        }
        (value @ Value::Null, other) => *value = other,
        (_, _) => {}
    }
}

/// What the author says it looks like.
fn given(keywords: &Keywords) -> Option<Value<'static>> {
    let Keywords { annotations, constant, members, .. } = keywords;
    let shown = annotations.examples.first().or(annotations.default.as_ref());
    shown.or(constant.as_ref()).or(members.as_ref().and_then(|members| members.first())).cloned()
}

/// The plainest value of the first type.
fn of_shape(schema: &Schema, keywords: &Keywords, depth: usize) -> Value<'static> {
    let Keywords { types, number, string, array, object, .. } = keywords;
    let has_members = !object.required.is_empty() || !object.properties.is_empty();
    let ty = types.and_then(|types| types.iter().find(|ty| *ty != Type::Null));
    match ty {
        None if has_members => of_object(schema, keywords, depth),
        None if !array.prefix.is_empty() => of_array(schema, array, depth),
        None if string.format.is_some() => of_string(string),
        None | Some(Type::Null) => Value::Null,
        Some(Type::Boolean) => Value::Bool(true),
        Some(Type::Integer | Type::Number) => Value::Number(of_number(number).to_owned().into()),
        Some(Type::String) => of_string(string),
        Some(Type::Array) => of_array(schema, array, depth),
        Some(Type::Object) => of_object(schema, keywords, depth),
    }
}

/// A text of the format, else one of the length.
fn of_string(facets: &StringFacets) -> Value<'static> {
    let StringFacets { min_length, max_length, pattern: _, format } = facets;
    if let Some(format) = format {
        return Value::text(of_format(*format));
    }
    let text = if max_length.is_some_and(|most| most < TEXT.len()) { "x" } else { TEXT };
    let missing = min_length.unwrap_or(0).min(LONGEST).saturating_sub(text.len());
    Value::String(format!("{text}{}", "x".repeat(missing)).into())
}

const TEXT: &str = "text";

/// Nobody reads a longer text.
const LONGEST: usize = 1000;

/// A text of a format.
fn of_format(format: Format) -> &'static str {
    match format {
        Format::DateTime => "2024-02-29T12:30:00Z",
        Format::Date => "2024-02-29",
        Format::Time => "12:30:00Z",
        Format::Duration => "P1DT12H",
        Format::Email | Format::IdnEmail => "someone@example.com",
        Format::Hostname | Format::IdnHostname => "example.com",
        Format::Ipv4 => "192.0.2.1",
        Format::Ipv6 => "2001:db8::1",
        Format::Uri | Format::UriReference | Format::Iri | Format::IriReference => "https://example.com/",
        Format::Uuid => "2f1a7f0e-58a4-4d3a-9d6c-5b8a3c1e7f42",
        Format::UriTemplate => "https://example.com/{name}",
        Format::JsonPointer => "/name",
        Format::RelativeJsonPointer => "1/name",
        Format::Regex => "^[a-z]+$",
    }
}

/// What stands at the front, then as many items as there must be.
fn of_array(schema: &Schema, facets: &ArrayFacets, depth: usize) -> Value<'static> {
    let Some(deeper) = depth.checked_sub(1) else { return Value::Array(Vec::new()) };
    let ArrayFacets { min_items, prefix, items, contains, .. } = facets;
    let front = prefix.iter().map(|idx| of_node(schema, *idx, deeper));
    let count = min_items.unwrap_or(usize::from(prefix.is_empty())).min(3).saturating_sub(prefix.len());
    let others = (0..count).map(|_| items.or(*contains).map_or(Value::Null, |idx| of_node(schema, idx, deeper)));
    Value::Array(front.chain(others).collect())
}

/// 1 where that is allowed, else the bound or the factor that forbids it.
fn of_number(facets: &NumberFacets) -> &str {
    let one = Decimal::new("1");
    match (&facets.minimum, &facets.maximum, &facets.multiple_of) {
        (Some(least), _, _) if least.decimal() > one => &least.0,
        (_, Some(most), _) if most.decimal() < one => &most.0,
        (_, _, Some(factor)) => &factor.0,
        _ => "1",
    }
}

/// The members that must be there, and those for which there is an example.
fn of_object(schema: &Schema, keywords: &Keywords, depth: usize) -> Value<'static> {
    let object = &keywords.object;
    let is_shown = |(name, idx): &&(String, NodeIdx)| match &schema.node(*idx).form {
        Form::Any | Form::Never => object.required.contains(name),
        Form::Keywords(member) => object.required.contains(name) || !member.annotations.examples.is_empty(),
    };
    let members = object.properties.iter().filter(is_shown).filter(|_| depth > 0);
    Value::Object(members.map(|(name, idx)| (name.clone().into(), of_node(schema, *idx, depth - 1))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(schema: &str, expect: &str) {
        let schema = Value::parse(schema.as_bytes()).expect("the schema is JSON");
        let schema = Schema::parse_exact(&schema).expect("the schema has no fault");
        assert_eq!(String::from_utf8_lossy(&example(&schema).to_json()), expect);
    }

    #[test]
    fn the_first_branch_that_is_not_null_is_shown() {
        check(r#"{"anyOf": [{"type": "null"}, {"type": "integer"}, {"type": "string"}]}"#, "1");
        check(r#"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#, r#""a""#);
        check(r#"{"if": true, "then": {"type": "boolean"}}"#, "true");
    }

    #[test]
    fn members_of_all_schemas_are_shown() {
        check(
            r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}},
                "allOf": [{"required": ["a", "b"], "properties": {"a": true, "b": {"type": "string"}}}]}"#,
            r#"{"a":1,"b":"text"}"#,
        );
    }

    #[test]
    fn arrays_begin_with_what_stands_at_their_front() {
        check(r#"{"prefixItems": [{"type": "string"}, {"type": "integer"}]}"#, r#"["text",1]"#);
        check(r#"{"type": "array", "minItems": 2, "prefixItems": [{"const": 7}], "items": {"const": 8}}"#, "[7,8]");
        check(r#"{"type": "array", "contains": {"const": 7}}"#, "[7]");
    }

    #[test]
    fn texts_are_of_their_format_and_numbers_of_their_factor() {
        check(r#"{"type": "string", "format": "date"}"#, r#""2024-02-29""#);
        check(r#"{"type": "number", "multipleOf": 0.5}"#, "0.5");
    }

    #[test]
    fn circles_end() {
        check(
            r##"{"type": "object", "required": ["a"], "properties": {"a": {"anyOf": [{"$ref": "#"}]}}}"##,
            r#"{"a":{"a":{"a":null}}}"#,
        );
    }
}
