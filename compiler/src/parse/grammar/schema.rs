//! The grammar as JSON Schemas, so that editors complete, explain and underline while an author types.
//!
//! Draft 7, without what linters for TOML leave out: each place is closed or says that it is open, and errors are where
//! `check` has them as far as a schema can say. Made from the tables that the readers use.

use packwright_runtime_min::handler::FailureClass;
use serde_json::{Map, Value, json};

use super::{
    ANSWER, BASE_URL, BRANCH, COMPENSATE, CONFIG, EXPECT, Grammar, HANDLER_STUB, HTTP, HTTP_STUB, NODE, NODES,
    NodeGrammar, PACK, PAGINATE, RETRY, STATE, STUB_ERROR, TEST, TESTS, TOPOLOGY, classes,
    keys::{self, Key},
};
use crate::parse::{
    http::METHODS,
    node::call::{FAMILIES, SUCCESSES},
};

/// A file of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum File {
    /// `pack.toml`.
    Pack,
    /// A file in `topologies/`.
    Topology,
    /// A file in `tests/`.
    Test,
}

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Takes {
    /// A text that says something.
    Sentence,
    /// A name such as `weather-report`.
    Kebab,
    /// A name such as `open_meteo`.
    Snake,
    /// A name such as `WEATHER_URL`.
    Upper,
    /// Three numbers.
    Version,
    /// The name of something.
    Named,
    /// A text, with expressions.
    Text,
    /// One of these.
    Words(&'static [&'static str]),
    /// An HTTP method.
    Method,
    /// Failures that may pass.
    Failures,
    /// A list of texts.
    Texts,
    /// A list of groups.
    Groups,
    /// At least two nodes.
    Converge,
    /// `true` or `false`.
    Boolean,
    /// An integer from 1 to this.
    Count(u32),
    /// A number and a unit.
    Duration,
    /// A duration, or one expression.
    Moment,
    /// One expression.
    Expression,
    /// One expression, or `true`.
    Condition,
    /// A list, or one expression.
    List,
    /// A table with expressions, or one expression.
    Input,
    /// Anything, with expressions.
    Template,
    /// A JSON Schema.
    Schema,
    /// A URL, or the configuration entry that has it.
    BaseUrl,
    /// What follows a base URL.
    UrlPath,
    /// Texts by name.
    Query,
    /// Nodes by value.
    Cases,
    /// One expression, or a list of branches.
    Switch,
    /// The table of this grammar.
    Table(&'static Grammar),
    /// Tables of this grammar by names of this pattern.
    Tables(&'static Grammar, &'static str),
    /// The nodes by name.
    Nodes,
    /// By name a table of this grammar, or a list of them.
    Several(&'static Grammar),
    /// One of these words by name.
    ByName(&'static [&'static str]),
    /// An integer from 1 to this by name.
    Counts(u32),
    /// Pairs of names.
    Pairs,
    /// The status of an HTTP answer.
    Status,
    /// A class of failures.
    Classes,
    /// Statuses of HTTP answers that are no failures.
    Statuses,
    /// A text with expressions, or `true`.
    IdempotencyKey,
}

/// The JSON Schema of a file.
pub(crate) fn schema(file: File) -> Value {
    let (grammar, definitions): (_, &[&Grammar]) = match file {
        File::Pack => (&PACK, &[&CONFIG, &HTTP, &BASE_URL, &STATE]),
        File::Topology => (&TOPOLOGY, &[&NODE, &BRANCH, &PAGINATE, &RETRY, &COMPENSATE]),
        File::Test => (&TESTS, &[&TEST, &HANDLER_STUB, &HTTP_STUB, &STUB_ERROR, &ANSWER, &EXPECT]),
    };
    let mut schema = Map::from_iter([("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"))]);
    if let Value::Object(table) = table(grammar) {
        schema.extend(table);
    }
    let definitions = definitions.iter().map(|grammar| (name(grammar), table(grammar)));
    schema.insert("definitions".to_owned(), Value::Object(definitions.collect()));
    Value::Object(schema)
}

/// What a table is called among the definitions: its place without the words that are in every place.
fn name(grammar: &Grammar) -> String {
    let name = grammar.name.trim_start_matches("a ").trim_start_matches("an ");
    name.to_lowercase().replace(' ', "-")
}

fn table(grammar: &'static Grammar) -> Value {
    let key = |name: &&str| {
        let described = keys::of(grammar).iter().find(|key| key.name == *name);
        described.expect("a test holds the tables together")
    };
    let described: Vec<&Key> = grammar.keys.iter().map(key).collect();
    let property = |key: &&Key| {
        let mut value = value(key.takes);
        value.insert("description".to_owned(), json!(key.says));
        (key.name.to_owned(), Value::Object(value))
    };
    let properties: Map<String, Value> = described.iter().map(property).collect();
    let required: Vec<_> = described.iter().filter(|key| key.is_required).map(|key| key.name).collect();
    let mut table = json!({
        "title": grammar.name,
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    if std::ptr::eq(&raw const *grammar, &raw const NODE) {
        table["oneOf"] = NODES.iter().map(kind_of_node).collect();
        table["dependencies"] = dependencies();
    } else if std::ptr::eq(&raw const *grammar, &raw const COMPENSATE) {
        table["oneOf"] = json!([{ "required": ["handler"] }, { "required": ["http"] }]);
    }
    table
}

/// That a node does this one thing. Keys that no node has are not spoken of: they are one mistake, at their own place.
fn kind_of_node(node: &NodeGrammar) -> Value {
    let NodeGrammar { action, grammar } = node;
    let foreign: Vec<_> = NODE.keys.iter().filter(|key| !grammar.keys.contains(key)).collect();
    let required = if *action == "wait" { vec![*action, "deadline"] } else { vec![*action] };
    let mut kind =
        json!({ "title": grammar.name, "required": required, "propertyNames": { "not": { "enum": foreign } } });
    if *action == "state" {
        kind["oneOf"] = ["get", "put", "delete"].map(|access| json!({ "required": [access] })).into_iter().collect();
    }
    kind
}

/// Keys that mean nothing without others.
fn dependencies() -> Value {
    let needs_for = ["as", "concurrency", "ordered", "on_item_error"].map(|key| (key.to_owned(), json!(["for"])));
    let mut dependencies = Map::from_iter(needs_for);
    dependencies.insert("reduce".to_owned(), json!(["for", "initial"]));
    dependencies.insert("initial".to_owned(), json!(["for", "reduce"]));
    dependencies.insert("put".to_owned(), json!(["value"]));
    dependencies.insert("value".to_owned(), json!(["put"]));
    dependencies.insert("commit".to_owned(), json!(["put"]));
    Value::Object(dependencies)
}

const EXPRESSION: &str = r"\$\{";
const DURATION: &str = "^[0-9]+(ms|s|m|h|d)$";

fn value(takes: Takes) -> Map<String, Value> {
    let named = |grammar: &Grammar| json!({ "$ref": format!("#/definitions/{}", name(grammar)) });
    let text = |pattern: &str| json!({ "type": "string", "pattern": pattern });
    let kebab = "^[a-z][a-z0-9-]{0,63}$";
    let snake = "^[a-z][a-z0-9_]{0,63}$";
    let value = match takes {
        Takes::Sentence => text(r"\S"),
        Takes::Kebab => text(kebab),
        Takes::Snake => text(snake),
        Takes::Upper => text("^[A-Z][A-Z0-9_]{0,63}$"),
        Takes::Version => text(r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$"),
        Takes::Named => json!({ "type": "string" }),
        Takes::Text => json!({ "type": "string", "minLength": 1 }),
        Takes::Words(words) => json!({ "type": "string", "enum": words }),
        Takes::Method => json!({ "type": "string", "enum": METHODS }),
        Takes::Failures => {
            let words: Vec<_> = FailureClass::PASSING.iter().map(|class| class.word()).collect();
            let items = json!({ "type": "string", "enum": words });
            json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": items })
        }
        Takes::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Takes::Groups => json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": text(kebab) }),
        Takes::Converge => {
            json!({ "type": "array", "minItems": 2, "uniqueItems": true, "items": { "type": "string" } })
        }
        Takes::Boolean => json!({ "type": "boolean" }),
        Takes::Count(most) => json!({ "type": "integer", "minimum": 1, "maximum": most }),
        Takes::Duration => text(DURATION),
        Takes::Moment => text(&format!("{DURATION}|{EXPRESSION}")),
        Takes::Expression => text(EXPRESSION),
        Takes::Condition => json!({ "type": ["string", "boolean"], "pattern": EXPRESSION }),
        Takes::List => json!({ "type": ["array", "string"], "pattern": EXPRESSION }),
        Takes::Input => json!({ "type": ["object", "string"], "pattern": EXPRESSION, "additionalProperties": true }),
        Takes::Template => json!({ "additionalProperties": true }),
        Takes::Schema => json!({ "type": ["object", "boolean"], "additionalProperties": true }),
        Takes::BaseUrl => json!({ "anyOf": [text("^https?://[^/]"), named(&BASE_URL)] }),
        Takes::UrlPath => text("^(/|$)"),
        Takes::Query | Takes::Cases => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        Takes::Switch => json!({ "anyOf": [text(EXPRESSION), {
            "type": "array",
            "minItems": 1,
            "items": named(&BRANCH),
        }] }),
        Takes::Table(grammar) => json!({ "allOf": [named(grammar)] }),
        Takes::Tables(grammar, pattern) => tables(&named(grammar), pattern),
        Takes::Nodes => tables(&named(&NODE), snake),
        Takes::Several(grammar) => {
            let list = json!({ "type": "array", "minItems": 1, "items": named(grammar) });
            json!({ "type": "object", "additionalProperties": { "anyOf": [named(grammar), list] } })
        }
        Takes::ByName(words) => {
            json!({ "type": "object", "additionalProperties": { "type": "string", "enum": words } })
        }
        Takes::Counts(most) => {
            let count = json!({ "type": "integer", "minimum": 1, "maximum": most });
            json!({ "type": "object", "additionalProperties": count })
        }
        Takes::Pairs => {
            let pair = json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "string" } });
            json!({ "type": "array", "items": pair })
        }
        Takes::Status => json!({ "type": "integer", "minimum": 200, "maximum": 599 }),
        Takes::Statuses => {
            let status = json!({ "type": "integer", "minimum": SUCCESSES.start(), "maximum": SUCCESSES.end() });
            let family = json!({ "type": "string", "enum": FAMILIES.map(|(word, _)| word) });
            json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": { "anyOf": [status, family] } })
        }
        Takes::IdempotencyKey => json!({ "anyOf": [{ "type": "string", "minLength": 1 }, { "const": true }] }),
        Takes::Classes => json!({ "type": "string", "enum": classes().collect::<Vec<_>>() }),
    };
    match value {
        Value::Object(value) => value,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// Tables by names of this pattern.
fn tables(table: &Value, pattern: &str) -> Value {
    json!({ "type": "object", "patternProperties": { pattern: table }, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_grammar_is_described_and_no_other() {
        let tables = super::super::GRAMMARS.iter().copied().chain([&COMPENSATE]);
        for grammar in tables {
            let described: Vec<_> = keys::of(grammar).iter().map(|key| key.name).collect();
            assert_eq!(described, grammar.keys, "describe the keys of {} in grammar/keys.rs", grammar.header);
        }
        for (grammar, keys) in keys::ALL {
            assert!(keys.iter().all(|key| key.says.ends_with('.')), "{} is described in sentences", grammar.name);
        }
    }

    #[test]
    fn every_table_of_a_schema_has_the_keys_of_its_grammar() {
        let of_pack = [&PACK, &CONFIG, &HTTP, &BASE_URL, &STATE];
        let of_topology = [&TOPOLOGY, &NODE, &BRANCH, &PAGINATE, &RETRY, &COMPENSATE];
        let of_tests = [&TESTS, &TEST, &HANDLER_STUB, &HTTP_STUB, &STUB_ERROR, &ANSWER, &EXPECT];
        let all = [(File::Pack, &of_pack[..]), (File::Topology, &of_topology[..]), (File::Test, &of_tests[..])];
        for (file, grammars) in all {
            let schema = schema(file);
            let definitions = schema["definitions"].as_object().expect("a table").values();
            let tables: Vec<_> = [&schema].into_iter().chain(definitions).collect();
            assert_eq!(tables.len(), grammars.len());
            for (table, grammar) in tables.iter().zip(grammars) {
                let keys = table["properties"].as_object().expect("a table");
                assert_eq!(keys.keys().collect::<Vec<_>>(), grammar.keys, "{}", grammar.name);
                assert!(keys.values().all(|key| key["description"].is_string()), "{}", grammar.name);
            }
        }
    }

    #[test]
    fn every_kind_of_node_is_among_the_keys_of_nodes() {
        for node in &NODES {
            assert!(node.grammar.keys.iter().all(|key| NODE.keys.contains(key)), "{}", node.action);
            assert!(node.grammar.keys.contains(&node.action));
        }
    }
}
