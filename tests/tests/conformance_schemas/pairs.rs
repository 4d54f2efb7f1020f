//! Every two of some small schemas about one value, together in several ways, and every one of some values for them: where texts
//! are coerced for one schema and judged by the other.

use super::cases::{Case, Instance};

/// What is said of a value.
const SCHEMAS: &[&str] = &[
    "true",
    r#"{"type": "integer"}"#,
    r#"{"type": "number"}"#,
    r#"{"type": "boolean"}"#,
    r#"{"type": "string"}"#,
    r#"{"type": ["integer", "string"]}"#,
    r#"{"type": ["boolean", "integer"]}"#,
    r#"{"type": ["number", "null"]}"#,
    r#"{"enum": [5]}"#,
    r#"{"enum": ["5", 5]}"#,
    r#"{"enum": [1.5, true]}"#,
    r#"{"const": 5.0}"#,
    r#"{"const": true}"#,
    r#"{"type": ["integer", "boolean"], "enum": ["5", 5, false]}"#,
    r#"{"maximum": 4}"#,
    r#"{"multipleOf": 0.5}"#,
    r#"{"minLength": 2}"#,
    r#"{"not": {"const": 5}}"#,
    r#"{"anyOf": [{"type": "integer"}, {"type": "boolean"}]}"#,
    r#"{"oneOf": [{"type": "integer", "maximum": 4}, {"type": "number", "minimum": 4}]}"#,
    r#"{"if": {"type": "string"}, "then": {"type": "integer"}}"#,
];

const VALUES: &[&str] = &[
    "5",
    "5.0",
    "4",
    "1.5",
    "true",
    "null",
    "[]",
    r#""5""#,
    r#""5.0""#,
    r#""5e0""#,
    r#""4""#,
    r#""1.5""#,
    r#""true""#,
    r#""false""#,
    r#""-0""#,
    r#""05""#,
    r#""""#,
    r#""abc""#,
    r#""\u0035""#,
    r#""1e400""#,
    r#"["5"]"#,
];

/// Both are said of the value.
const TOGETHER: &str = r#"{"allOf": [A, B]}"#;

/// Ways in which one schema is said of a part and the other looks back at it; of objects with `a` and `b`.
const LOOKING_BACK: &[&str] = &[
    r#"{"properties": {"a": A}, "if": {"properties": {"a": B}}, "then": {"properties": {"b": A}}, "else": {"required": ["b"]}}"#,
    r#"{"properties": {"a": A}, "anyOf": [{"properties": {"a": B}, "required": ["b"]}, {"properties": {"b": B}}]}"#,
    r#"{"oneOf": [{"properties": {"a": A}}, {"properties": {"a": B}}]}"#,
    r#"{"anyOf": [{"properties": {"a": A}, "required": ["b"]}, {"properties": {"a": B}, "maxProperties": 1}]}"#,
    r#"{"dependentSchemas": {"a": {"properties": {"a": A, "b": B}}, "b": {"properties": {"a": B}}}}"#,
    r#"{"patternProperties": {"a|b": A, "b|c": B}, "additionalProperties": false}"#,
    r#"{"allOf": [{"properties": {"a": A}}], "unevaluatedProperties": B}"#,
    r#"{"properties": {"a": A}, "not": {"properties": {"a": B, "b": B}}}"#,
    r#"{"properties": {"a": A}, "enum": [{"a": 5}, {"a": "5", "b": 5}, {"a": 5, "b": "5"}]}"#,
];

/// The same of arrays.
const LOOKING_BACK_IN_ARRAYS: &[&str] = &[
    r#"{"items": A, "contains": B}"#,
    r#"{"items": A, "contains": B, "minContains": 0, "maxContains": 1}"#,
    r#"{"prefixItems": [A], "items": B, "uniqueItems": true}"#,
    r#"{"contains": A, "unevaluatedItems": B}"#,
    r#"{"anyOf": [{"items": A, "maxItems": 1}, {"prefixItems": [B, A]}]}"#,
];

/// Of those that look back there are fewer: what decides is whether a text is one thing to one and another to the other.
const FEW_SCHEMAS: &[usize] = &[1, 5, 8, 9, 13, 16];
const FEW_VALUES: &[&str] = &["5", r#""5""#, r#""5.0""#, r#""true""#, r#""abc""#];

pub(crate) fn cases() -> Vec<Case> {
    let together = SCHEMAS.iter().map(|first| {
        let schemas = SCHEMAS.iter().map(|second| TOGETHER.replace('A', first).replace('B', second));
        case(&format!("both of the value: {first}"), schemas, VALUES)
    });
    let few = FEW_SCHEMAS.iter().flat_map(|first| FEW_SCHEMAS.iter().map(|second| (SCHEMAS[*first], SCHEMAS[*second])));
    let few: Vec<_> = few.collect();
    let pairs = FEW_VALUES.iter().flat_map(|first| FEW_VALUES.iter().map(move |second| (*first, *second)));
    let (mut objects, mut arrays) = (Vec::new(), Vec::new());
    for (first, second) in pairs {
        objects.push(format!("{{\"a\": {first}, \"b\": {second}}}"));
        arrays.push(format!("[{first}, {second}]"));
    }
    objects.extend(FEW_VALUES.iter().map(|value| format!("{{\"a\": {value}}}")));
    arrays.extend(FEW_VALUES.iter().map(|value| format!("[{value}]")));
    let looking_back = |ways: &[&str], values: &[String]| {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let of = |way: &&str| {
            let schemas = few.iter().map(|(first, second)| way.replace('A', first).replace('B', second));
            case(&format!("looking back: {way}"), schemas, &values)
        };
        ways.iter().map(of).collect::<Vec<Case>>()
    };
    let objects = looking_back(LOOKING_BACK, &objects);
    let arrays = looking_back(LOOKING_BACK_IN_ARRAYS, &arrays);
    together.chain(objects).chain(arrays).collect()
}

/// One schema with a member for each of `schemas`, and each of the values for each of them.
fn case(name: &str, schemas: impl Iterator<Item = String>, values: &[&str]) -> Case {
    let schemas: Vec<String> = schemas.collect();
    let members: Vec<String> =
        schemas.iter().enumerate().map(|(idx, schema)| format!("\"m{idx}\": {schema}")).collect();
    let instances = (0..schemas.len())
        .flat_map(|idx| values.iter().map(move |value| Instance::new(format!("{{\"m{idx}\": {value}}}"))));
    Case::ours(name, &format!("{{\"properties\": {{{}}}}}", members.join(", ")), &[]).with(instances)
}
