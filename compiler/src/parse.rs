//! Reading `pack.toml`, `topologies/**/*.toml`, `schemas/**/*.json`, `ledger/*/*.json` and `tests/*.toml`.
//!
//! Goes in: bytes. Comes out: an [`ast::Pack`], and everything that is wrong with the files on their own: syntax, keys, types,
//! names, values. Never stops at a fault. Refuses to know: what names refer to.

use crate::{
    ast,
    diagnostic::Finding,
    load::PackSources,
    model,
    source::{FileId, SourceFile},
    workers,
};

mod document;
mod duration;
pub(crate) mod grammar;
mod http;
mod json;
mod ledger;
mod manifest;
mod names;
mod node;
mod number;
mod schema_file;
mod table;
mod template;
mod test;
mod text;
mod topology;
mod unread;

pub(crate) use self::manifest::may_be_a_pack;

#[cfg(test)]
mod tests;

/// Reads a pack's files.
pub fn parse(sources: &PackSources, out: &mut Vec<Finding>) -> ast::Pack {
    let mut manifest = None;
    let mut topologies = Vec::new();
    let mut schema_files = Vec::new();
    let mut ledger = Vec::new();
    let mut tests = Vec::new();
    let files: Vec<_> = sources.files.iter().collect();
    let read = workers::map(
        &files,
        || (),
        |(), _, (id, source)| {
            let mut found = Vec::new();
            let part = part(*id, source, &mut found);
            (part, found)
        },
    );
    for (part, found) in read {
        out.extend(found);
        match part {
            Some(Part::Manifest(read)) => manifest = Some(*read),
            Some(Part::Topology(read)) => topologies.push(*read),
            Some(Part::SchemaFile(read)) => schema_files.push(read),
            Some(Part::LedgerEntry(read)) => ledger.push(read),
            Some(Part::Tests(read)) => tests.extend(read),
            None => {}
        }
    }
    unread::report(sources, out);
    let manifest = manifest.expect("a pack without `pack.toml` is refused at loading");
    ast::Pack { manifest, topologies, schema_files, ledger, tests }
}

/// What one file says.
enum Part {
    Manifest(Box<ast::Manifest>),
    Topology(Box<ast::Topology>),
    SchemaFile(model::SchemaFile),
    LedgerEntry(ast::Ledger),
    Tests(Vec<ast::Test>),
}

/// Reads one file of a pack; none where it is none of ours, or cannot be read.
fn part(id: FileId, source: &SourceFile, out: &mut Vec<Finding>) -> Option<Part> {
    let segments: Vec<&str> = source.path.split('/').collect();
    Some(match segments[..] {
        ["pack.toml"] => Part::Manifest(Box::new(manifest::read(&document::read(id, source, out), out))),
        // Folders inside are the author's order, without meaning.
        ["topologies", .., name] if name.ends_with(".toml") => {
            Part::Topology(Box::new(topology::read(&document::read(id, source, out), out)))
        }
        ["schemas", ..] if source.path.ends_with(".json") => Part::SchemaFile(schema_file::read(id, source, out)),
        ["ledger", ..] if source.path.ends_with(".json") => Part::LedgerEntry(ledger::read(id, source, out)?),
        // Folders inside belong to the tests of the pack's crate.
        ["tests", name] if name.ends_with(".toml") => Part::Tests(test::read(&document::read(id, source, out), out)),
        _ => return None,
    })
}
