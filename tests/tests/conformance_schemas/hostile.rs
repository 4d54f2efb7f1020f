//! Hostile documents and schemas: all of it ends, nothing panics, and two megabytes of stack are enough.
//!
//! There is no clock: what takes exponential or quadratic time here does not end within a day.

mod endless;
mod syntax;

use packwright_runtime_min::json::MAX_DEPTH;

use super::cases::{Case, Instance};

pub(crate) fn cases() -> Vec<Case> {
    let cases = [
        long_texts(),
        long_numbers(),
        many_members(),
        many_items(),
        alternatives_of_alternatives(),
        alternatives_in_members(),
        alternatives_that_recur(),
        tagged_alternatives_that_recur(),
        references_of_references(),
        one_reference_many_times(),
        longest_chain(),
        unevaluated_at_every_level(),
    ];
    cases.into_iter().chain(syntax::cases()).map(Case::without_oracle).collect()
}

fn long_texts() -> Case {
    const LENGTH: usize = 10 << 20;
    let schema = r#"{"type": ["string", "integer", "object"], "pattern": "^(a+)+$", "maxLength": 10485760, "enum": ["x", 5], "additionalProperties": false}"#;
    let a = "a".repeat(LENGTH);
    let escaped = "\\u0061".repeat(LENGTH / 6);
    let texts = [format!("\"{a}!\""), format!("\"{escaped}\""), format!("{{\"{a}\": 1}}")];
    Case::ours("texts of ten megabytes", schema, &[]).with(texts.map(Instance::new))
}

fn long_numbers() -> Case {
    const DIGITS: usize = 100_000;
    let schema =
        r#"{"type": "number", "multipleOf": 0.37, "maximum": 1e300, "not": {"const": 3e99999999999999999999}}"#;
    let nines = "9".repeat(DIGITS);
    let numbers = [
        nines.clone(),
        format!("-{nines}"),
        format!("\"{nines}\""),
        format!("0.{nines}"),
        format!("1e{nines}"),
        format!("1e-{nines}"),
        format!("{nines}e-{DIGITS}"),
        "1e999999999999".to_owned(),
        "\"1e999999999999\"".to_owned(),
        "37e99999999999999999998".to_owned(),
        "1e-99999999999999999999".to_owned(),
        "0e99999999999999999999".to_owned(),
    ];
    Case::ours("numbers of many digits", schema, &[]).with(numbers.map(Instance::new))
}

fn many_members() -> Case {
    const MANY: usize = 1_000_000;
    let names: Vec<String> = (0..20).map(|idx| format!("\"p{idx}\": {{\"type\": \"integer\"}}")).collect();
    let schema = format!(
        "{{\"properties\": {{{}}}, \"required\": [\"p7\"], \"propertyNames\": {{\"maxLength\": 6}}, \"additionalProperties\": {{\"type\": \"number\"}}}}",
        names.join(", ")
    );
    let members: Vec<String> = (0..MANY).map(|idx| format!("\"p{idx}\":\"{idx}\"")).collect();
    let instance = Instance::new(format!("{{{}}}", members.join(",")));
    Case::ours("a million members, some of them declared", &schema, &[]).with([instance])
}

fn many_items() -> Case {
    let schema = r#"{"uniqueItems": true, "contains": {"const": {"a": 19999}}, "maxContains": 1, "unevaluatedItems": {"type": "object", "properties": {"a": {"type": "integer"}}}}"#;
    const ITEMS: usize = 20_000;
    let array = |item: &dyn Fn(usize) -> String| {
        let items: Vec<String> = (0..ITEMS).map(item).collect();
        Instance::new(format!("[{}]", items.join(",")))
    };
    let instances = [array(&|idx| format!("{{\"a\":\"{idx}\"}}")), array(&|idx| format!("{{\"a\":{}.0}}", idx / 2))];
    Case::ours("many items that must differ", schema, &[]).with(instances)
}

/// Schemas `l0` to `l29`, where each says what `of` makes of a reference to the next, and the last one is for integers.
fn levels(of: impl Fn(&str) -> String) -> String {
    const LEVELS: usize = 30;
    let levels: Vec<String> = (0..LEVELS)
        .map(|idx| format!("\"l{idx}\": {}", of(&format!("{{\"$ref\": \"#/$defs/l{}\"}}", idx + 1))))
        .collect();
    format!(
        "{{\"$ref\": \"#/$defs/l0\", \"$defs\": {{{}, \"l{LEVELS}\": {{\"type\": \"integer\", \"maximum\": 9}}}}}}",
        levels.join(", ")
    )
}

fn alternatives_of_alternatives() -> Case {
    let schema = levels(|next| format!("{{\"anyOf\": [{next}, {{\"type\": \"array\", \"items\": {next}}}, {next}]}}"));
    let nested = |leaf: &str| format!("{}{leaf}{}", "[".repeat(29), "]".repeat(29));
    let instances = ["5", "\"5\"", "10", "[[[5]]]"].map(str::to_owned);
    let deep = ["5", "\"5\"", "true"].map(nested);
    Case::ours("alternatives of alternatives", &schema, &[]).with(instances.into_iter().chain(deep).map(Instance::new))
}

fn alternatives_in_members() -> Case {
    let schema = levels(|next| {
        let with = format!("{{\"properties\": {{\"a\": {next}}}, \"required\": [\"a\"]}}");
        format!(
            "{{\"oneOf\": [{with}, {{\"required\": [\"b\"], \"properties\": {{\"a\": {next}, \"b\": {next}}}}}], \"anyOf\": [{with}, {with}]}}"
        )
    });
    let nested = |leaf: &str| format!("{}{leaf}{}", "{\"a\":".repeat(30), "}".repeat(30));
    let both = |leaf: &str| format!("{}{leaf}{}", "{\"b\":1,\"a\":".repeat(30), "}".repeat(30));
    let instances = [nested("5"), nested("\"5\""), nested("10"), both("5"), both("\"5\""), both("true")];
    Case::ours("alternatives in members", &schema, &[]).with(instances.map(Instance::new))
}

/// Documents as deep as they may be, with something at the end.
fn deepest(open: &str, close: &str) -> Vec<Instance> {
    let (open, close) = (open.repeat(MAX_DEPTH - 1), close.repeat(MAX_DEPTH - 1));
    let leaves = ["5", "\"5\"", "\"x\"", "10", "null", "{}", "[]"];
    leaves.iter().map(|leaf| Instance::new(format!("{open}{leaf}{close}"))).collect()
}

fn alternatives_that_recur() -> Case {
    let schema = r##"{
        "anyOf": [
            {"type": "integer", "maximum": 9},
            {"type": "object", "properties": {"a": {"$ref": "#"}}, "not": {"required": ["b"]}},
            {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["b"]},
            {"type": "array", "items": {"$ref": "#"}},
            {"type": "array", "contains": {"$ref": "#"}, "minItems": 2}
        ]
    }"##;
    let instances =
        [deepest("{\"a\":", "}"), deepest("{\"b\":[],\"a\":", "}"), deepest("[", "]"), deepest("[1,", ",1]")];
    Case::ours("alternatives that recur", schema, &[]).with(instances.concat())
}

fn tagged_alternatives_that_recur() -> Case {
    let schema = r##"{
        "oneOf": [
            {"properties": {"kind": {"const": "leaf"}, "value": {"type": "integer"}}, "required": ["kind", "value"], "additionalProperties": false},
            {"properties": {"kind": {"const": "not"}, "of": {"$ref": "#"}}, "required": ["kind", "of"], "additionalProperties": false},
            {"properties": {"kind": {"enum": ["and", "or"]}, "of": {"type": "array", "items": {"$ref": "#"}}}, "required": ["kind"]}
        ]
    }"##;
    let nots = |leaf: &str| {
        let depth = MAX_DEPTH - 2;
        format!("{}{leaf}{}", "{\"kind\":\"not\",\"of\":".repeat(depth), "}".repeat(depth))
    };
    let mut instances: Vec<Instance> = [
        r#"{"kind":"leaf","value":1}"#,
        r#"{"kind":"leaf","value":"1"}"#,
        r#"{"value":"1","kind":"leaf"}"#,
        r#"{"kind":"leaf"}"#,
        "1",
        "{}",
    ]
    .iter()
    .flat_map(|leaf| [Instance::new(*leaf), Instance::new(nots(leaf))])
    .collect();
    instances.push(Instance::new(
        r#"{"kind":"or","of":[{"kind":"leaf","value":"1"},{"kind":"and"},{"k\u0069nd":"leaf","value":1}]}"#,
    ));
    Case::ours("alternatives with a tag that recur", schema, &[]).with(instances)
}

/// Twenty times twenty references at each of thirty levels.
fn references_of_references() -> Case {
    let schema = levels(|next| {
        let members: Vec<String> = (0..20).map(|idx| format!("\"m{idx}\": {next}")).collect();
        format!("{{\"properties\": {{{}}}, \"additionalProperties\": {next}}}", members.join(", "))
    });
    let nested = |leaf: &str| format!("{}{leaf}{}", "{\"m7\":".repeat(30), "}".repeat(30));
    Case::ours("references of references", &schema, &[]).with(["5", "\"5\"", "{}"].map(nested).map(Instance::new))
}

fn one_reference_many_times() -> Case {
    let reference = "{\"$ref\": \"#/$defs/it\"}";
    let all = vec![reference; 400].join(", ");
    let members: Vec<String> = (0..400).map(|idx| format!("\"m{idx}\": {reference}")).collect();
    let schema = format!(
        "{{\"allOf\": [{all}], \"anyOf\": [{all}], \"properties\": {{{}}}, \"$defs\": {{\"it\": {{\"type\": [\"object\", \"integer\"], \"maximum\": 9, \"properties\": {{\"n\": {{\"type\": \"boolean\"}}}}}}}}}}",
        members.join(", ")
    );
    let instances = ["5", "\"5\"", "[]", r#"{"m7":"5","n":"true"}"#, r#"{"m7":"10","m399":{"n":1},"n":true}"#];
    Case::ours("one reference four hundred times", &schema, &instances)
}

/// As many schemas for one value, each through the one before, as the parser lets pass, at every level.
fn longest_chain() -> Case {
    let links: Vec<String> = (0..endless::LONGEST_CHAIN - 2)
        .map(|idx| {
            let next = if idx + 3 == endless::LONGEST_CHAIN { "end".to_owned() } else { format!("link{}", idx + 1) };
            let next = format!("{{\"$ref\": \"#/$defs/{next}\"}}");
            let says = match idx % 4 {
                0 => format!("\"allOf\": [{next}]"),
                1 => format!("\"anyOf\": [false, {next}]"),
                2 => format!("\"if\": {next}, \"else\": false"),
                _ => format!("\"oneOf\": [{next}, {{\"type\": \"null\"}}]"),
            };
            format!("\"link{idx}\": {{\"minProperties\": 0, {says}, \"type\": [\"object\", \"integer\"]}}")
        })
        .collect();
    let end =
        r##""end": {"type": ["object", "integer"], "properties": {"a": {"$ref": "#/$defs/link0"}}, "maximum": 9}"##;
    let schema = format!(r##"{{"$ref": "#/$defs/link0", "$defs": {{{}, {end}}}}}"##, links.join(", "));
    Case::ours("the longest chain of schemas at every level", &schema, &[]).with(deepest("{\"a\":", "}"))
}

fn unevaluated_at_every_level() -> Case {
    let schema = r##"{
        "$ref": "#/$defs/tree",
        "$defs": {"tree": {
            "type": ["object", "array", "integer"],
            "maximum": 9,
            "anyOf": [{"properties": {"a": true}}, {"prefixItems": [true], "properties": {"b": true}}],
            "unevaluatedProperties": {"$ref": "#/$defs/tree"},
            "unevaluatedItems": {"$ref": "#/$defs/tree"}
        }}
    }"##;
    let instances = [deepest("{\"c\":", "}"), deepest("[0,", "]"), deepest("{\"a\":1,\"b\":2,\"c\":", "}")];
    Case::ours("unevaluated at every level", schema, &[]).with(instances.concat())
}
