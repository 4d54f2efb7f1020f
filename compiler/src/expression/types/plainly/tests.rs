//! The search is the judge: what is plain is proven.

use packwright_schema::{Covers, Schema, covers::covers_plan, plan};
use serde_json::{Value, json};

use crate::{
    expression::{
        Type,
        types::{Origin, Shape},
    },
    model::Step,
};

fn parsed(document: &Value) -> Schema {
    Schema::parse(document).unwrap_or_else(|faults| panic!("{document}: {faults:?}"))
}

/// Schemas that meet one another as givers and as takers.
fn documents() -> Vec<Value> {
    vec![
        json!(true),
        json!(false),
        json!({"type": "string"}),
        json!({"type": "string", "minLength": 1}),
        json!({"type": "string", "minLength": 2, "maxLength": 5}),
        json!({"type": "string", "pattern": "^a"}),
        json!({"type": "string", "format": "date"}),
        json!({"type": ["string", "null"]}),
        json!({"type": "integer"}),
        json!({"type": "integer", "minimum": 1, "maximum": 16}),
        json!({"type": "integer", "exclusiveMinimum": 0}),
        json!({"type": "integer", "multipleOf": 2}),
        json!({"type": "number", "minimum": 0.5}),
        json!({"type": ["number", "string"], "minimum": 3, "minLength": 3}),
        json!({"type": "boolean"}),
        json!({"enum": ["a", 2, null]}),
        json!({"const": 2}),
        json!({"minLength": 3}),
        json!({"minimum": 3}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "object"}),
        json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}),
        json!({"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}, "additionalProperties": false}),
        json!({"type": "object", "properties": {"b": true}, "additionalProperties": {"type": "integer"}}),
        json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}}),
        json!({"type": "object", "minProperties": 2}),
        json!({"type": "object", "propertyNames": {"minLength": 2}}),
        json!({"type": "object", "dependentRequired": {"a": ["b"]}}),
        json!({"$ref": "#/$defs/It", "$defs": {"It": {"type": "string"}}}),
        json!({"$ref": "#/$defs/It", "minLength": 2, "$defs": {"It": {"type": "string", "maxLength": 9}}}),
        json!({"allOf": [{"type": "integer"}, {"maximum": 9}]}),
        json!({"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]}),
        json!({"type": "string", "not": {"const": ""}}),
    ]
}

fn givers<'s>(schemas: &'s [(Value, Schema)]) -> Vec<Type<'s>> {
    let of =
        |(document, schema): &'s (Value, Schema)| Type::of(Shape::root(schema, Origin::Author).with_document(document));
    let constants = [json!("a"), json!("abc"), json!(2), json!(-3), json!(2.5), json!(true), json!(null), json!([1])];
    let mut givers: Vec<Type<'s>> = schemas.iter().map(of).collect();
    givers.extend(schemas.iter().map(|it| of(it).without_null()));
    givers.extend(constants.into_iter().map(Type::constant));
    givers.extend([Type::text(), Type::count(), Type::integer(), Type::number(), Type::boolean(), Type::open()]);
    givers.extend([Type::text_of([Some("near "), None].into_iter()), Type::time(), Type::span()]);
    givers.push(Type::list(Type::text()));
    givers.push(Type::text().or(Type::integer()));
    let members = givers.clone().into_iter().filter(|ty| !ty.is_open());
    let objects: Vec<_> = members.map(|ty| Type::object(vec![("a".to_owned(), ty)])).collect();
    let two = Type::object(vec![("a".to_owned(), Type::integer()), ("b".to_owned(), Type::text())]);
    givers.into_iter().chain(objects).chain([two]).collect()
}

#[test]
fn what_is_plain_is_what_the_search_proves() {
    let schemas: Vec<_> = documents().into_iter().map(|it| (it.clone(), parsed(&it))).collect();
    let (mut plain, mut proven) = (0, 0);
    for giver in givers(&schemas) {
        let document = giver.schema();
        let producer = plan(&parsed(&document));
        for (taker, schema) in &schemas {
            let is_plain = giver.plainly_fits(schema);
            let is_proven = matches!(covers_plan(&producer, &plan(schema)), Covers::Yes);
            assert!(is_proven || !is_plain, "{document} is said to fit {taker}");
            plain += usize::from(is_plain);
            proven += usize::from(is_proven);
        }
    }
    // The look is worth its while where it says most of what there is to say of such schemas.
    assert!(plain * 2 > proven, "{plain} of {proven} proofs are plain");
}

#[test]
fn the_edges_of_common_packs_are_plain() {
    let args = json!({
        "type": "object", "required": ["city", "days"],
        "properties": {"city": {"type": "string", "minLength": 1}, "days": {"type": "integer", "minimum": 1, "maximum": 16}}
    });
    let schema = parsed(&args);
    let root = Type::of(Shape::root(&schema, Origin::Author).with_document(&args));
    let at = |name: &str| root.step(&Step::Field(name.to_owned())).expect("it is declared").ty;
    let given = Type::object(vec![("city".to_owned(), at("city")), ("days".to_owned(), at("days"))]);
    assert!(given.plainly_fits(&schema));
    let text = Type::text_of([Some("near "), None].into_iter());
    assert!(
        Type::object(vec![("city".to_owned(), text), ("days".to_owned(), Type::constant(json!(2)))])
            .plainly_fits(&schema)
    );
    assert!(
        !Type::object(vec![("city".to_owned(), at("city")), ("days".to_owned(), Type::integer())])
            .plainly_fits(&schema)
    );
}
