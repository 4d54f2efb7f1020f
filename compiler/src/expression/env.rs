//! What the names of an expression stand for.

use std::rc::Rc;

use indexmap::IndexMap;

use super::{infer::facts::Facts, tree::Expr, types::Type};
use crate::diagnostic::Label;

/// The roots that an expression may read. Who prints its code knows where they are at run time.
///
/// All places of a topology share what is in [`shared`](Self::share): a copy of an environment is as cheap as what only its place knows.
#[derive(Clone, Debug, Default)]
pub struct Env<'s> {
    shared: Rc<IndexMap<String, Root<'s>>>,
    /// What every name of a group stands for, by how these names start.
    groups: Rc<Vec<(&'static str, Root<'s>)>>,
    /// What only this place knows; the last of a name counts.
    own: Vec<(String, Root<'s>)>,
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

    /// Adds a name that every place knows, in the place of one that is called the same.
    pub fn share(&mut self, name: impl Into<String>, ty: Type<'s>, declared: Option<Label>) {
        Rc::make_mut(&mut self.shared).insert(name.into(), Root { ty, declared });
    }

    /// Adds all names that start with `start`: who resolves names has made sure that there is such a thing.
    pub fn share_group(&mut self, start: &'static str, ty: Type<'s>) {
        Rc::make_mut(&mut self.groups).push((start, Root { ty, declared: None }));
    }

    /// The same with one name more, in the place of one that is called the same.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, ty: Type<'s>, declared: Option<Label>) -> Self {
        self.own.push((name.into(), Root { ty, declared }));
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
        let own = self.own.iter().rev().find(|(own, _)| own == name).map(|(_, root)| root);
        let in_group = || self.groups.iter().find(|(start, _)| name.starts_with(start)).map(|(_, root)| root);
        own.or_else(|| self.shared.get(name)).or_else(in_group)
    }

    /// Every name but those of groups, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shared.keys().chain(self.own.iter().map(|(name, _)| name)).map(String::as_str)
    }
}
