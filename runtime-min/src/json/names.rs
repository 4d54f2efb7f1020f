//! Whether an object's names are unique, in time linear in their number.

use std::{borrow::Cow, collections::HashSet};

use super::Value;

/// Up to this many members each new name is compared with those before; beyond, names are hashed. Most objects are small,
/// and comparing two dozen lengths is cheaper than one hash.
const FEW: usize = 32;

/// The names of one object so far. The hasher is keyed at random, so that no caller can choose names that collide.
#[derive(Default)]
pub(super) struct Names<'a> {
    many: HashSet<Cow<'a, str>>,
}

impl<'a> Names<'a> {
    /// Whether none of `members`, all of which were asked about before, is called `name`.
    #[inline]
    #[expect(clippy::ptr_arg, reason = "a set of borrowed names must outlive this call")]
    pub(super) fn is_new(&mut self, members: &[(Cow<'a, str>, Value<'a>)], name: &Cow<'a, str>) -> bool {
        if members.len() < FEW {
            return !members.iter().any(|(member, _)| super::is_same(member, name));
        }
        self.is_new_of_many(members, name)
    }

    #[cold]
    #[expect(clippy::ptr_arg, reason = "a set of borrowed names must outlive this call")]
    fn is_new_of_many(&mut self, members: &[(Cow<'a, str>, Value<'a>)], name: &Cow<'a, str>) -> bool {
        if self.many.is_empty() {
            self.many.extend(members.iter().map(|(member, _)| member.clone()));
        }
        self.many.insert(name.clone())
    }
}
