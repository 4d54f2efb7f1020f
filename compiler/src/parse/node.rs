//! `[nodes.<name>]` of a topology.

use serde_json::{Map, Value};

use crate::{
    ast::{Node, NodeKind, Template},
    diagnostic::Finding,
    model::Retry,
    parse::{
        duration, grammar, json,
        names::{self, Shape},
        table::{Entry, Table},
        template,
    },
    rules::parse::{invalid_value, missing_key, wrong_type},
    source::Spanned,
};

/// How long one attempt may take where the author does not say.
const TIMEOUT_MS: u64 = 30_000;

/// The pause before the second attempt where the author does not say.
const DELAY_MS: u64 = 500;

/// More attempts than this are a loop, not a retry.
const MOST_ATTEMPTS: u32 = 100;

/// Reads one node.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Node> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Snake, "a node", out);
    let keys = entry.table(out)?;
    let grammar = match keys.contains_key("response") && !keys.contains_key("handler") && !keys.contains_key("http") {
        true => &grammar::RESPONSE,
        false => &grammar::NODE,
    };
    let table = Table::open(entry.file, keys, entry.key_span, grammar, out);
    let get = |key| grammar.keys.contains(&key).then(|| table.get(key)).flatten();
    let kind = kind(&table, get, entry, out);
    let input = match (&kind, get("response"), get("input")) {
        (NodeKind::Response, Some(response), _) => template::read(&response, out),
        (_, _, Some(input)) => input_template(&input, out),
        (_, _, None) => Template::Literal(Value::Object(Map::new())),
    };
    Some(Node {
        name: Spanned::new(entry.key.to_owned(), entry.key_span),
        kind,
        input,
        after: get("after").and_then(|entry| entry.texts(out)).unwrap_or_default(),
        retry: get("retry").and_then(|entry| retry(&entry, out)).unwrap_or(Retry { attempts: 1, backoff_ms: DELAY_MS }),
        timeout_ms: get("timeout").and_then(|entry| duration::read(&entry, out)).unwrap_or(TIMEOUT_MS),
    })
}

/// What the node does: exactly one of its three keys says it.
fn kind<'d>(
    table: &Table<'d>,
    get: impl Fn(&'static str) -> Option<Entry<'d>>,
    node: &Entry<'d>,
    out: &mut Vec<Finding>,
) -> NodeKind {
    let mut said: Vec<Entry<'d>> = ["handler", "http", "response"].into_iter().filter_map(get).collect();
    said.sort_by_key(|entry| entry.key_span);
    let named = |text: Option<Spanned<&str>>, make: fn(Spanned<String>) -> NodeKind| {
        text.map_or(NodeKind::Unclear, |text| make(Spanned::new(text.value.to_owned(), text.span)))
    };
    match said[..] {
        [entry] if entry.key == "handler" => named(entry.text(out), NodeKind::Handler),
        [entry] if entry.key == "http" => named(entry.text(out), NodeKind::Http),
        [_response] => NodeKind::Response,
        [] => {
            // A planned or misspelt key has been reported, and is what the node does.
            if table.keys.iter().all(|(key, _)| table.grammar.keys.contains(&key.get_ref().as_ref())) {
                out.push(missing_key::without_kind(node.key, node.key_span));
            }
            NodeKind::Unclear
        }
        [first, .., last] => {
            let message = format!("node `{}` does two things: `{}` and `{}`", node.key, first.key, last.key);
            let finding = invalid_value::finding(last.key_span, message).label("a second thing to do");
            out.push(finding.also(first.key_span, "a first").help("make two nodes of it"));
            NodeKind::Unclear
        }
    }
}

/// The input of a handler or a call: an object, or one reference to one.
fn input_template(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Template {
    let template = template::read(entry, out);
    match template {
        Template::Object(_) | Template::Expression(_) | Template::Unclear | Template::Literal(Value::Object(_)) => {
            template
        }
        Template::Literal(_) | Template::Array(_) | Template::Text(_) => {
            let kind = crate::parse::table::kind(entry.value);
            out.push(wrong_type::finding("input", entry.span, "a table, or one \"${expression}\"", kind));
            Template::Unclear
        }
    }
}

/// `retry = { attempts = 3, backoff = "exponential", delay = "500ms" }`.
fn retry(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Retry> {
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::RETRY, out);
    if let Some((backoff, text)) = table.get("backoff").and_then(|entry| Some((entry, entry.text(out)?)))
        && text.value != "exponential"
    {
        let finding = invalid_value::finding(backoff.span, format!("`{}` is not a backoff", text.value));
        out.push(finding.help("write \"exponential\": the pause doubles after each attempt"));
    }
    let attempts = table.required("attempts", "attempts = 3", out).and_then(|entry| attempts(&entry, out));
    let delay = table.get("delay").and_then(|entry| duration::read(&entry, out));
    Some(Retry { attempts: attempts.unwrap_or(1), backoff_ms: delay.unwrap_or(DELAY_MS) })
}

fn attempts(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<u32> {
    let Some(integer) = entry.value.as_integer() else {
        return entry.wrong_type("an integer", out);
    };
    let number = json::number_of_integer(integer)
        .and_then(|number| number.as_u64())
        .and_then(|number| u32::try_from(number).ok());
    match number {
        Some(1..=MOST_ATTEMPTS) => number,
        Some(_) | None => {
            let message = format!("`attempts` is out of range: from 1 (no retry) to {MOST_ATTEMPTS}");
            out.push(invalid_value::finding(entry.span, message));
            None
        }
    }
}
