//! What the pack defines, held against what it has published.
//!
//! Goes in: a checked pack. Comes out: the same, unless a version that the ledger has would now be another one: published
//! versions are single-use. What would be emitted is compared, so this needs the lowering; only packs whose ledger has a version
//! that they define pay for it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    check::CheckedPack,
    diagnostic::Finding,
    emit,
    ir::Tool,
    lower,
    model::{LedgerEntry, Pack},
    names::Names,
    rules::catalogue::changed_version,
    source::{SourceMap, Span},
};

/// Lets a pack through that defines nothing else under a published version.
pub fn hold(checked: CheckedPack, sources: &SourceMap, out: &mut Vec<Finding>) -> Option<CheckedPack> {
    let defined = defined(checked.pack());
    if defined.is_empty() {
        return Some(checked);
    }
    let server = lower::lower(&checked, sources);
    let before = out.len();
    for Defined { span, entry } in defined {
        if entry.retired {
            out.push(changed_version::retired(span, entry));
            continue;
        }
        let is_it = |tool: &&Tool| tool.names.dotted == entry.dotted_id && tool.version == entry.version;
        let tool = server.tools.iter().find(is_it).expect("the lowering keeps every tool");
        let differing = differing(&entry.manifest, &emit::tool_manifest(tool));
        if !differing.is_empty() {
            out.push(changed_version::changed(span, entry, &differing));
        }
    }
    (out.len() == before).then_some(checked)
}

/// A published version that the pack defines.
struct Defined<'p> {
    /// The place of the tool.
    span: Span,
    entry: &'p LedgerEntry,
}

fn defined(pack: &Pack) -> Vec<Defined<'_>> {
    if pack.ledger.is_empty() {
        return Vec::new();
    }
    let topologies = pack.topologies.iter().map(|topology| {
        let names = Names::topology(&pack.namespace, &topology.name.value);
        (names.dotted, &topology.version, topology.name.span)
    });
    let handlers = pack.tools.iter().map(|tool| {
        let names = Names::handler(&pack.namespace, &tool.name);
        (names.dotted, &tool.version, pack.handlers[tool.handler.idx()].contract.span)
    });
    let entry = |(dotted, version, span): (String, &semver::Version, Span)| {
        let entry = pack.ledger.iter().find(|entry| entry.dotted_id == dotted && entry.version == *version)?;
        Some(Defined { span, entry })
    };
    topologies.chain(handlers).filter_map(entry).collect()
}

/// The members that are not the same, by name.
fn differing(published: &Value, emitted: &Value) -> Vec<String> {
    let names = |manifest: &Value| manifest.as_object().map(|members| members.keys().cloned().collect::<Vec<_>>());
    let names: BTreeSet<String> = [published, emitted].into_iter().filter_map(names).flatten().collect();
    names.into_iter().filter(|name| published.get(name) != emitted.get(name)).collect()
}
