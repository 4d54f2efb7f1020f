//! Where the parts of a JSON document were written.

use serde_json::Value;

use super::Span;

/// The places of every part of one JSON document, beside the document itself.
///
/// One flat list in the document's own order: an entry is followed by those of its members or items, and knows how many
/// entries it spans. So a document costs one allocation, and only a finding pays for the walk.
/// ```text
/// { type = "object", required = ["a"] }      /            4 entries
///                                            /type        1
///                                            /required    2
///                                            /required/0  1
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    place: Place,
    size: u32,
}

/// Where one part was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its key; of an array's item and of the whole document, the same as `value`.
    pub key: Span,
    /// Its value; of a table, its header.
    pub value: Span,
}

impl Places {
    /// Opens an entry: to be filled with its members or items, then closed.
    pub(crate) fn open(&mut self, place: Place) -> usize {
        self.entries.push(Entry { place, size: 1 });
        self.entries.len() - 1
    }

    /// Says where the value of the entry `idx` is, once all of it has been read.
    pub(crate) fn end(&mut self, idx: usize, value: Span) {
        let place = &mut self.entries[idx].place;
        if place.key == place.value {
            place.key = value;
        }
        place.value = value;
    }

    /// Takes back the entry `idx`, the last one.
    pub(crate) fn cancel(&mut self, idx: usize) {
        self.entries.truncate(idx);
    }

    /// Closes the entry `idx`, after all of its members or items.
    pub(crate) fn close(&mut self, idx: usize) {
        let size = self.entries.len() - idx;
        self.entries[idx].size = u32::try_from(size).expect("a file below 4 GiB has fewer parts than bytes");
    }

    /// The place of what the JSON Pointer names in `json`, the document these places belong to.
    ///
    /// Where the pointer leads further than the document (a missing key), the place of the last part that is there.
    pub fn find(&self, json: &Value, pointer: &str) -> Option<Place> {
        let mut idx = 0;
        let mut value = json;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            let member = match value {
                Value::Object(map) => map.keys().position(|key| *key == token).zip(map.get(&token)),
                Value::Array(items) => token.parse().ok().and_then(|at: usize| Some((at, items.get(at)?))),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
            };
            let Some((rank, member)) = member else { break };
            idx += 1;
            for _ in 0..rank {
                idx += self.entries.get(idx)?.size as usize;
            }
            value = member;
        }
        self.entries.get(idx).map(|entry| entry.place)
    }
}
