//! `ledger/<dotted id>/<version>.json`: what has been published.

use std::collections::BTreeMap;

use serde_json::{Value, value::RawValue};

use crate::{
    ast::Ledger,
    diagnostic::Finding,
    model::LedgerEntry,
    rules::{catalogue::ledger_entry, parse::toml_syntax},
    source::{FileId, SourceFile, Span},
};

/// Reads one published manifest; `None` where it cannot be one, which is reported.
pub(super) fn read(id: FileId, source: &SourceFile, out: &mut Vec<Finding>) -> Option<Ledger> {
    let file = Span::new(id, 0..0);
    let segments: Vec<&str> = source.path.split('/').collect();
    let [_, dotted_id, name] = segments[..] else {
        out.push(ledger_entry::misplaced(file));
        return None;
    };
    let version = name.strip_suffix(".json").and_then(|stem| semver::Version::parse(stem).ok());
    let Some(version) = version else {
        out.push(ledger_entry::misplaced(file));
        return None;
    };
    let manifest: Value = match serde_json::from_slice(&source.bytes) {
        Ok(manifest) => manifest,
        Err(error) => {
            let at = offset(&source.bytes, error.line(), error.column());
            out.push(toml_syntax::not_json(Span::new(id, at..at), &error.to_string()));
            return None;
        }
    };
    let places = places(id, &source.bytes);
    let place = |key: &str| places.get(key).copied().unwrap_or(file);
    let Value::Object(members) = &manifest else {
        out.push(ledger_entry::not_a_manifest(file, "it is not an object"));
        return None;
    };
    let mut is_whole = true;
    for (key, expected) in [("id", dotted_id.to_owned()), ("version", version.to_string())] {
        if members.get(key) != Some(&Value::String(expected.clone())) {
            out.push(ledger_entry::disagrees(place(key), key, &expected));
            is_whole = false;
        }
    }
    for key in ["description"] {
        if !members.get(key).is_some_and(Value::is_string) {
            out.push(ledger_entry::not_a_manifest(place(key), &format!("its `{key}` is not a text")));
            is_whole = false;
        }
    }
    if members.get("unregisteredAt").is_some_and(|at| !at.is_string()) {
        out.push(ledger_entry::not_a_manifest(place("unregisteredAt"), "its `unregisteredAt` is not a text"));
        is_whole = false;
    }
    for key in ["input", "output"] {
        if members.get(key).is_some_and(|schema| !schema.is_object() && !schema.is_boolean()) {
            out.push(ledger_entry::not_a_manifest(place(key), &format!("its `{key}` is not a JSON Schema")));
            is_whole = false;
        }
    }
    if !is_whole {
        return None;
    }
    let groups = manifest.pointer("/metadata/packwright.groups").and_then(Value::as_array);
    let groups = groups.map(|groups| groups.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    let retired = members.contains_key("unregisteredAt");
    let entry =
        LedgerEntry { span: file, dotted_id: dotted_id.to_owned(), version, retired, groups: Vec::new(), manifest };
    Some(Ledger { entry, groups })
}

/// The places of a document's top-level values.
fn places(id: FileId, bytes: &[u8]) -> BTreeMap<String, Span> {
    let Ok(members) = serde_json::from_slice::<BTreeMap<String, &RawValue>>(bytes) else { return BTreeMap::new() };
    let place = |raw: &RawValue| {
        let start = raw.get().as_ptr().addr().saturating_sub(bytes.as_ptr().addr());
        Span::new(id, start..start + raw.get().len())
    };
    members.into_iter().map(|(key, raw)| (key, place(raw))).collect()
}

/// The byte at a line and column, both from 1.
fn offset(bytes: &[u8], line: usize, column: usize) -> usize {
    let start: usize = bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let at = (start + column.saturating_sub(1)).min(bytes.len());
    // Columns count bytes and may point into a character.
    (0..=at).rev().find(|at| bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80)).unwrap_or(0)
}
