//! Hostile schemas and documents end quickly: what is counted is visits, not time.

use super::{Verdicts, accepts, judge, judged, parse, plan, size};
use crate::validate::Report;

/// `levels` definitions, each of which applies the next twice in one of these ways.
fn ladder(levels: usize, step: impl Fn(&str) -> String) -> String {
    let definitions: Vec<String> =
        (0..levels).map(|level| format!("\"l{level}\": {}", step(&format!("#/$defs/l{}", level + 1)))).collect();
    let last = format!("\"l{levels}\": {{\"type\": \"integer\", \"minimum\": 5}}");
    format!("{{\"$ref\": \"#/$defs/l0\", \"$defs\": {{{}, {last}}}}}", definitions.join(", "))
}

#[test]
fn alternatives_of_alternatives_do_not_multiply() {
    let nested = format!("{}\"4\"{}", "[".repeat(30), "]".repeat(30));
    let items = |next: &str| {
        format!(r#"{{"anyOf": [{{"items": {{"$ref": "{next}"}}}}, {{"items": {{"$ref": "{next}"}}, "minItems": 0}}]}}"#)
    };
    let all = |next: &str| format!(r#"{{"allOf": [{{"$ref": "{next}"}}, {{"minimum": 0, "$ref": "{next}"}}]}}"#);
    let one = |next: &str| format!(r#"{{"oneOf": [{{"$ref": "{next}"}}, {{"maximum": 9, "$ref": "{next}"}}]}}"#);
    let names = |next: &str| {
        format!(
            r#"{{"propertyNames": {{"$ref": "{next}"}}, "allOf": [{{"$ref": "{next}"}}, {{"minimum": 0, "$ref": "{next}"}}]}}"#
        )
    };
    for (schema, document) in [
        (ladder(30, items), nested.as_str()),
        (ladder(30, all), "4"),
        (ladder(30, all), r#""4""#),
        (ladder(30, one), "5"),
        (ladder(30, one), r#""5""#),
        (ladder(30, names), r#"{"a": 1}"#),
    ] {
        let plan = plan(&schema);
        let value = parse(document);
        let mut verdicts = Verdicts::new(&plan, size(&value));
        verdicts.accepts(plan.root.expect("a root"), &value);
        assert!(verdicts.visits < 30_000, "{} visits of {document}", verdicts.visits);
        judged(&schema, document);
    }
}

#[test]
fn the_same_is_said_once() {
    let schema = r##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {
        "required": ["a", "b"], "propertyNames": {"maxLength": 1}, "additionalProperties": {"type": "integer"}
    }}}"##;
    let (_, report) = judged(schema, r#"{"long": null, "longer": null}"#);
    assert_eq!(report.violations.len(), 6, "{:#?}", report.violations);

    // Many are told apart in another way than few.
    let names: Vec<String> = (0..40).map(|idx| format!("\"{idx}\"")).collect();
    let schema = format!(
        r##"{{"allOf": [{{"$ref": "#/$defs/a"}}, {{"$ref": "#/$defs/a"}}], "$defs": {{"a": {{
            "required": [{}], "additionalProperties": false
        }}}}}}"##,
        names.join(", ")
    );
    let (_, report) = judged(&schema, r#"{"x": 1, "y": 1}"#);
    assert_eq!(report.violations.len(), 42, "{:#?}", report.violations);
}

#[test]
fn a_report_counts_what_it_does_not_list() {
    let document = format!("[{}0]", "0,".repeat(99_999));
    let (mut value, mut report) = (parse(&document), Report::new());
    judge(&plan(r#"{"items": {"type": "string", "minimum": 1}}"#), &mut value, &mut report);
    assert_eq!((report.violations.len(), report.total()), (10_000, 200_000));
}

#[test]
fn many_items_are_told_apart() {
    let item = |idx: usize| format!(r#"{{"a": [{idx}, {{}}], "b": {{"c": null}}}}"#);
    let items: Vec<String> = (0..20_000).map(item).collect();
    let twice = format!("[{}, {}]", items.join(","), r#"{"b": {"c": null}, "a": [7.0, {}]}"#);
    let (_, report) = judged(r#"{"uniqueItems": true}"#, &twice);
    assert_eq!(report.violations[0].message, "expected no two equal items, got equal ones at 7 and 20000");
}

#[test]
fn the_stack_is_enough() {
    // Ten nodes for each level of the document: more than are visited inside one another.
    let mut schema = r##"{"type": ["object", "integer"], "properties": {"a": {"$ref": "#"}}}"##.to_owned();
    for keyword in ["anyOf", "allOf", "oneOf", "anyOf", "allOf", "anyOf", "allOf", "anyOf"] {
        schema = format!("{{\"{keyword}\": [{schema}]}}");
    }
    let document = |levels: usize| format!("{}\"5\"{}", "{\"a\":".repeat(levels), "}".repeat(levels));
    let (_, report) = judged(&schema, &document(20));
    assert_eq!((report.total(), report.coercions.len()), (0, 1));
    let (_, report) = judged(&schema, &document(127));
    let last = report.violations.last().expect("a violation");
    assert_eq!(last.message, "nested too deep for this schema");
}

#[test]
fn a_plan_without_a_root_accepts_all() {
    let mut report = Report::new();
    judge(&crate::validate::plan::Plan::default(), &mut parse("1"), &mut report);
    assert!(report.is_valid());
    let plan = plan("{}");
    assert!(accepts(&plan, plan.root.expect("a root"), &parse("1")));
}
