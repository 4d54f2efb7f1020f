//! Whether it is plain, without a search, that all of a type is accepted by a schema.
//!
//! Most edges are: a text where a text goes, an integer of the same bounds. Making a document of the type, reading it and searching
//! for a witness costs a hundred times this look. It may only say yes where the search would; of everything that asks for thought it
//! says nothing.

use packwright_runtime_min::validate::Decimal;
use packwright_schema::{
    NodeIdx, Schema, Type as Json, Types,
    ir::{Form, Keywords, Number, NumberFacets, ObjectFacets, StringFacets},
};
use serde_json::Value;

use super::{NotNull, Part, Shape, Type};

impl Type<'_> {
    /// Whether all of it is accepted by `schema`, and that is plain.
    pub fn plainly_fits(&self, schema: &Schema) -> bool {
        self.fits(schema, NodeIdx::ROOT)
    }

    fn fits(&self, schema: &Schema, idx: NodeIdx) -> bool {
        match &schema.node(schema.follow(idx)).form {
            Form::Any => true,
            Form::Never => false,
            Form::Keywords(keywords) => self.parts.iter().all(|part| part.fits(schema, keywords)),
        }
    }
}

impl Part<'_> {
    fn fits(&self, schema: &Schema, taken: &Keywords) -> bool {
        let Keywords {
            identity: _,
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            logic,
            reference,
            dynamic_reference,
            definitions: _,
            content: _,
            annotations: _,
        } = taken;
        let is_simple = members.is_none()
            && constant.is_none()
            && array.is_unsaid()
            && logic.is_unsaid()
            && reference.is_none()
            && dynamic_reference.is_none();
        if !is_simple {
            return false;
        }
        let is_of = |ty: Json| types.is_none_or(|types| admits(types, ty));
        match self {
            Self::Schema(shape, not_null) => {
                let Some(mut given) = shape.types() else { return false };
                if *not_null == NotNull::Excluded {
                    given = given.iter().filter(|ty| *ty != Json::Null).fold(Types::NONE, Types::with);
                }
                let is_number = |ty| matches!(ty, Json::Integer | Json::Number);
                given.iter().all(is_of)
                    && (number.is_unsaid() || !given.iter().any(is_number) || bounds(shape, number))
                    && (string.is_unsaid() || !given.contains(Json::String) || lengths(shape, string))
                    && (object.is_unsaid() || !given.contains(Json::Object))
            }
            Self::Made(document) => match (document.get("const"), document.get("type").and_then(Value::as_str)) {
                (Some(Value::String(text)), _) => {
                    is_of(Json::String) && no_longer(string, text.chars().count(), Some(text.chars().count()))
                }
                (Some(Value::Number(value)), _) => value.as_i64().is_some_and(|value| {
                    let text = value.to_string();
                    let value = Decimal::new(&text);
                    is_of(Json::Integer) && between(number, Some(&value), Some(&value))
                }),
                (Some(Value::Bool(_)), _) => is_of(Json::Boolean),
                (Some(Value::Null), _) => is_of(Json::Null),
                (None, Some("string")) => {
                    let least =
                        document.get("minLength").and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok());
                    is_of(Json::String) && no_longer(string, least.unwrap_or(0), None)
                }
                (None, Some("boolean")) => is_of(Json::Boolean),
                (None, Some("integer")) => {
                    let least = document.get("minimum").map(Value::to_string);
                    let least = least.as_deref().map(Decimal::new);
                    is_of(Json::Integer) && between(number, least.as_ref(), None)
                }
                (None, Some("number")) => is_of(Json::Number) && number.is_unsaid(),
                _ => false,
            },
            Self::Object(members) => is_of(Json::Object) && has(schema, object, members),
            Self::List(_) | Self::Time | Self::Span | Self::Optional(_) | Self::Open => false,
        }
    }
}

/// Whether what is of type `ty` is of one of `types`; an integer is a number.
fn admits(types: Types, ty: Json) -> bool {
    types.contains(ty) || (ty == Json::Integer && types.contains(Json::Number))
}

/// Whether an object of just these members is accepted.
fn has(schema: &Schema, taken: &ObjectFacets, members: &[(String, Type<'_>)]) -> bool {
    let ObjectFacets {
        min_properties: None,
        max_properties: None,
        required,
        dependent_required,
        names: None,
        properties,
        patterns,
        additional,
        dependent_schemas,
        unevaluated: None,
    } = taken
    else {
        return false;
    };
    let is_there = |name: &String| members.iter().any(|(member, _)| member == name);
    let fits = |(name, ty): &(String, Type<'_>)| match properties.iter().find(|(property, _)| property == name) {
        Some((_, idx)) => ty.fits(schema, *idx),
        None => additional.is_none_or(|idx| ty.fits(schema, idx)),
    };
    dependent_required.is_empty()
        && patterns.is_empty()
        && dependent_schemas.is_empty()
        && required.iter().all(is_there)
        && members.iter().all(fits)
}

/// Whether texts of this many characters are accepted; without `most` there are longer ones.
fn no_longer(taken: &StringFacets, least: usize, most: Option<usize>) -> bool {
    let StringFacets { min_length, max_length, pattern: None, format: None } = taken else { return false };
    min_length.is_none_or(|bound| bound <= least)
        && max_length.is_none_or(|bound| most.is_some_and(|most| most <= bound))
}

/// Whether the bounds of lengths are those of the shape, or wider.
fn lengths(shape: &Shape<'_>, taken: &StringFacets) -> bool {
    let given = || shape.keywords().map(|keywords| &*keywords.string);
    let least = given().filter_map(|facets| facets.min_length).max().unwrap_or(0);
    let most = given().filter_map(|facets| facets.max_length).min();
    no_longer(taken, least, most)
}

/// Whether integers between these bounds are accepted.
fn between(taken: &NumberFacets, least: Option<&Decimal<'_>>, most: Option<&Decimal<'_>>) -> bool {
    let NumberFacets {
        multiple_of: None,
        minimum,
        maximum,
        exclusive_minimum: None,
        exclusive_maximum: None,
        format: None,
    } = taken
    else {
        return false;
    };
    let above = |bound: &Number| least.is_some_and(|least| *least >= bound.decimal());
    let below = |bound: &Number| most.is_some_and(|most| *most <= bound.decimal());
    minimum.as_ref().is_none_or(above) && maximum.as_ref().is_none_or(below)
}

/// Whether the bounds of numbers are those of the shape, or wider.
fn bounds(shape: &Shape<'_>, taken: &NumberFacets) -> bool {
    let given = || shape.keywords().map(|keywords| &*keywords.number);
    let least = given().filter_map(|facets| Some(facets.minimum.as_ref()?.decimal())).max();
    let most = given().filter_map(|facets| Some(facets.maximum.as_ref()?.decimal())).min();
    between(taken, least.as_ref(), most.as_ref())
}

#[cfg(test)]
mod tests;
