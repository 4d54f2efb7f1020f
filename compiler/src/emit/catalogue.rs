//! `tools/<id>/<version>.json` and `tools/index.json`: the catalogue of ToolManifests, published versions included.
//!
//! Compact, because the server answers the very same bytes. Optional members that nobody declared stay absent.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::{Files, manifest::kind};
use crate::{
    contracts::Effect,
    ir::{Server, Tool},
};

/// Adds every ToolManifest and the index.
pub(super) fn emit(server: &Server, files: &mut Files) {
    let mut index: BTreeMap<&str, BTreeMap<&semver::Version, Listed>> = BTreeMap::new();
    for tool in &server.tools {
        let path = path(&tool.names.dotted, &tool.version);
        let versions = index.entry(&tool.names.dotted).or_default();
        versions.insert(
            &tool.version,
            Listed { version: tool.version.to_string(), path: path.clone(), unregistered_at: None },
        );
        files.add(path, tool_manifest(tool));
    }
    for published in &server.ledger {
        let versions = index.entry(&published.dotted).or_default();
        // The pack still defines this very version: it has been added above.
        if versions.contains_key(&published.version) {
            continue;
        }
        let path = path(&published.dotted, &published.version);
        let unregistered_at = published.manifest.get("unregisteredAt").cloned();
        versions.insert(
            &published.version,
            Listed { version: published.version.to_string(), path: path.clone(), unregistered_at },
        );
        files.add(path, published.manifest.to_string());
    }
    let tools =
        index.into_iter().map(|(id, versions)| Indexed { id, versions: versions.into_values().rev().collect() });
    files.add("tools/index.json", super::schemas::pretty(&json!({ "tools": tools.collect::<Vec<_>>() })));
}

/// The ToolManifest of a tool.
pub(super) fn tool_manifest(tool: &Tool) -> Vec<u8> {
    let anything = json!({});
    let manifest = ToolManifest {
        id: &tool.names.dotted,
        description: &tool.description,
        version: tool.version.to_string(),
        input: &tool.input.document,
        output: tool.output.as_ref().map_or(&anything, |output| &output.document),
        effects: &tool.effects,
        metadata: Metadata { kind: kind(tool.kind), title: &tool.title, groups: &tool.groups },
        mutating: tool.mutating,
    };
    serde_json::to_vec(&manifest).expect("texts and JSON values can be written as JSON")
}

fn path(dotted: &str, version: &semver::Version) -> String {
    format!("tools/{dotted}/{version}.json")
}

#[derive(Serialize)]
struct ToolManifest<'a> {
    id: &'a str,
    description: &'a str,
    version: String,
    input: &'a Value,
    output: &'a Value,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    effects: &'a [Effect],
    metadata: Metadata<'a>,
    mutating: bool,
}

/// What the catalogue's closed form has no member for.
#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(rename = "packwright.kind")]
    kind: &'static str,
    #[serde(rename = "packwright.title")]
    title: &'a str,
    #[serde(rename = "packwright.groups")]
    groups: &'a [String],
}

#[derive(Serialize)]
struct Indexed<'a> {
    id: &'a str,
    /// Highest first.
    versions: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    version: String,
    path: String,
    #[serde(rename = "unregisteredAt", skip_serializing_if = "Option::is_none")]
    unregistered_at: Option<Value>,
}
