//! One instance that shows what a schema wants.
//!
//! Goes in: a schema. Comes out: what its author gives as an example where there is one, else the plainest value of the right
//! shape. A value for people to try; it need not be valid where a schema asks for something that takes search to find.

use packwright_runtime_min::{
    json::Value,
    validate::{Decimal, Type},
};

use crate::ir::{Form, Keywords, NodeIdx, NumberFacets, Schema};

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
    match keywords.reference {
        Some(target) if depth > 0 => of_node(schema, target, depth - 1),
        Some(_) | None => of_shape(schema, keywords, depth),
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
        None | Some(Type::Null) => Value::Null,
        Some(Type::Boolean) => Value::Bool(true),
        Some(Type::Integer | Type::Number) => Value::Number(of_number(number).to_owned().into()),
        Some(Type::String) => {
            let least = string.min_length.unwrap_or(0);
            let text = if string.max_length.is_some_and(|most| most < TEXT.len()) { "x" } else { TEXT };
            Value::String(format!("{text}{}", "x".repeat(least.saturating_sub(text.len()))).into())
        }
        Some(Type::Array) => {
            let count = if depth == 0 { 0 } else { array.min_items.unwrap_or(1).min(3) };
            let item = || array.items.map_or(Value::Null, |items| of_node(schema, items, depth - 1));
            Value::Array((0..count).map(|_| item()).collect())
        }
        Some(Type::Object) => of_object(schema, keywords, depth),
    }
}

const TEXT: &str = "text";

/// 1 where that is allowed, else the bound that forbids it.
fn of_number(facets: &NumberFacets) -> &str {
    let one = Decimal::new("1");
    match (&facets.minimum, &facets.maximum) {
        (Some(least), _) if least.decimal() > one => &least.0,
        (_, Some(most)) if most.decimal() < one => &most.0,
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
