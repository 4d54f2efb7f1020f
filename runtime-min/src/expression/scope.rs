//! What the expressions of a node can reach.

use std::sync::Arc;

/// The values that references in a node's input can reach, as JSON texts.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The coerced arguments.
    pub args: Arc<[u8]>,
    /// By node index, for the nodes that the reader names (see the definition's nodes): the output of a node that is done; of one
    /// that failed and has an error path `{"code","message","class"}`; of a wait that timed out likewise. Absent for others.
    pub outputs: Vec<Option<Arc<[u8]>>>,
    /// What is there besides, at the places that [`local`] names.
    pub locals: Vec<Option<Arc<[u8]>>>,
}

impl Scope {
    /// The value at a place of [`local`].
    pub fn local(&self, place: usize) -> Option<&Arc<[u8]>> {
        self.locals.get(place).and_then(Option::as_ref)
    }

    /// Puts a value at a place of [`local`].
    pub fn set_local(&mut self, place: usize, value: impl Into<Arc<[u8]>>) {
        if self.locals.len() <= place {
            self.locals.resize(place + 1, None);
        }
        self.locals[place] = Some(value.into());
    }
}

/// The places of [`Scope::locals`].
pub mod local {
    /// The run's id, a text.
    pub const RUN: usize = 0;
    /// The item of a loop; in a fold the output of an item (with `collect`: `{"ok":…}` or `{"error":…}`).
    pub const ITEM: usize = 1;
    /// Its index in the list.
    pub const INDEX: usize = 2;
    /// What a fold has so far.
    pub const ACC: usize = 3;
    /// The cursor of the page that is asked for.
    pub const CURSOR: usize = 4;
    /// The answer that has the page.
    pub const PAGE: usize = 5;
    /// The token of the wait node of index `i`, a text, is at `TOKENS + i`.
    pub const TOKENS: usize = 6;
}
