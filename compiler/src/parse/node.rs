//! `[nodes.<name>]` of a topology.

use serde_json::{Map, Value};
use toml::de::DeTable;

use crate::{
    ast::{Compensate, Given, Node, NodeKind, Template},
    diagnostic::Finding,
    parse::{
        duration,
        grammar::{self, NODES, NodeGrammar},
        json,
        names::{self, Shape},
        table::{Entry, Table, kind as kind_of},
        template,
    },
    rules::parse::{invalid_value, missing_key, wrong_type},
    source::{Span, Spanned},
};

pub(super) mod call;
mod flow;
pub(super) mod loops;
pub(super) mod retry;
mod state;

/// Reads one node.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Node> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Snake, "a node", out);
    let keys = entry.table(out)?;
    let actions = actions(keys);
    let action = match actions[..] {
        [action] => Some(action),
        [] | [_, ..] => None,
    };
    if let [first, .., last] = actions[..] {
        out.push(two_actions(entry, keys, first, last));
    }
    let grammar = action.map_or(&grammar::NODE, |action| &action.grammar);
    let table = Table::open(entry.file, keys, entry.key_span, grammar, out);
    let get = |key: &'static str| table.get_if_allowed(key);
    // A planned or misspelt key has been reported, and is what the node does.
    if actions.is_empty() && keys.iter().all(|(key, _)| grammar.keys.contains(&key.get_ref().as_ref())) {
        out.push(missing_key::without_kind(entry.key, entry.key_span));
    }
    let kind = match action {
        Some(action) => kind(&table, action.action, out),
        None => NodeKind::Unclear,
    };
    let input = match (action.map(|action| action.action), get("input")) {
        (Some(made @ ("response" | "transform")), _) => {
            get(made).map_or(Template::Unclear, |entry| template::read(&entry, out))
        }
        (Some("state"), _) => get("value").map_or_else(no_input, |entry| template::read(&entry, out)),
        (_, Some(input)) => input_template(&input, out),
        (_, None) => no_input(),
    };
    let (each, pages) = (loops::each(&table, out), loops::pages(&table, out));
    if let (Some(_), Some(pages)) = (&each, &pages) {
        let message = format!("node `{}` has `for` and `paginate`", entry.key);
        let finding = invalid_value::finding(pages.span, message);
        out.push(finding.help("page through a topology of its own, and call that for each item"));
    }
    Some(Node {
        name: Spanned::new(entry.key.to_owned(), entry.key_span),
        kind,
        input,
        after: get("after").and_then(|entry| names_of(&entry, out)).unwrap_or_default(),
        each,
        pages,
        on_error: get("on_error").and_then(|entry| named(&entry, out)),
        compensate: get("compensate").and_then(|entry| compensate(&entry, out)),
        retry: get("retry").and_then(|entry| retry::read(&entry, out)),
        timeout: get("timeout")
            .and_then(|entry| Some(Spanned::new(duration::read(&entry, duration::DAY, out)?, entry.span))),
        success: get("success").and_then(|entry| call::success(&entry, out)),
        idempotency_key: get("idempotency_key").and_then(|entry| call::idempotency_key(&entry, out)),
    })
}

/// What the keys say that the node does: one thing, if all is well, by the place of its key.
fn actions(keys: &DeTable<'_>) -> Vec<&'static NodeGrammar> {
    let action = |key: &str| NODES.iter().find(|node| node.action == key);
    let said = keys.keys().filter_map(|key| Some((key.span().start, action(key.get_ref())?)));
    let mut said: Vec<_> = said.collect();
    said.sort_by_key(|(at, _)| *at);
    said.into_iter().map(|(_, node)| node).collect()
}

fn two_actions(node: &Entry<'_>, keys: &DeTable<'_>, first: &NodeGrammar, last: &NodeGrammar) -> Finding {
    let place = |action| keys.get_key_value(action).map_or(node.key_span, |(key, _)| node.file.span(key.span()));
    let (first, last) = (first.action, last.action);
    let message = format!("node `{}` does two things: `{first}` and `{last}`", node.key);
    let finding = invalid_value::finding(place(last), message).label("a second thing to do");
    finding.also(place(first), "a first").help("make two nodes of it")
}

/// What a node with the key `action` does.
fn kind(table: &Table<'_>, action: &'static str, out: &mut Vec<Finding>) -> NodeKind {
    let Some(entry) = table.get(action) else { return NodeKind::Unclear };
    let name = |make: fn(Spanned<String>) -> NodeKind, out: &mut Vec<Finding>| {
        named(&entry, out).map_or(NodeKind::Unclear, make)
    };
    match action {
        "handler" => name(NodeKind::Handler, out),
        "http" => name(NodeKind::Http, out),
        "topology" => name(NodeKind::Topology, out),
        "state" => state::read(table, &entry, out).map_or(NodeKind::Unclear, NodeKind::State),
        "response" => NodeKind::Response,
        "transform" => NodeKind::Transform,
        "switch" => flow::switch(table, &entry, out).map_or(NodeKind::Unclear, NodeKind::Switch),
        "converge" => flow::converge(&entry, out).map_or(NodeKind::Unclear, NodeKind::Converge),
        "wait" => NodeKind::Wait(flow::wait(table, &entry, out)),
        "timer" => NodeKind::Timer(flow::moment(&entry, out)),
        _ => unreachable!("the grammar lists the kinds of nodes"),
    }
}

/// A name in quotes.
fn named(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Spanned<String>> {
    let text = entry.text(out)?;
    if text.value.is_empty() {
        let finding = invalid_value::finding(entry.span, format!("`{}` names nothing", entry.key));
        out.push(finding.help("write a name between the quotes, or take the key away"));
        return None;
    }
    Some(Spanned::new(text.value.to_owned(), text.span))
}

/// A list of names in quotes, those that name nothing left out.
fn names_of(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Vec<Spanned<String>>> {
    let mut names = entry.texts(out)?;
    names.retain(|name| {
        if name.value.is_empty() {
            let finding = invalid_value::finding(name.span, format!("`{}` has a name that names nothing", entry.key));
            out.push(finding.help("write a name between the quotes, or take it away"));
        }
        !name.value.is_empty()
    });
    Some(names)
}

/// A place where one value is asked for; `takes` says which, with an article.
fn expression(entry: &Entry<'_>, takes: &str, out: &mut Vec<Finding>) -> Given {
    let template = match template::read(entry, out) {
        template @ (Template::Expression(_) | Template::Unclear) => template,
        Template::Literal(_) | Template::Array(_) | Template::Object(_) | Template::Text(_) => {
            out.push(wrong_type::finding(entry.key, entry.span, takes, kind_of(entry.value)));
            Template::Unclear
        }
    };
    Given { template, span: entry.span }
}

/// The input of a node that gets none.
fn no_input() -> Template {
    Template::Literal(Value::Object(Map::new()))
}

/// The input of a handler or a call: an object, or one reference to one.
fn input_template(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Template {
    let template = template::read(entry, out);
    match template {
        Template::Object(_) | Template::Expression(_) | Template::Unclear | Template::Literal(Value::Object(_)) => {
            template
        }
        Template::Literal(_) | Template::Array(_) | Template::Text(_) => {
            let kind = kind_of(entry.value);
            out.push(wrong_type::finding("input", entry.span, "a table, or one \"${expression}\"", kind));
            Template::Unclear
        }
    }
}

/// `compensate = { handler = "…", input = { … } }`.
fn compensate(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Compensate> {
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::COMPENSATE, out);
    let kind = match (table.get("handler"), table.get("http")) {
        (Some(handler), None) => named(&handler, out).map(NodeKind::Handler),
        (None, Some(http)) => named(&http, out).map(NodeKind::Http),
        (Some(_), Some(http)) => {
            let finding = invalid_value::finding(http.key_span, "a compensation does one thing: `handler` or `http`");
            out.push(finding.help("take one of both away"));
            None
        }
        (None, None) => {
            if !table.misspells("handler") && !table.misspells("http") {
                out.push(missing_key::finding("handler", table.span, "a compensation", "handler = \"cancel_order\""));
            }
            None
        }
    };
    let input = table.get("input").map_or_else(no_input, |entry| input_template(&entry, out));
    let success = table.get("success").and_then(|entry| {
        if matches!(kind, Some(NodeKind::Handler(_))) {
            out.push(without("success", entry.key_span, "http"));
        }
        call::success(&entry, out)
    });
    Some(Compensate { span: entry.key_span, kind: kind?, input, success })
}

/// A key: a text, with expressions in it or of one expression.
fn key(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Template {
    match template::read(entry, out) {
        Template::Literal(Value::String(text)) if text.is_empty() => {
            let finding = invalid_value::finding(entry.span, format!("`{}` is an empty key", entry.key));
            out.push(finding.help("write a text such as \"last\", or \"${args.id}\""));
            Template::Unclear
        }
        template @ (Template::Literal(Value::String(_))
        | Template::Text(_)
        | Template::Expression(_)
        | Template::Unclear) => template,
        Template::Literal(_) | Template::Array(_) | Template::Object(_) => {
            let kind = kind_of(entry.value);
            out.push(wrong_type::finding(entry.key, entry.span, "a text such as \"${args.id}\"", kind));
            Template::Unclear
        }
    }
}

/// An integer from 1 to `most`.
pub(super) fn count(entry: &Entry<'_>, most: u32, out: &mut Vec<Finding>) -> Option<u32> {
    let Some(integer) = entry.value.as_integer() else {
        return entry.wrong_type("an integer", out);
    };
    let number = json::number_of_integer(integer)
        .and_then(|number| number.as_u64())
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| (1..=most).contains(number));
    if number.is_none() {
        out.push(invalid_value::finding(entry.span, format!("`{}` is out of range: from 1 to {most}", entry.key)));
    }
    number
}

/// Says that `key` at `span` means nothing without `needed`.
fn without(key: &str, span: Span, needed: &str) -> Finding {
    invalid_value::finding(span, format!("`{key}` without `{needed}`"))
        .help(format!("add `{needed}`, or take `{key}` away"))
}
