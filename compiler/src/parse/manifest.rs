//! `pack.toml`.

use std::collections::HashMap;

use crate::{
    ast::{Config, HttpCall, Manifest, StateMap},
    diagnostic::Finding,
    parse::{
        document::Document,
        grammar, http, json,
        names::{self, Shape},
        table::{Entry, Table},
    },
    rules::parse::{
        duplicate_name,
        invalid_name::{self, NoPack},
        invalid_value,
    },
    source::Spanned,
};

/// Reads `pack.toml`.
pub(super) fn read(document: &Document<'_>, out: &mut Vec<Finding>) -> Manifest {
    // What a file with syntax errors seems to say is noise: only the names it declares are of use.
    let mut hidden = Vec::new();
    let out = if document.is_whole { out } else { &mut hidden };
    let file = document.file;
    let table = Table::open(file, &document.root, file.start(), &grammar::PACK, out);
    let name = |key, what, out: &mut Vec<Finding>| {
        table.get(key).and_then(|entry| names::read(&entry, Shape::Kebab, what, out))
    };
    let id = table.required("id", "id = \"weather\"", out);
    let declared = table.get("groups").map(|entry| groups(&entry, out));
    // Groups that could not be read are not the only ones there may be.
    let hides_groups = matches!(declared, Some(None)) || table.misspells("groups");
    let hides = hides_groups || table.hides("config") || table.hides("http") || table.hides("state");
    Manifest {
        file: file.start(),
        is_whole: document.is_whole && !hides,
        id: id.and_then(|entry| pack_id(&entry, out)),
        namespace: name("namespace", "a namespace", out),
        version: table.required("version", "version = \"1.0.0\"", out).and_then(|entry| version(&entry, out)),
        description: table.get("description").and_then(|entry| entry.sentence(out)),
        groups: declared.flatten().unwrap_or_default(),
        default_groups: table.get("default_groups").and_then(|entry| groups(&entry, out)),
        config: table.entries("config", out).iter().filter_map(|entry| config(entry, out)).collect(),
        http: table.entries("http", out).iter().filter_map(|entry| http(document, entry, out)).collect(),
        state: table.entries("state", out).iter().filter_map(|entry| state(document, entry, out)).collect(),
    }
}

/// What means something else to cargo or rustc than a package and its program: cargo's folders, keywords, standard crates.
const CARGO_KEEPS: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// What a build writes beside the program, which is called like the pack.
const BUILD_WRITES: &[&str] = &["graphs", "llm", "schemas", "server", "tools"];

/// Whether a pack may have this id.
///
/// # Errors
/// Why not.
pub(crate) fn may_be_a_pack(id: &str) -> Result<(), NoPack> {
    if !Shape::Kebab.is(id) {
        Err(NoPack::Shape)
    } else if BUILD_WRITES.contains(&id) {
        Err(NoPack::Folder)
    } else if CARGO_KEEPS.contains(&id) {
        Err(NoPack::Cargo)
    } else {
        Ok(())
    }
}

fn pack_id(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Spanned<String>> {
    let id = names::read(entry, Shape::Kebab, "a pack's id", out)?;
    let text = Spanned::new(id.value.as_str(), id.span);
    match may_be_a_pack(text.value) {
        Err(why @ (NoPack::Folder | NoPack::Cargo)) => out.push(invalid_name::taken(text, why)),
        // The shape has been looked at.
        Err(NoPack::Shape) | Ok(()) => {}
    }
    Some(id)
}

/// A version such as `1.0.0`: three numbers, no pre-release and no build.
pub(super) fn version(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<semver::Version> {
    let text = entry.text(out)?;
    match semver::Version::parse(text.value) {
        Ok(version) if version.pre.is_empty() && version.build.is_empty() => Some(version),
        _ => {
            let message = format!("`{}` is not a version", text.value);
            out.push(
                invalid_value::finding(text.span, message).help("write three numbers without leading zeros: 1.0.0"),
            );
            None
        }
    }
}

/// A list of groups: names, none of them twice, at least one.
pub(super) fn groups(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Vec<Spanned<String>>> {
    let groups = entry.texts(out)?;
    if groups.is_empty() {
        let finding = invalid_value::finding(entry.span, format!("`{}` is empty", entry.key));
        out.push(finding.help("leave the key out, or name a group"));
        return None;
    }
    let mut seen = HashMap::new();
    for group in &groups {
        names::check(Spanned::new(&group.value, group.span), Shape::Kebab, "a group", out);
        if let Some(first) = seen.insert(group.value.as_str(), group.span) {
            out.push(duplicate_name::finding(&group.value, group.span, Some(first)));
        }
    }
    Some(groups)
}

/// `[http.<name>]`; of a file with syntax errors without its schemas, which may not be all there.
fn http(document: &Document<'_>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<HttpCall> {
    let call = http::read(entry, out)?;
    Some(if document.is_whole { call } else { HttpCall { input: None, output: None, ..call } })
}

/// `[config.<name>]`.
fn config(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Config> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Snake, "a configuration entry", out);
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::CONFIG, out);
    let description = table.required("description", "description = \"What the operator should set it to.\"", out);
    Some(Config {
        name: Spanned::new(entry.key.to_owned(), entry.key_span),
        description: description.and_then(|entry| entry.sentence(out)).unwrap_or_default(),
        env: table.get("env").and_then(|entry| names::read(&entry, Shape::Upper, "an environment variable", out)),
        required: table.get("required").and_then(|entry| entry.boolean(out)).unwrap_or(false),
    })
}

/// `[state.<name>]`; of a file with syntax errors without its schema, which may not be all there.
fn state(document: &Document<'_>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<StateMap> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Snake, "a map of state", out);
    let table = Table::open(entry.file, entry.table(out)?, entry.key_span, &grammar::STATE, out);
    if let Some(description) = table.get("description") {
        description.sentence(out);
    }
    let value = table.required("value", "value = { type = \"object\" }", out);
    let value = value.and_then(|entry| json::schema(&entry, out)).filter(|_| document.is_whole);
    Some(StateMap { name: Spanned::new(entry.key.to_owned(), entry.key_span), value })
}
