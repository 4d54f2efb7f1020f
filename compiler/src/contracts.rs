//! Contracts: what the pack's Rust handlers are called, take and give.
//!
//! [`scan`] reads names, attributes and spans from source text: fast, no build. [`complete`] adds the JSON Schemas, which only
//! the compiled crate knows: `probe` builds a tiny binary beside the pack's crate that prints them, `cache` keeps the answer
//! beside the pack. A caller first compares the names that topologies use with the scan, so that rustc never runs for a typo.

use std::{io, path::Path};

use serde::{Deserialize, Serialize};

use crate::{
    contracts::package::Package,
    diagnostic::Finding,
    load::PackSources,
    rules::handlers::stale_contracts,
    source::{Span, Spanned},
    staging::Surroundings,
    world::World,
};

pub mod cache;
pub mod package;
pub mod probe;
pub mod scan;

#[cfg(test)]
mod tests;

pub use self::{
    probe::Progress,
    scan::{Scan, scan},
};

/// What to do where `contracts.lock` does not belong to the pack's Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// Build the probe and write the file anew.
    Renew(Progress),
    /// A finding: nothing is compiled, nothing is written.
    Refuse,
    /// Nothing: other findings come first.
    Pass,
}

/// The contracts of the scanned handlers with their schemas. Where findings stand in the way, every schema accepts everything,
/// so that later phases can still report what does not depend on schemas.
///
/// # Errors
/// When the outside fails: cargo cannot be run, `contracts.lock` cannot be written.
pub fn complete(
    world: &dyn World,
    folder: &Path,
    sources: &PackSources,
    scan: Scan,
    stale: Stale,
) -> io::Result<(Contracts, Vec<Finding>)> {
    let package = match &scan.package {
        Some(package) if !scan.handlers.is_empty() => package.clone(),
        _ => return Ok((scan.without_schemas(), Vec::new())),
    };
    let files = &sources.files;
    let surroundings = Surroundings::of(world, folder, files)?;
    let key = cache::Key::of(files, &package, &surroundings.lock);
    let fresh = cache::fresh(files, &key, scan.handlers.iter().map(|handler| handler.path.as_str()));
    let schemas = match (fresh, stale) {
        (Ok(schemas), _) => schemas,
        (Err(_), Stale::Pass) => return Ok((scan.without_schemas(), Vec::new())),
        (Err(why), Stale::Refuse) => {
            let lock = files.find(cache::FILE).map_or(package.name.span, |(file, _)| Span::new(file, 0..0));
            return Ok((scan.without_schemas(), vec![stale_contracts::finding(lock, &why)]));
        }
        (Err(_), Stale::Renew(progress)) => {
            match probe::schemas(world, files, &package, &scan, &surroundings, progress)? {
                Ok(schemas) => {
                    world.write(&folder.join(cache::FILE), &cache::text(&key, &schemas))?;
                    schemas
                }
                Err(findings) => return Ok((scan.without_schemas(), findings)),
            }
        }
    };
    let contracts = scan.with_schemas(|handler| {
        let cache::HandlerSchemas { input, output } = schemas.get(&handler.path)?.clone();
        Some((input, output))
    });
    Ok((contracts.ok_or_else(|| io::Error::other("the contract probe left a handler out"))?, Vec::new()))
}

/// All handlers of a pack, by name.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    /// The pack's crate; none where the pack has no Rust.
    pub package: Option<Package>,
    /// In name order; names are unique (the scan reports repetitions).
    pub handlers: Vec<HandlerContract>,
    /// Functions that carry the attribute but cannot be called by a topology, with the reason: the answer to "why is
    /// `handler = "x"` unknown".
    pub unusable: Vec<UnusableHandler>,
    /// Functions without the attribute, in name order: TOML may name one whose author forgot it.
    pub functions: Vec<PlainFunction>,
    /// Whether faults hide parts of the crate: then a handler that is not here may still be in it.
    pub is_partial: bool,
}

/// One handler.
#[derive(Clone, Debug)]
pub struct HandlerContract {
    /// What TOML calls it.
    pub name: String,
    /// The path from outside the pack's crate, such as `weather::place::geocode`.
    pub path: String,
    /// The first paragraph of the doc comment, or the attribute's `description`.
    pub description: String,
    /// Whether calling it changes anything.
    pub mutating: bool,
    /// Declared effects in source order.
    pub effects: Vec<Effect>,
    /// `async fn` or `fn`.
    pub is_async: bool,
    /// Whether it takes `&Cx`.
    pub takes_cx: bool,
    /// Whether it takes an input; without one its input schema is that of an open object.
    pub takes_input: bool,
    /// Whether it returns a `Result`.
    pub fallible: bool,
    /// The attribute `#[tool]`: the handler is offered to callers.
    pub tool: Option<ToolContract>,
    /// JSON Schema of the input.
    pub input: serde_json::Value,
    /// JSON Schema of the output.
    pub output: serde_json::Value,
    /// The function's name in its source.
    pub span: Span,
}

/// What `#[tool]` adds to a handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolContract {
    /// The bare name, such as `lookup-order`.
    pub name: String,
    /// The dotted id, where the author writes one: its part before the last dot must be the pack's namespace.
    pub id: Option<Spanned<String>>,
    /// A title for people; the name's words where none is given.
    pub title: Option<String>,
    /// The version, such as `1.0.0`; the pack's where none is given.
    pub version: Option<String>,
    /// The groups that may use it; the pack's default where empty.
    pub groups: Vec<Spanned<String>>,
}

/// One declared effect: the eight kinds of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// `reads`, `writes`, `deletes`, `network`, `spawns-run`, `emits-event`, `external-side-effect`,
    /// `sensitive-data-egress`.
    pub kind: String,
    /// What is read, written, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
}

/// A function that carries the attribute and still cannot be called.
#[derive(Clone, Debug)]
pub struct UnusableHandler {
    /// What TOML would call it.
    pub name: String,
    /// Why not.
    pub reason: Unusable,
    /// The function's name in its source.
    pub span: Span,
}

/// A function without the attribute.
#[derive(Clone, Debug)]
pub struct PlainFunction {
    /// Its name in Rust.
    pub name: String,
    /// Its name's place.
    pub span: Span,
}

/// Why a function with the attribute cannot be called from outside its crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The function itself is not `pub`.
    Private,
    /// This module on its path is not `pub`, and nothing re-exports the function.
    PrivateModule(String),
    /// Its signature is not one of a handler; the sentence says what is wrong.
    Shape(String),
}

impl HandlerContract {
    /// The contract of a handler that the pack names and does not have: it takes and gives anything, so that checks go on.
    pub fn assumed(span: Span) -> Self {
        Self {
            name: String::new(),
            path: String::new(),
            description: String::new(),
            mutating: true,
            effects: Vec::new(),
            is_async: true,
            takes_cx: true,
            takes_input: true,
            fallible: true,
            tool: None,
            input: serde_json::Value::Bool(true),
            output: serde_json::Value::Bool(true),
            span,
        }
    }
}
