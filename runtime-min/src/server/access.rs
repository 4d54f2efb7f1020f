//! What the callers of some groups may see: computed once for each key, so that a call looks up one map.

use std::collections::HashMap;

use bytes::Bytes;

use super::definition::{Definition, Tool};

/// The tools of a set of groups.
#[derive(Debug)]
pub(crate) struct Access {
    /// The answer of `GET /mcp/manifest.json`.
    pub(crate) manifest: Bytes,
    /// Tools by every name they have. What is retired, another group's or unknown is simply not here.
    names: HashMap<&'static str, &'static Tool>,
    /// The groups.
    groups: Vec<&'static str>,
}

impl Access {
    /// What callers with these groups may see.
    pub(crate) fn new(definition: &'static Definition, groups: Vec<&'static str>) -> Self {
        let mut names = HashMap::new();
        let visible = || definition.tools.iter().filter(|tool| intersect(tool.groups, &groups));
        for tool in visible() {
            for name in [tool.name, tool.llm_name, tool.dotted_id, tool.id] {
                names.insert(name, tool);
            }
        }
        let entries: Vec<&[u8]> = visible().map(|tool| tool.manifest_entry).collect();
        let manifest = Bytes::from(array(&entries));
        Self { manifest, names, groups }
    }

    /// The tool of that name, be it canonical, dotted, LLM-safe or bare.
    pub(crate) fn tool(&self, name: &str) -> Option<&'static Tool> {
        self.names.get(name).copied()
    }

    /// Whether something of these groups may be seen.
    pub(crate) fn sees(&self, groups: &[&str]) -> bool {
        intersect(groups, &self.groups)
    }
}

fn intersect(left: &[&str], right: &[&str]) -> bool {
    left.iter().any(|group| right.contains(group))
}

/// A JSON array of documents, none of them written anew.
pub(crate) fn array(documents: &[&[u8]]) -> Vec<u8> {
    let length = documents.iter().map(|document| document.len() + 1).sum::<usize>() + 2;
    let mut array = Vec::with_capacity(length);
    array.push(b'[');
    for (idx, document) in documents.iter().enumerate() {
        if idx > 0 {
            array.push(b',');
        }
        array.extend_from_slice(document);
    }
    array.push(b']');
    array
}
