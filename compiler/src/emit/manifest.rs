//! `manifest.json` and `manifest.<group>.json`: the tools as `GET /mcp/manifest.json` lists them.
//!
//! Compact, because the server answers the very same bytes: it joins the baked entries of the caller's tools.

use serde::Serialize;
use serde_json::Value;

use super::Files;
use crate::ir::{Kind, Server, Tool};

/// Adds the manifest of all tools and that of each group.
pub(super) fn emit(server: &Server, files: &mut Files) {
    files.add("manifest.json", list(&server.tools, |_| true));
    for group in &server.groups {
        files.add(format!("manifest.{group}.json"), list(&server.tools, |tool| tool.groups.contains(group)));
    }
}

/// One tool's object.
pub(super) fn entry(tool: &Tool) -> Vec<u8> {
    let entry = Entry {
        id: &tool.names.canonical,
        title: &tool.title,
        description: &tool.description,
        kind: kind(tool.kind),
        input_schema: &tool.input.document,
        output_schema: tool.output.as_ref().map(|output| &output.document),
    };
    serde_json::to_vec(&entry).expect("texts and JSON values can be written as JSON")
}

/// The word for a kind on every surface.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Query => "query",
        Kind::Command => "command",
    }
}

/// Exactly these members, in this order.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    title: &'a str,
    description: &'a str,
    kind: &'static str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Value>,
}

fn list(tools: &[Tool], is_listed: impl Fn(&Tool) -> bool) -> Vec<u8> {
    let entries: Vec<Vec<u8>> = tools.iter().filter(|tool| is_listed(tool)).map(entry).collect();
    [b"[", entries.join(&b',').as_slice(), b"]"].concat()
}
