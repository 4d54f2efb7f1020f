//! Types as documents: what a type says, its document says.

use packwright_runtime_min::validate::Report;
use packwright_schema::{Documents, Schema, bundle, interpret, plan};
use serde_json::{Value, json};

use super::{Origin, Shape, Type};
use crate::model::Step;

/// Whether the document of a type accepts an instance.
fn accepts(ty: &Type<'_>, instance: &str) -> bool {
    let document = ty.schema();
    let schema = Schema::parse(&document).unwrap_or_else(|faults| panic!("{document}: {faults:?}"));
    let mut value = packwright_runtime_min::json::Value::parse(instance.as_bytes()).expect("the instance is JSON");
    let mut report = Report::strict();
    interpret(&plan(&schema), &mut value, &mut report);
    report.is_valid()
}

fn field(name: &str) -> Step {
    Step::Field(name.to_owned())
}

fn at<'s>(ty: &Type<'s>, path: &[Step]) -> Type<'s> {
    path.iter().fold(ty.clone(), |ty, step| ty.step(step).expect("it is there").ty)
}

#[test]
fn a_whole_schema_is_its_document() {
    let document = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let ty = Type::of(Shape::root(&schema, Origin::Author).with_document(&document));
    assert_eq!(ty.schema(), document);
}

#[test]
fn a_part_of_a_schema_keeps_what_it_refers_to() {
    let document = json!({
        "type": "object", "required": ["a/b é"],
        "properties": {"a/b é": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "n": {"type": "integer"}}}}
    });
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let ty = Type::of(Shape::root(&schema, Origin::Author).with_document(&document));
    let there = at(&ty, &[field("a/b é"), field("next")]);
    assert!(accepts(&there, r#"{"next": {"n": 1}}"#));
    assert!(!accepts(&there, r#"{"next": {"n": "x"}}"#));
}

#[test]
fn a_part_of_a_bundle_keeps_what_it_refers_to() {
    let place = json!({"type": "object", "properties": {"city": {"$ref": "#/$defs/City"}}, "$defs": {"City": {"type": "string"}}});
    let mut documents = Documents::new();
    assert!(documents.add_local("schemas/place.json", &place).is_empty());
    let written = json!({"properties": {"to": {"$ref": "schemas/place.json"}, "cities": {"items": {"$ref": "schemas/place.json#/$defs/City"}}}});
    let schema = Schema::parse_among(&written, &documents).expect("the schema has no fault");
    let document = bundle(&schema, &written, |path| (path == "schemas/place.json").then_some(&place))
        .expect("it refers to another");
    let schema = Schema::parse_among(&document, &documents).expect("the schema has no fault");
    let ty = Type::of(Shape::root(&schema, Origin::Author).with_document(&document));
    let to = at(&ty, &[field("to")]);
    assert!(accepts(&to, r#"{"city": "Oslo"}"#) && !accepts(&to, r#"{"city": 1}"#), "{}", to.schema());
    let city = at(&ty, &[field("cities"), Step::Index(0)]);
    assert!(accepts(&city, r#""Oslo""#) && !accepts(&city, "1"), "{}", city.schema());
}

#[test]
fn made_up_types_say_what_they_are() {
    assert!(accepts(&Type::count(), "0") && !accepts(&Type::count(), "-1"));
    let list = Type::list(Type::integer().or(Type::text()));
    assert!(accepts(&list, r#"[1, "x"]"#) && !accepts(&list, "[true]"));
    let object = Type::object(vec![("a".to_owned(), Type::boolean())]);
    assert!(
        accepts(&object, r#"{"a": true}"#) && !accepts(&object, "{}") && !accepts(&object, r#"{"a": true, "b": 1}"#)
    );
    assert!(accepts(&Type::time(), r#""2024-02-29T12:00:00Z""#) && !accepts(&Type::time(), r#""noon""#));
    assert!(accepts(&Type::span(), r#""-1.5s""#) && !accepts(&Type::span(), r#""1h""#));
    assert!(accepts(&Type::open(), r#"{"any": ["thing"]}"#));
    assert_eq!(Type::constant(json!("x")).schema(), json!({"const": "x"}));
}

#[test]
fn null_that_was_excluded_is_not_in_the_document() {
    let document = json!({"properties": {"a": {"type": ["string", "null"]}}});
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let ty = Type::of(Shape::root(&schema, Origin::Author).with_document(&document));
    let there = at(&ty, &[field("a")]);
    assert!(accepts(&there, "null"));
    assert!(!accepts(&there.clone().without_null(), "null") && accepts(&there.without_null(), r#""x""#));
}

#[test]
fn an_allowed_integer_is_a_number() {
    let document: Value = json!({"allOf": [{"type": "integer"}, {"type": "number"}]});
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let ty = Type::of(Shape::root(&schema, Origin::Author));
    assert_eq!(ty.named(), "an integer");
}

#[test]
fn a_text_with_expressions_in_it_is_what_is_written_with_anything_between() {
    let ty = Type::text_of([Some("near (1)/"), None, Some("!")].into_iter());
    assert!(accepts(&ty, r#""near (1)/Z\u00fcrich\nand so on!""#));
    assert!(accepts(&ty, r#""near (1)/!""#));
    assert!(!accepts(&ty, r#""near 1/x!""#));
    assert!(!accepts(&ty, r#""near (1)/x""#));
}
