//! Findings as SARIF 2.1.0, the format of code scanning.
//!
//! Rules that are broken come with their pages; a report without findings has none, and is as small as it can be.

use serde_json::{Value, json};

use super::{
    Files, Finding, Label, Level,
    position::{self, Position},
};
use crate::rules::{self, Rule};

/// The schema which the report keeps to.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// One log with one run.
pub fn document(findings: &[Finding], files: Files<'_>) -> String {
    let mut broken: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
    broken.sort_unstable();
    broken.dedup();
    let rules: Vec<_> = broken.iter().filter_map(|code| rules::find(code)).collect();
    let results: Vec<_> = findings.iter().map(|finding| result(finding, &rules, files)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "packwright",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut document = serde_json::to_string_pretty(&log).expect("texts and numbers are JSON");
    document.push('\n');
    document
}

/// A rule as a `reportingDescriptor`.
fn descriptor(rule: &Rule) -> Value {
    let Rule { code, name, group: _, level: of_rule, summary, page, found_by: _ } = rule;
    json!({
        "id": code,
        "name": name,
        "shortDescription": { "text": summary },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "level": level(*of_rule) },
    })
}

fn result(finding: &Finding, rules: &[&Rule], files: Files<'_>) -> Value {
    let Finding { code, level: of_finding, message, primary, labels, notes, help } = finding;
    let notes = notes.iter().map(|note| format!("note: {note}"));
    let help = help.iter().map(|help| format!("help: {help}"));
    let lines: Vec<_> = [message.clone()].into_iter().chain(notes).chain(help).collect();
    let mut result = json!({
        "ruleId": code,
        "level": level(*of_finding),
        "message": { "text": lines.join("\n") },
        "locations": [location(primary, files)],
    });
    if let Some(idx) = rules.iter().position(|rule| rule.code == *code) {
        result["ruleIndex"] = json!(idx);
    }
    if !labels.is_empty() {
        result["relatedLocations"] = labels.iter().map(|label| location(label, files)).collect();
    }
    result
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
    }
}

fn location(label: &Label, files: Files<'_>) -> Value {
    let Label { span, text } = label;
    let (start, end) = position::ends(*span, files);
    let Position { line, column } = start;
    let region = json!({ "startLine": line, "startColumn": column, "endLine": end.line, "endColumn": end.column });
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&files.path(span.file)) },
        "region": region,
    } });
    if !text.is_empty() {
        location["message"] = json!({ "text": text });
    }
    location
}

/// A path as a URI reference: what is relative stays so, since pipelines resolve it against the repository.
fn uri(path: &str) -> String {
    let mut uri = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
