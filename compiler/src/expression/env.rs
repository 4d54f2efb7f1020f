//! What the names of an expression stand for.

use indexmap::IndexMap;

use super::types::Type;
use crate::diagnostic::Label;

/// The roots that an expression may read. Who prints its code knows where they are at run time.
#[derive(Clone, Debug, Default)]
pub struct Env<'s> {
    roots: IndexMap<String, Root<'s>>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub struct Root<'s> {
    /// What it can be.
    pub ty: Type<'s>,
    /// The place that says so, for findings.
    pub declared: Option<Label>,
}

impl<'s> Env<'s> {
    /// Without any names.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one name more, in the place of one that is called the same.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, ty: Type<'s>, declared: Option<Label>) -> Self {
        self.roots.insert(name.into(), Root { ty, declared });
        self
    }

    /// What `name` stands for.
    pub fn get(&self, name: &str) -> Option<&Root<'s>> {
        self.roots.get(name)
    }

    /// Every name, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.roots.keys().map(String::as_str)
    }
}
