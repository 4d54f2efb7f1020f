//! What the names of an expression stand for.

use indexmap::IndexMap;

use super::{infer::facts::Facts, tree::Expr, types::Type};
use crate::diagnostic::Label;

/// The roots that an expression may read. Who prints its code knows where they are at run time.
#[derive(Clone, Debug, Default)]
pub struct Env<'s> {
    roots: IndexMap<String, Root<'s>>,
    /// Conditions, and whether they are known to hold.
    given: Vec<(Expr, bool)>,
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

    /// The same where a condition is known to hold, or not to.
    #[must_use]
    pub fn given(mut self, condition: Expr, truth: bool) -> Self {
        self.given.push((condition, truth));
        self
    }

    /// What is known from the start.
    pub(super) fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        self.given.iter().for_each(|(condition, truth)| facts.learn(condition, *truth));
        facts
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
