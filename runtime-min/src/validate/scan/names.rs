//! Names of open objects: marks that tell them apart, and sets for objects that have many.

use std::{borrow::Cow, collections::HashSet};

use crate::json::{
    MAX_DEPTH,
    token::{self, Rest},
};

use super::{Names, items::text_mark};

/// A number for each name: those of most documents fit the first array.
#[derive(Debug, Default)]
pub(super) struct Marks {
    first: [u32; 32],
    pub(super) len: usize,
    /// All of them, once they do not fit.
    all: Vec<u32>,
}

/// Notes a name of an object that has many.
#[cold]
pub(super) fn note_many<'a>(names: &mut Names<'a>, name: Cow<'a, [u8]>) -> Option<()> {
    let (object, end) = (names.object, name.as_ptr());
    let many = names.many.get_or_insert_with(|| names_before(object, end));
    many.insert(name).then_some(())
}

/// The names of the object which starts `object`, up to the one whose text starts at `end`; declared ones too, which does no harm.
fn names_before(object: Rest<'_>, end: *const u8) -> HashSet<Cow<'_, [u8]>> {
    let mut names = HashSet::new();
    let Some((mut more, mut rest)) = token::open_object(object) else { return names };
    while more {
        let Some((name, value)) = token::name(rest) else { break };
        if name.as_ptr() == end {
            break;
        }
        names.insert(name);
        let Some(next) = token::skip(value, MAX_DEPTH).and_then(token::next_member) else { break };
        (more, rest) = next;
    }
    names
}

impl Marks {
    #[inline]
    pub(super) fn since(&self, from: usize) -> &[u32] {
        let marks = if self.all.is_empty() { &self.first[..] } else { &self.all };
        marks.get(from..self.len).unwrap_or_default()
    }

    #[inline]
    pub(super) fn push(&mut self, mark: u32) {
        match self.first.get_mut(self.len) {
            Some(free) if self.all.is_empty() => {
                *free = mark;
                self.len += 1;
            }
            _ => self.push_more(mark),
        }
    }

    #[cold]
    pub(super) fn push_more(&mut self, mark: u32) {
        if self.all.is_empty() {
            self.all.extend_from_slice(&self.first[..self.len]);
        }
        self.all.push(mark);
        self.len += 1;
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = len;
        self.all.truncate(len);
    }
}

/// A number that differs for different names, but for one pair in billions.
#[inline]
pub(super) fn mark(name: &[u8]) -> u32 {
    let wide = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) if name.len() <= 16 => {
            u64::from_le_bytes(*first).rotate_left(7) ^ u64::from_le_bytes(*last).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
        (Some(_), _) => text_mark(name),
        _ => match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
            }
            _ => name.iter().fold(0, |mark, byte| mark << 8 | u64::from(*byte)),
        },
    };
    let mixed = (wide ^ name.len() as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as u32
}
