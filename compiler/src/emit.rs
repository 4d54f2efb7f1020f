//! Everything a build writes, as bytes by path.
//!
//! Goes in: the lowered pack. Comes out: [`Files`]. Pure and deterministic: no clock, no machine, no questions left; whatever
//! could be wrong was refused before.

mod catalogue;
pub mod expressions;
mod graph;
mod manifest;
pub mod rust;
mod schemas;
mod server;
mod sums;
pub mod validators;

use std::collections::{BTreeMap, btree_map};

use crate::ir::{Server, Tool};

pub use self::{server::sources, sums::sums};

/// Files by their paths, which are relative and have `/` between segments on every system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// Adds a file.
    ///
    /// # Panics
    /// When there is one at `path` already: two emitters would overwrite each other.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let path = path.into();
        let earlier = self.files.insert(path.clone(), bytes.into());
        assert!(earlier.is_none(), "two emitters write `{path}`");
    }

    /// Adds all of `other` below `folder`.
    pub fn add_below(&mut self, folder: &str, other: Self) {
        other.files.into_iter().for_each(|(path, bytes)| self.add(format!("{folder}/{path}"), bytes));
    }

    /// Files in path order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// The content at `path`.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}

impl IntoIterator for Files {
    type Item = (String, Vec<u8>);
    type IntoIter = btree_map::IntoIter<String, Vec<u8>>;

    fn into_iter(self) -> Self::IntoIter {
        self.files.into_iter()
    }
}

/// The ToolManifest of a tool, as a document.
pub fn tool_manifest(tool: &Tool) -> serde_json::Value {
    serde_json::from_slice(&catalogue::tool_manifest(tool)).expect("what is emitted as JSON is JSON")
}

/// What callers and pipelines read: manifests, the catalogue, schemas, graphs.
pub fn documents(server: &Server) -> Files {
    let mut files = Files::default();
    manifest::emit(server, &mut files);
    catalogue::emit(server, &mut files);
    schemas::emit(server, &mut files);
    graph::emit(server, &mut files);
    files
}
