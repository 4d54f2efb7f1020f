//! Nodes that read or write the pack's state: `state` with `get`, `put` or `delete`.

use super::{key as key_of, named, without};
use crate::{
    ast::StateUse,
    diagnostic::Finding,
    model::StateAccess,
    parse::{
        table::{Entry, Table},
        template,
    },
    rules::parse::{invalid_value, missing_key},
};

/// What is done, by its key.
const ACCESSES: [(&str, StateAccess); 3] =
    [("get", StateAccess::Get), ("put", StateAccess::Put), ("delete", StateAccess::Delete)];

/// `state = "customers"` and what is done there.
pub(super) fn read(table: &Table<'_>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<StateUse> {
    let map = named(entry, out);
    let said: Vec<_> = ACCESSES.iter().filter_map(|(key, access)| Some((table.get(key)?, *access))).collect();
    let (key, access) = match said.as_slice() {
        [(key, access)] => (key, *access),
        [] => {
            if !ACCESSES.iter().any(|(key, _)| table.misspells(key)) {
                out.push(missing_key::finding("get", entry.key_span, "a node with `state`", "get = \"${args.id}\""));
            }
            return None;
        }
        [(first, _), (second, _), ..] => {
            let message = format!("a node with `state` does one thing: `{}` or `{}`", first.key, second.key);
            out.push(invalid_value::finding(second.key_span, message).help("make two nodes of it"));
            return None;
        }
    };
    match (access, table.get("value")) {
        (StateAccess::Put, None) if !table.misspells("value") => {
            out.push(missing_key::finding("value", key.key_span, "a node that puts", "value = { name = \"…\" }"));
        }
        (StateAccess::Get | StateAccess::Delete, Some(value)) => out.push(without("value", value.key_span, "put")),
        (StateAccess::Put, _) | (StateAccess::Get | StateAccess::Delete, None) => {}
    }
    let expect = table.get("expect");
    if let (StateAccess::Get, Some(expect)) = (access, &expect) {
        let finding = invalid_value::finding(expect.key_span, "`expect` beside `get`");
        out.push(finding.help("take it away: what is read is compared by the nodes that use it"));
    }
    let commit = table.get("commit");
    let at_end = commit.as_ref().is_some_and(|commit| at_end(commit, out));
    match (access, &commit, &expect) {
        (StateAccess::Get | StateAccess::Delete, Some(commit), _) => {
            out.push(without("commit", commit.key_span, "put"));
        }
        (StateAccess::Put, Some(commit), Some(_)) if at_end => {
            let finding =
                invalid_value::finding(commit.span, "what is put at the end of the run cannot be compared before");
            out.push(finding.help("take `expect` away, or put it with the node"));
        }
        (StateAccess::Put, _, _) | (StateAccess::Get | StateAccess::Delete, None, _) => {}
    }
    let key = key_of(key, out);
    let expect = expect.map(|entry| template::read(&entry, out));
    Some(StateUse { map: map?, access, key, expect, at_end })
}

/// Whether a value is put when the run completes.
fn at_end(entry: &Entry<'_>, out: &mut Vec<Finding>) -> bool {
    let Some(text) = entry.text(out) else { return false };
    if !["node", "run"].contains(&text.value) {
        let finding = invalid_value::finding(text.span, format!("nothing is put with `{}`", text.value));
        out.push(finding.help("write \"node\", or \"run\" for when the run completes"));
    }
    text.value == "run"
}
