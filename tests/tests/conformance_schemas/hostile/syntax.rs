//! Texts that are no JSON, or no JSON that is accepted: refused with the right fault at the right byte, whatever the schema.

use packwright_runtime_min::json::{SyntaxError, SyntaxFault};

use crate::{
    all_judged,
    cases::{Case, Instance},
    judged::Judged,
};

/// What is refused, where, and why.
fn refused() -> Vec<(Vec<u8>, usize, SyntaxFault)> {
    let name = |name: &str| SyntaxFault::DuplicateName(name.into());
    let mut refused: Vec<(Vec<u8>, usize, SyntaxFault)> = [
        ("", 0, SyntaxFault::UnexpectedEnd),
        ("  ", 2, SyntaxFault::UnexpectedEnd),
        (r#"{"a": [1, {"#, 11, SyntaxFault::UnexpectedEnd),
        (r#"{"a": "b"#, 8, SyntaxFault::UnexpectedEnd),
        (r#"{"a": 1, "a": 1}"#, 9, name("a")),
        (r#"{"a": 1, "b": 2, "\u0061": 1}"#, 17, name("a")),
        (r#"{"other": 1, "other": 1}"#, 13, name("other")),
        (r#"{"b": {"c": 1, "c": 2}}"#, 15, name("c")),
        (r#"[{"a": "1", "a": "1"}]"#, 12, name("a")),
        (r#"{"a": NaN}"#, 6, SyntaxFault::InvalidNumber),
        (r#"{"a": -Infinity}"#, 6, SyntaxFault::InvalidNumber),
        (r#"{"a": 01}"#, 6, SyntaxFault::InvalidNumber),
        (r#"{"a": 1.}"#, 6, SyntaxFault::InvalidNumber),
        (r#"{"a": 1e+}"#, 6, SyntaxFault::InvalidNumber),
        (r#"{"a": "\ud800"}"#, 7, SyntaxFault::LoneSurrogate),
        (r#"{"\udc00": 1}"#, 2, SyntaxFault::LoneSurrogate),
        (r#"{"a": "\x"}"#, 7, SyntaxFault::InvalidEscape),
        ("{\"a\": \"\n\"}", 7, SyntaxFault::ControlCharacter),
        (r#"{"a": 1} {}"#, 9, SyntaxFault::TrailingData),
        (r#"{"a": "1"}]"#, 10, SyntaxFault::TrailingData),
        ("5 5", 2, SyntaxFault::TrailingData),
        ("\"5\" x", 4, SyntaxFault::TrailingData),
    ]
    .into_iter()
    .map(|(text, offset, fault)| (text.into(), offset, fault))
    .collect();
    refused.push((b"{\"a\": \"\xff\"}".into(), 7, SyntaxFault::InvalidUtf8));
    refused.push((b"{\"\xc3\": 1}".into(), 2, SyntaxFault::InvalidUtf8));
    refused.push((b"{\"other\": [\"\xed\xa0\x80\"]}".into(), 12, SyntaxFault::InvalidUtf8));
    refused.push((b"{\"a\": 1}\xff".into(), 8, SyntaxFault::InvalidUtf8));
    refused.push(("[".repeat(100_000).into(), 128, SyntaxFault::TooDeep));
    refused.push(([vec![b'['; 129], vec![b']'; 129]].concat(), 128, SyntaxFault::TooDeep));
    refused.push(("{\"a\":".repeat(100_000).into(), 640, SyntaxFault::TooDeep));
    refused.push(("{\"other\":".repeat(129).into(), 128 * 9, SyntaxFault::TooDeep));
    refused
}

/// Schemas whose first passes read such texts in different ways.
const SCHEMAS: &[(&str, &str)] = &[
    ("anything", "{}"),
    (
        "members",
        r##"{"type": ["object", "array", "integer"], "properties": {"a": {"type": ["integer", "object", "array"], "properties": {"a": {"$ref": "#"}}}, "b": {}}, "items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}"##,
    ),
    (
        "alternatives",
        r##"{"anyOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}}, {"type": "object", "minProperties": 2}, {"items": {"$ref": "#"}}]}"##,
    ),
    ("patterns", r##"{"patternProperties": {"^a": {"type": "integer"}}, "propertyNames": {"minLength": 1}}"##),
    ("closed", r##"{"properties": {"a": {"type": "string"}}, "additionalProperties": false}"##),
    (
        "unevaluated",
        r##"{"allOf": [{"properties": {"a": {"type": "integer"}}}], "unevaluatedProperties": false, "unevaluatedItems": {"$ref": "#"}}"##,
    ),
    (
        "tagged",
        r##"{"oneOf": [{"required": ["a"], "properties": {"a": {"const": "1"}}}, {"required": ["a"], "properties": {"a": {"const": "2"}}}]}"##,
    ),
];

fn name(schema: &str) -> String {
    format!("no JSON: {schema}")
}

pub(super) fn cases() -> Vec<Case> {
    let case = |(title, schema): &(&str, &str)| {
        Case::ours(&name(title), schema, &[]).with(refused().into_iter().map(|(text, ..)| Instance::new(text)))
    };
    SCHEMAS.iter().map(case).collect()
}

#[test]
fn what_is_no_json_is_refused_at_its_place() {
    let refused = refused();
    for (title, _) in SCHEMAS {
        let judged = all_judged().filter(|(case, ..)| case.name == name(title));
        let judged: Vec<_> = judged.collect();
        assert_eq!(judged.len(), refused.len());
        for ((_, instance, judged), (_, offset, fault)) in judged.into_iter().zip(&refused) {
            let Judged::Refused(error) = judged else { panic!("{} is JSON", instance.shown()) };
            assert_eq!(*error, SyntaxError { offset: *offset, fault: fault.clone() }, "{}", instance.shown());
        }
    }
}
