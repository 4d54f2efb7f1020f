//! `tests/*.toml`.

use packwright_runtime_min::handler::FailureClass;
use serde_json::{Map, Value};
use toml::de::DeValue;

use crate::{
    ast::Test,
    diagnostic::Finding,
    model::{
        SchemaSource,
        test::{ANSWER_ENDS, Answer, Does, Expect, NODE_ENDS, Outcome, STATES, Stub},
    },
    parse::{
        document::Document,
        duration,
        grammar::{self, Grammar},
        json,
        names::{self, Shape},
        node,
        table::{Entry, Table},
    },
    rules::{parse::invalid_value, similar},
    source::{Places, Spanned},
};

/// The most attempts that a test can count.
pub(super) const MOST_ATTEMPTS: u32 = 10_000;

/// Reads one file of tests; nothing of a file with syntax errors.
pub(super) fn read(document: &Document<'_>, out: &mut Vec<Finding>) -> Vec<Test> {
    if !document.is_whole {
        return Vec::new();
    }
    let file = document.file;
    let table = Table::open(file, &document.root, file.start(), &grammar::TESTS, out);
    table.required("tests", "[tests.greets-by-name]", out);
    let entries = table.entries("tests", out);
    entries.iter().filter_map(|entry| test(entry, out)).collect()
}

fn test(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Test> {
    let name = Spanned::new(entry.key.to_owned(), entry.key_span);
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Kebab, "a test", out);
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::TEST, out);
    let topology = table.required("topology", "topology = \"greet\"", out);
    let expect = table.required("expect", "expect.output = { text = \"Hello\" }", out);
    let args = match table.get("args") {
        Some(entry) => json::document(&entry, out),
        None => {
            let json = Value::Object(Map::new());
            Some(SchemaSource { json, span: entry.key_span, places: Places::default() })
        }
    };
    let handlers = table.entries("handlers", out);
    let handlers = handlers.iter().filter_map(|entry| stub(entry, &grammar::HANDLER_STUB, out)).collect();
    let http = table.entries("http", out);
    let http = http.iter().filter_map(|entry| stub(entry, &grammar::HTTP_STUB, out)).collect();
    let answers = table.entries("answers", out).iter().flat_map(|entry| answers(entry, out)).collect();
    let topology = topology.and_then(|entry| named(&entry, out));
    let expect = expect.and_then(|entry| self::expect(&entry, out));
    Some(Test { name, topology: topology?, args: args?, handlers, http, answers, expect: expect? })
}

fn named(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Spanned<String>> {
    entry.text(out).map(|text| Spanned::new(text.value.to_owned(), text.span))
}

/// One of these words.
fn word(entry: &Entry<'_>, words: &[&'static str], out: &mut Vec<Finding>) -> Option<Spanned<&'static str>> {
    let text = entry.text(out)?;
    if let Some(word) = words.iter().find(|word| **word == text.value) {
        return Some(Spanned::new(*word, text.span));
    }
    let finding =
        invalid_value::finding(text.span, format!("`{}` is none of the words for `{}`", text.value, entry.key));
    out.push(match similar(text.value, words.iter().copied()) {
        Some(similar) => finding.help(format!("did you mean \"{similar}\"?")),
        None => finding.help(format!("write \"{}\"", words.join("\" or \""))),
    });
    None
}

/// The tables that a table stands for: itself, or those of a list.
fn tables<'d>(entry: &Entry<'d>, out: &mut Vec<Finding>) -> Option<(Vec<Entry<'d>>, bool)> {
    match entry.value {
        DeValue::Table(_) => Some((vec![*entry], false)),
        DeValue::Array(items) if !items.is_empty() => {
            let item = |item: &'d toml::Spanned<DeValue<'d>>| Entry {
                value: item.get_ref(),
                span: entry.file.span(item.span()),
                ..*entry
            };
            Some((items.iter().map(item).collect(), true))
        }
        _ => entry.wrong_type("a table, or a list of tables with one for each call", out),
    }
}

fn stub(entry: &Entry<'_>, grammar: &'static Grammar, out: &mut Vec<Finding>) -> Option<Stub<String>> {
    let of = Spanned::new(entry.key.to_owned(), entry.key_span);
    let (tables, one_each) = tables(entry, out)?;
    let mut outcomes = Vec::with_capacity(tables.len());
    for entry in &tables {
        let Some(keys) = entry.table(out) else { continue };
        let table = Table::open(entry.file, keys, entry.span, grammar, out);
        outcomes.extend(outcome(&table, out));
    }
    (outcomes.len() == tables.len()).then_some(Stub { of, outcomes, one_each })
}

fn outcome(table: &Table<'_>, out: &mut Vec<Finding>) -> Option<Outcome> {
    let delay_ms = match table.get("delay") {
        Some(entry) => duration::read(&entry, duration::DAY, out)?,
        None => 0,
    };
    let ways = ["output", "error", "fails", "status", "body"];
    let written: Vec<_> = ways.iter().filter(|key| table.get_if_allowed(key).is_some()).copied().collect();
    let does = match written[..] {
        ["output"] => Does::Answer { status: 200, body: Some(json::document(&table.get("output")?, out)?) },
        ["error"] => error(&table.get("error")?, out)?,
        ["fails"] => match word(&table.get("fails")?, &["timeout", "connection"], out)?.value {
            "timeout" => Does::Hang,
            _ => Does::Disconnect,
        },
        ["status"] | ["body"] | ["status", "body"] => {
            let status = match table.get("status") {
                Some(entry) => status(&entry, out)?,
                None => 200,
            };
            let body = match table.get("body") {
                Some(entry) => Some(json::document(&entry, out)?),
                None => None,
            };
            Does::Answer { status, body }
        }
        [] => {
            let finding = invalid_value::finding(table.span, "the stub does not say how the call ends");
            let keys: Vec<_> = table.grammar.keys.iter().filter(|key| **key != "delay").copied().collect();
            out.push(finding.help(format!("write `{}`", keys.join("`, `"))));
            return None;
        }
        _ => {
            let message = format!("the stub says in several ways how the call ends: `{}`", written.join("`, `"));
            out.push(invalid_value::finding(table.span, message).help("leave one"));
            return None;
        }
    };
    Some(Outcome { delay_ms, does })
}

fn status(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<u16> {
    let status = node::count(entry, 599, out)?;
    match u16::try_from(status) {
        Ok(status) if status >= 200 => Some(status),
        _ => {
            out.push(invalid_value::finding(entry.span, "a status is from 200 to 599"));
            None
        }
    }
}

fn error(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Does> {
    let table = Table::open(entry.file, entry.table(out)?, entry.span, &grammar::STUB_ERROR, out);
    let code = table.required("code", "code = \"unknown-city\"", out)?.text(out)?.value.to_owned();
    let message = match table.get("message") {
        Some(entry) => entry.text(out)?.value.to_owned(),
        None => "the stub fails".to_owned(),
    };
    let words: Vec<_> = grammar::classes().collect();
    let class = match table.get("class") {
        Some(entry) => FailureClass::of_word(word(&entry, &words, out)?.value)?,
        None => FailureClass::Permanent,
    };
    Some(Does::Fail { code, message, class })
}

fn answers(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Vec<Answer> {
    let wait = Spanned::new(entry.key.to_owned(), entry.key_span);
    let Some((tables, _)) = tables(entry, out) else { return Vec::new() };
    tables.iter().filter_map(|entry| answer(&wait, entry, out)).collect()
}

fn answer(wait: &Spanned<String>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Answer> {
    let table = Table::open(entry.file, entry.table(out)?, entry.span, &grammar::ANSWER, out);
    let value = table.required("value", "value = { yes = true }", out)?;
    let value = json::document(&value, out)?;
    let at_ms = match table.get("at") {
        Some(entry) => duration::read(&entry, duration::YEAR, out)?,
        None => 0,
    };
    let gets = match table.get("gets") {
        Some(entry) => word(&entry, ANSWER_ENDS, out)?,
        None => Spanned::new("taken", entry.span),
    };
    Some(Answer { wait: wait.clone(), at_ms, value, gets })
}

fn expect(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Expect> {
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::EXPECT, out);
    let document = |key, out: &mut Vec<Finding>| table.get(key).and_then(|entry| json::document(&entry, out));
    let nodes = table.entries("nodes", out);
    let attempts = table.entries("attempts", out);
    let node = |entry: &Entry<'_>| Spanned::new(entry.key.to_owned(), entry.key_span);
    Some(Expect {
        span: entry.key_span,
        state: table.get("state").and_then(|entry| word(&entry, STATES, out)),
        output: document("output", out),
        output_has: document("output_has", out),
        error: document("error", out),
        reply: document("reply", out),
        nodes: nodes.iter().filter_map(|entry| Some((node(entry), word(entry, NODE_ENDS, out)?))).collect(),
        attempts: attempts
            .iter()
            .filter_map(|entry| Some((node(entry), Spanned::new(node::count(entry, MOST_ATTEMPTS, out)?, entry.span))))
            .collect(),
        before: table.get("before").map_or_else(Vec::new, |entry| before(&entry, out)),
        compensated: table.get("compensated").and_then(|entry| Some(Spanned::new(entry.texts(out)?, entry.span))),
    })
}

/// Pairs of nodes.
fn before(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Vec<[Spanned<String>; 2]> {
    let Some(items) = entry.value.as_array() else {
        let _ = entry.wrong_type::<()>("a list of pairs of nodes such as [[\"first\", \"second\"]]", out);
        return Vec::new();
    };
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        let entry = Entry { value: item.get_ref(), span: entry.file.span(item.span()), ..*entry };
        match entry.texts(out).map(<[Spanned<String>; 2]>::try_from) {
            Some(Ok(pair)) => pairs.push(pair),
            Some(Err(_)) => out.push(
                invalid_value::finding(entry.span, "an order is between two nodes")
                    .help("write [\"first\", \"second\"]: the first ends before the second begins"),
            ),
            None => {}
        }
    }
    pairs
}
