//! `topologies/*.toml`.

use crate::{
    ast::{Node, Topology},
    diagnostic::Finding,
    model::Kind,
    parse::{
        document::Document,
        duration, grammar, json, manifest,
        names::{self, Shape},
        node,
        table::{Entry, Table},
        trigger,
    },
    rules::parse::{invalid_value, missing_key},
    source::Spanned,
};

/// Deeper calls of a topology by itself are a loop without an end.
pub(super) const DEEPEST: u32 = 32;

/// Reads one topology.
pub(super) fn read(document: &Document<'_>, out: &mut Vec<Finding>) -> Topology {
    let file = document.file;
    let is_empty = document.is_whole && document.root.is_empty();
    if is_empty {
        out.push(missing_key::empty_topology(file.start()));
    }
    // What a file with syntax errors seems to say is noise, and so is what an empty one lacks.
    let mut hidden = Vec::new();
    let is_said = document.is_whole && !is_empty;
    let out = if is_said { out } else { &mut hidden };
    let table = Table::open(file, &document.root, file.start(), &grammar::TOPOLOGY, out);
    let name = table.required("name", "name = \"weather-report\"", out);
    let description =
        table.required("description", "description = \"Returns tomorrow's weather report for a city.\"", out);
    let input = table.get("input").and_then(|entry| json::schema(&entry, out)).filter(|_| is_said);
    Topology {
        is_whole: is_said && !table.hides("nodes"),
        repeats: document.repeats,
        file: file.start(),
        name: name.and_then(|entry| names::read(&entry, Shape::Kebab, "a topology", out)),
        title: table.get("title").and_then(|entry| entry.sentence(out)),
        description: description.and_then(|entry| entry.sentence(out)),
        version: table.get("version").and_then(|entry| manifest::version(&entry, out)),
        kind: table.get("kind").and_then(|entry| kind(&entry, out)),
        groups: table.get("groups").and_then(|entry| manifest::groups(&entry, out)),
        timeout: table
            .get("timeout")
            .and_then(|entry| Some(Spanned::new(duration::read(&entry, duration::YEAR, out)?, entry.span))),
        recursion: table
            .get("recursion")
            .and_then(|entry| Some(Spanned::new(node::count(&entry, DEEPEST, out)?, entry.span))),
        hides_input: input.is_none() && (!is_said || table.get("input").is_some() || table.misspells("input")),
        input,
        output: table.get("output").and_then(|entry| json::schema(&entry, out)).filter(|_| is_said),
        triggers: table.entries("triggers", out).iter().filter_map(|entry| trigger::read(entry, out)).collect(),
        nodes: nodes(&table, out),
    }
}

fn nodes(table: &Table<'_>, out: &mut Vec<Finding>) -> Vec<Node> {
    let entries = table.entries("nodes", out);
    let mut nodes = Vec::with_capacity(entries.len());
    nodes.extend(entries.iter().filter_map(|entry| node::read(entry, out)));
    nodes
}

fn kind(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Spanned<Kind>> {
    let text = entry.text(out)?;
    let kind = match text.value {
        "query" => Kind::Query,
        "command" => Kind::Command,
        other => {
            let finding = invalid_value::finding(text.span, format!("`{other}` is not a kind of topology"));
            out.push(finding.help("write \"query\" or \"command\", or leave the key out: the kind is derived"));
            return None;
        }
    };
    Some(Spanned::new(kind, text.span))
}
