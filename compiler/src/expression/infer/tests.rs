//! Types of expressions, and what is said about them.

use packwright_schema::Schema;
use serde_json::{Value, json};

use super::{Want, infer_as};
use crate::{
    expression::{
        Env, Type, parse,
        types::{Origin, Shape},
    },
    source::{SourceMap, Span},
};

fn schema() -> Value {
    json!({
        "type": "object", "additionalProperties": false,
        "required": ["n", "d", "t", "flag", "list", "state", "owner", "open", "event", "days", "small", "any_number"],
        "properties": {
            "n": {"type": "integer"}, "d": {"type": "number"}, "t": {"type": "string"}, "flag": {"type": "boolean"},
            "small": {"type": "integer", "minimum": 1, "maximum": 9}, "any_number": {"type": ["integer", "string"]},
            "maybe": {"type": "integer"}, "owner": {"type": ["string", "null"]}, "state": {"enum": ["open", "paid"]},
            "list": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "open": true,
            "days": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
            "event": {"oneOf": [
                {"type": "object", "required": ["kind", "city"], "properties": {"kind": {"const": "visit"}, "city": {"type": "string"}}, "additionalProperties": false},
                {"type": "object", "required": ["kind", "sum"], "properties": {"kind": {"const": "sale"}, "sum": {"type": "integer"}}, "additionalProperties": false}
            ]}
        },
        "$defs": {"Item": {"type": "object", "required": ["price"], "properties": {"price": {"type": "integer"}, "gift": {"type": "boolean"}}}}
    })
}

/// The classes of the expression, or the codes of what is wrong with it.
fn shown_as(text: &str, want: Want) -> String {
    let document = schema();
    let schema = Schema::parse(&document).expect("the schema has no fault");
    let args = Type::of(Shape::root(&schema, Origin::Author).with_document(&document));
    let env = Env::new().with("args", args, None);
    let sources = SourceMap::new([("f".to_owned(), Vec::new())].into());
    let (file, _) = sources.find("f").expect("the one file");
    let expr = parse::parse(text, &|range| Span::new(file, range)).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let mut findings = Vec::new();
    let typed = infer_as(&expr, want, &env, &mut findings);
    if findings.is_empty() {
        return typed.ty.named();
    }
    let said: Vec<_> = findings.iter().map(|it| format!("{} {}", it.code, &text[it.primary.span.range()])).collect();
    said.join(", ")
}

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(shown_as(text, Want::Value), expect, "{text}");
}

#[test]
fn operators_give_types() {
    check("args.n + 1", "an integer");
    check("args.d * 2.0", "a number");
    check("args.t + 'x'", "a string");
    check("args.days + [3]", "an array");
    check("args.n < args.d", "a boolean");
    check("args.flag ? args.n : args.t", "an integer or a string");
    check("args.list.map(i, i.price)[0] + 1", "an integer");
    check("{'a': args.n}.a", "an integer");
    check("timestamp(args.t) - timestamp('2024-01-01T00:00:00Z')", "a duration");
    check("timestamp(args.t) + duration('1h')", "a timestamp");
    check("size(args.t) + args.list.size()", "an integer");
    check("string(args.any_number)", "a string");
}

#[test]
fn operands_of_other_types_are_reported_where_they_are() {
    check("args.n + args.d", "PW0405 args.n + args.d");
    check("args.n + args.t", "PW0405 args.n + args.t");
    check("args.flag + 1", "PW0405 args.flag");
    check("-args.t", "PW0405 args.t");
    check("args.d % 2.0", "PW0405 args.d, PW0405 2.0");
    check("args.any_number + 1", "PW0405 args.any_number + 1");
    check("args.any_number < 1", "PW0405 args.any_number < 1");
    check("args.t.startsWith(1)", "PW0405 1");
    check("args.t && true", "PW0406 args.t");
    check("!args.n", "PW0406 args.n");
    check("args.list.filter(i, i.price)", "PW0406 i.price");
    check("args.t < timestamp('2024-01-01T00:00:00Z')", "PW0405 args.t < timestamp('2024-01-01T00:00:00Z')");
}

#[test]
fn what_may_be_absent_needs_a_default_or_a_question() {
    check("args.maybe + 1", "PW0404 maybe");
    check("has(args.maybe) ? args.maybe + 1 : 0", "an integer");
    check("has(args.maybe) && args.maybe > 1", "a boolean");
    check("!has(args.maybe) || args.maybe > 1", "a boolean");
    check("has(args.maybe) ? 0 : args.maybe", "PW0404 maybe");
    check("args.?maybe.hasValue() ? args.maybe : 0", "an integer");
    check("args.?maybe.orValue(1) + 1", "an integer");
    check("args.?maybe", "PW0404 args.?maybe");
    check("args.n.orValue(1)", "PW0404 args.n");
    check("args.list.exists(i, i.gift)", "PW0404 gift");
    check("args.list.exists(i, has(i.gift) && i.gift)", "a boolean");
}

#[test]
fn a_question_about_a_place_says_nothing_about_another_of_the_same_name() {
    check("has(args.maybe) ? args.list.map(args, args.?gift.orValue(false)) : []", "an array");
    check("has(args.maybe) && args.list.exists(args, args.maybe == 1)", "PW0411 maybe");
}

#[test]
fn no_integer_is_beyond_the_last() {
    check("args.n > 9223372036854775807", "PW0407 args.n > 9223372036854775807");
    check("9223372036854775807 >= args.n", "PW0407 9223372036854775807 >= args.n");
    check("args.n >= 9223372036854775807", "a boolean");
}

#[test]
fn null_is_excluded_by_a_question() {
    check("args.owner + '!'", "PW0404 args.owner");
    check("args.owner != null ? args.owner + '!' : ''", "a string");
    check("args.owner == null || args.owner.size() > 1", "a boolean");
    check("args.owner", "a string or null");
    assert_eq!(shown_as("args.owner", Want::Scalar), "PW0404 args.owner");
}

#[test]
fn comparisons_that_are_decided_beforehand_are_reported() {
    check("args.state == 'opne'", "PW0407 args.state == 'opne'");
    check("args.state == 'open'", "a boolean");
    check("args.n == 'x'", "PW0407 args.n == 'x'");
    check("args.n == null", "PW0407 args.n == null");
    check("args.small > 9", "PW0407 args.small > 9");
    check("args.small >= 9", "a boolean");
    check("args.small == 0", "PW0407 args.small == 0");
    check("args.n == 1.5", "a boolean");
    check("'lost' in ['open']", "PW0407 'lost' in ['open']");
    check("args.open == 'anything'", "a boolean");
}

#[test]
fn arithmetic_is_held_against_values() {
    check("args.n / 0", "PW0408 0");
    check("args.n % (1 - 1)", "PW0409 1 - 1");
    check("1 / args.n", "PW0409 args.n");
    check("1 / args.small", "an integer");
    check("args.d / 0.0", "a number");
    check("9223372036854775807 * 2", "PW0408 9223372036854775807 * 2");
}

#[test]
fn what_an_open_schema_does_not_say_is_no_fault() {
    check("args.open.any.thing[3] + 1 > 2 && args.open.flag", "a boolean");
    check("args.open.list.map(x, x.y + x.z)", "an array");
    check("args.open[args.t][args.n]", "anything");
    check("args.open ? 1 : 2", "an integer");
}

#[test]
fn alternatives_are_told_apart_by_their_tag() {
    check("args.event.kind", "a string");
    check("args.event.city", "PW0404 city");
    check("args.event.kind == 'visit' ? args.event.city : string(args.event.?sum.orValue(0))", "a string");
    check("args.event.town", "PW0402 town");
}

#[test]
fn items_and_fields_that_are_never_there_are_reported() {
    check("args.nn", "PW0402 nn");
    check("args.days[2]", "PW0402 [2]");
    check("args.days[-1]", "PW0402 [-1]");
    check("args.t.x", "PW0402 x");
    check("args.list.map(i, i.price.x)", "PW0402 x");
    check("other.x", "PW0302 other");
}

#[test]
fn who_asks_says_what_it_has_to_be() {
    assert_eq!(shown_as("args.n", Want::Condition), "PW0406 args.n");
    assert_eq!(shown_as("args.n > 1", Want::Condition), "a boolean");
    assert_eq!(shown_as("args.t", Want::Integer), "PW0405 args.t");
    assert_eq!(shown_as("args.list", Want::List), "an array");
    assert_eq!(shown_as("args.n", Want::List), "PW0405 args.n");
    assert_eq!(shown_as("duration(args.t)", Want::Duration), "a duration");
    assert_eq!(shown_as("args.list", Want::Scalar), "PW0403 args.list");
    assert_eq!(shown_as("args.n", Want::Scalar), "an integer");
}

/// The deepest tree that is read is typed within the stack of a test's thread.
#[test]
fn deep_trees_are_typed_within_a_usual_stack() {
    check(&vec!["args.n"; 60].join(" + "), "an integer");
    check(&format!("{}args.n{}", "[".repeat(24), "]".repeat(24)), "an array");
    check(&("args.flag ? 1 : ".repeat(60) + "2"), "an integer");
}
