//! Whether an object's names are unique, in time linear in their number.

use std::{borrow::Cow, collections::HashSet};

use super::{Value, is_same};

/// Up to this many members a new name is compared with those before, where their lengths and ends leave a doubt; beyond, names
/// are hashed. Most objects are smaller, and most names of one object differ in that.
const FEW: usize = 128;

/// The names of one object so far. The hasher is keyed at random, so that no caller can choose names that collide.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// A bit for each length with a first and a last byte that was there, which others may share.
    seen: [u64; 4],
    many: Option<HashSet<Cow<'a, str>>>,
}

impl<'a> Names<'a> {
    /// Whether none of `members`, all of which were asked about before, is called `name`.
    #[inline]
    #[expect(clippy::ptr_arg, reason = "a set of borrowed names must outlive this call")]
    pub(super) fn is_new(&mut self, members: &[(Cow<'a, str>, Value<'a>)], name: &Cow<'a, str>) -> bool {
        if members.len() >= FEW {
            return self.is_new_of_many(members, name.clone());
        }
        let [first, .., last] = name.as_bytes() else { return !is_member(members, name) };
        let mark = usize::from(*first) ^ usize::from(*last).rotate_left(2) ^ name.len().rotate_left(4);
        let (word, bit) = (&mut self.seen[mark / 64 % 4], 1 << (mark % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new || !is_member(members, name)
    }

    #[cold]
    fn is_new_of_many(&mut self, members: &[(Cow<'a, str>, Value<'a>)], name: Cow<'a, str>) -> bool {
        let many = self.many.get_or_insert_with(|| members.iter().map(|(member, _)| member.clone()).collect());
        many.insert(name)
    }
}

fn is_member(members: &[(Cow<'_, str>, Value<'_>)], name: &str) -> bool {
    members.iter().any(|(member, _)| is_same(member, name))
}
