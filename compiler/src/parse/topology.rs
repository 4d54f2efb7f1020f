//! `topologies/*.toml`.

use crate::{
    ast::Topology,
    diagnostic::Finding,
    model::Kind,
    parse::{
        document::Document,
        grammar, json, manifest,
        names::{self, Shape},
        node,
        table::{Entry, Table},
    },
    rules::parse::invalid_value,
    source::Spanned,
};

/// Reads one topology.
pub(super) fn read(document: &Document<'_>, out: &mut Vec<Finding>) -> Topology {
    // What a file with syntax errors seems to say is noise.
    let mut hidden = Vec::new();
    let out = if document.is_whole { out } else { &mut hidden };
    let file = document.file;
    let table = Table::open(file, &document.root, file.start(), &grammar::TOPOLOGY, out);
    let name = table.required("name", "name = \"weather-report\"", out);
    let description =
        table.required("description", "description = \"Returns tomorrow's weather report for a city.\"", out);
    Topology {
        is_whole: document.is_whole,
        file: file.start(),
        name: name.and_then(|entry| names::read(&entry, Shape::Kebab, "a topology", out)),
        title: table.get("title").and_then(|entry| entry.sentence(out)),
        description: description.and_then(|entry| entry.sentence(out)),
        version: table.get("version").and_then(|entry| manifest::version(&entry, out)),
        kind: table.get("kind").and_then(|entry| kind(&entry, out)),
        groups: table.get("groups").and_then(|entry| manifest::groups(&entry, out)),
        input: table.get("input").and_then(|entry| json::schema(&entry, out)),
        output: table.get("output").and_then(|entry| json::schema(&entry, out)),
        nodes: table.entries("nodes", out).iter().filter_map(|entry| node::read(entry, out)).collect(),
    }
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
