//! Reading `pack.toml`, `topologies/**/*.toml`, `schemas/**/*.json`, `ledger/*/*.json` and `tests/*.toml`.
//!
//! Goes in: bytes. Comes out: an [`ast::Pack`], and everything that is wrong with the files on their own: syntax, keys, types,
//! names, values. Never stops at a fault. Refuses to know: what names refer to.

use crate::{ast, diagnostic::Finding, load::PackSources};

mod cron;
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
mod trigger;
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
    for (id, source) in sources.files.iter() {
        let segments: Vec<&str> = source.path.split('/').collect();
        match segments[..] {
            ["pack.toml"] => manifest = Some(manifest::read(&document::read(id, source, out), out)),
            // Folders inside are the author's order, without meaning.
            ["topologies", .., name] if name.ends_with(".toml") => {
                topologies.push(topology::read(&document::read(id, source, out), out));
            }
            ["schemas", ..] if source.path.ends_with(".json") => schema_files.push(schema_file::read(id, source, out)),
            ["ledger", ..] if source.path.ends_with(".json") => ledger.extend(ledger::read(id, source, out)),
            // Folders inside belong to the tests of the pack's crate.
            ["tests", name] if name.ends_with(".toml") => {
                tests.extend(test::read(&document::read(id, source, out), out));
            }
            _ => {}
        }
    }
    unread::report(sources, out);
    let manifest = manifest.expect("a pack without `pack.toml` is refused at loading");
    ast::Pack { manifest, topologies, schema_files, ledger, tests }
}
