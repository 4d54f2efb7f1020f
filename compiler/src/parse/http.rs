//! `[http.<name>]` of pack.toml.

use indexmap::IndexMap;
use url::Url;

use crate::{
    ast::{HttpBase, HttpCall},
    diagnostic::Finding,
    model::UrlPart,
    parse::{
        duration, grammar, json,
        names::{self, Shape},
        table::{Entry, Table},
        text::Spelling,
    },
    rules::parse::invalid_value,
    source::Spanned,
};

/// The methods that a call may use.
pub(super) const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];

/// How long a call may take where the author does not say.
const TIMEOUT_MS: u64 = 30_000;

/// Reads one declared HTTP call.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<HttpCall> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Kebab, "an HTTP call", out);
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::HTTP, out);
    let base = table.required("base_url", "base_url = \"https://api.example.com\"", out);
    let input = table.required("input", "input = { type = \"object\", properties = {} }", out);
    let output = table.required("output", "output = { type = \"object\" }", out);
    Some(HttpCall {
        name: Spanned::new(entry.key.to_owned(), entry.key_span),
        method: table.get("method").and_then(|entry| method(&entry, out)).unwrap_or_else(|| "GET".to_owned()),
        base: base.and_then(|entry| base_url(&entry, out)),
        path: table.get("path").map(|entry| path(&entry, out)).unwrap_or_default(),
        query: query(&table, out),
        input: input.and_then(|entry| json::schema(&entry, out)),
        output: output.and_then(|entry| json::schema(&entry, out)),
        timeout_ms: table
            .get("timeout")
            .and_then(|entry| duration::read(&entry, duration::DAY, out))
            .unwrap_or(TIMEOUT_MS),
    })
}

fn method(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<String> {
    let text = entry.text(out)?;
    if METHODS.contains(&text.value) {
        return Some(text.value.to_owned());
    }
    let upper = text.value.to_ascii_uppercase();
    let help = match METHODS.contains(&upper.as_str()) {
        true => format!("write it in upper case: \"{upper}\""),
        false => format!("write one of {}", METHODS.join(", ")),
    };
    out.push(invalid_value::finding(text.span, format!("`{}` is not a method of HTTP calls", text.value)).help(help));
    None
}

fn base_url(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<HttpBase> {
    if let Some(table) = entry.value.as_table() {
        let table = Table::open(entry.file, table, entry.span, &grammar::BASE_URL, out);
        let config = table.required("config", "base_url = { config = \"open_meteo_url\" }", out)?.text(out)?;
        return Some(HttpBase::Config(Spanned::new(config.value.to_owned(), config.span)));
    }
    let Some(text) = entry.value.as_str() else {
        return entry.wrong_type("a URL, or { config = \"…\" }", out);
    };
    if let Some(fault) = fault_of_base(text) {
        let finding = invalid_value::finding(entry.span, format!("`base_url` {fault}"));
        out.push(finding.help("write it such as \"https://api.example.com\"; path and query have keys of their own"));
        return None;
    }
    Some(HttpBase::Literal(Spanned::new(text.trim_end_matches('/').to_owned(), entry.span)))
}

/// What is wrong with a base URL, in words that follow "`base_url`".
fn fault_of_base(text: &str) -> Option<String> {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return Some("does not start with `https://`".to_owned());
    };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let fault = match () {
        () if host.is_empty() => "has no host",
        () if host.contains('@') => "has a user or a password in it",
        () if rest.contains(['?', '#']) => "has a query or a fragment",
        () if rest.contains(['{', '}']) => "has a placeholder",
        () if !rest.bytes().all(is_of_a_url) => "has blanks or other characters that URLs do not have",
        () if path.split('/').any(is_a_step) => "has `.` or `..` for a part of its path",
        // What the server reads it with; the textual checks come first because they say it better.
        () => return Url::parse(text).err().map(|error| format!("is not a URL: {error}")),
    };
    Some(fault.to_owned())
}

fn is_of_a_url(byte: u8) -> bool {
    byte.is_ascii_graphic()
}

/// Whether a part of a path leads to another one: whoever reads the URL takes it out.
fn is_a_step(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

fn path(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Vec<UrlPart> {
    let Some(text) = entry.text(out) else { return Vec::new() };
    if !text.value.is_empty() && !text.value.starts_with('/') {
        let finding = invalid_value::finding(text.span, "`path` does not start with `/`");
        out.push(finding.help(format!("write \"/{}\"", text.value)));
    }
    if text.value.contains(['?', '#']) {
        let finding = invalid_value::finding(text.span, "`path` has a query or a fragment");
        out.push(finding.help("put query parameters in `query = { name = \"{field}\" }`"));
    }
    if text.value.split('/').any(is_a_step) {
        let finding = invalid_value::finding(text.span, "`path` has `.` or `..` for a part of it");
        out.push(finding.help("write the path that is meant: these are taken out of URLs"));
    }
    if !text.value.bytes().all(is_of_a_url) {
        let message = "`path` has blanks or other characters that URLs do not have";
        out.push(invalid_value::finding(text.span, message).help("percent-encode them: a blank is %20"));
    }
    url_parts(entry, text.value, out)
}

fn query(table: &Table<'_>, out: &mut Vec<Finding>) -> IndexMap<String, Vec<UrlPart>> {
    let mut query = IndexMap::new();
    for entry in table.entries("query", out) {
        if let Some(text) = entry.text(out) {
            query.insert(entry.key.to_owned(), url_parts(&entry, text.value, out));
        }
    }
    query
}

/// Cuts a text at its `{field}` placeholders.
fn url_parts(entry: &Entry<'_>, text: &str, out: &mut Vec<Finding>) -> Vec<UrlPart> {
    let spelling = Spelling::of(entry.file.text, entry.span.range(), text);
    let place = |range| entry.file.span(spelling.range(range));
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['{', '}']).map(|offset| at + offset) {
        if open > at {
            parts.push(UrlPart::Text(text[at..open].to_owned()));
        }
        let close = text[open..].find('}').map(|offset| open + offset);
        let Some(close) = close.filter(|close| *close > open + 1 && !text[open + 1..*close].contains('{')) else {
            let end = if text[open..].starts_with("{}") { open + 2 } else { open + 1 };
            let message = format!("`{}` has a brace that is no placeholder", entry.key);
            let finding = invalid_value::finding(place(open..end), message);
            out.push(finding.help("write placeholders as {field}; a literal brace is %7B or %7D"));
            at = end;
            continue;
        };
        if text[..open].ends_with('$') {
            let message =
                format!("`{}` has `${}`, and placeholders of calls have no `$`", entry.key, &text[open..=close]);
            let finding = invalid_value::finding(place(open - 1..close + 1), message);
            out.push(finding.help(format!("write `{}`: it is a property of the call's input", &text[open..=close])));
        }
        parts.push(UrlPart::Field(Spanned::new(text[open + 1..close].to_owned(), place(open..close + 1))));
        at = close + 1;
    }
    if at < text.len() {
        parts.push(UrlPart::Text(text[at..].to_owned()));
    }
    parts
}
