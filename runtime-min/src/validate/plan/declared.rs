//! The names of `properties`, and where each is among them.

use std::{borrow::Cow, ops::Deref};

use super::{List, PlanIdx, Text};
use crate::json::is_same;

/// Names of `properties`, in the schema's order, and how their values are checked: a list, with a table of where a name is in it,
/// because to look for each member of a document takes longer than to read it.
#[derive(Clone, Debug)]
pub enum Declared {
    /// Baked in.
    Baked(&'static Names),
    /// Built by the compiler.
    Built(Box<Names>),
}

/// What [`Declared`] holds.
#[derive(Clone, Debug)]
pub struct Names {
    list: List<(Text, Option<PlanIdx>)>,
    /// By [`slot`]: one more than the index of the first name there, with [`SEVERAL`] if there are others; 0 if there is none.
    slots: [u8; SLOTS],
}

const SLOTS: usize = 64;

/// More than one name has this slot, or the index is too large for it: the name is here or behind.
const SEVERAL: u8 = 0x80;

impl Names {
    /// The names of a list that is baked in.
    pub const fn of(list: &'static [(Text, Option<PlanIdx>)]) -> Self {
        Self { slots: slots(list), list: Cow::Borrowed(list) }
    }

    /// How the values of the member `name` are checked; none if it is not declared. `next` is where one looks first: after the name
    /// of the member before, since documents often have the schema's order.
    #[inline]
    pub(in crate::validate) fn find(&self, name: &str, next: &mut usize) -> Option<Option<PlanIdx>> {
        match self.list.get(*next) {
            Some((expected, node)) if is_same(expected, name) => {
                *next += 1;
                Some(*node)
            }
            _ => self.find_elsewhere(name, next),
        }
    }

    #[inline(never)]
    fn find_elsewhere(&self, name: &str, next: &mut usize) -> Option<Option<PlanIdx>> {
        let slot = self.slots[slot(name.as_bytes())];
        let first = usize::from(slot & !SEVERAL).checked_sub(1)?;
        let (declared, node) = self.list.get(first)?;
        if is_same(declared, name) {
            *next = first + 1;
            return Some(*node);
        }
        if slot & SEVERAL == 0 { None } else { self.find_behind(first + 1, name, next) }
    }

    fn find_behind(&self, start: usize, name: &str, next: &mut usize) -> Option<Option<PlanIdx>> {
        let behind = self.list.get(start..)?;
        let idx = behind.iter().position(|(declared, _)| is_same(declared, name))?;
        *next = start + idx + 1;
        behind.get(idx).map(|(_, node)| *node)
    }
}

impl From<Vec<(Text, Option<PlanIdx>)>> for Declared {
    fn from(list: Vec<(Text, Option<PlanIdx>)>) -> Self {
        Self::Built(Names { slots: slots(&list), list: list.into() }.into())
    }
}

impl Declared {
    /// With the table.
    #[inline]
    pub(in crate::validate) fn names(&self) -> &Names {
        match self {
            Self::Baked(names) => names,
            Self::Built(names) => names,
        }
    }
}

impl Deref for Declared {
    type Target = [(Text, Option<PlanIdx>)];

    fn deref(&self) -> &Self::Target {
        &self.names().list
    }
}

impl PartialEq for Declared {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

const fn slots(list: &[(Text, Option<PlanIdx>)]) -> [u8; SLOTS] {
    let mut slots = [0; SLOTS];
    let mut idx = 0;
    while idx < list.len() {
        let name = match &list[idx].0 {
            Cow::Borrowed(name) => name.as_bytes(),
            Cow::Owned(name) => name.as_bytes(),
        };
        let slot = &mut slots[slot(name)];
        *slot = match *slot {
            0 if idx + 1 < SEVERAL as usize => idx as u8 + 1,
            // The last index that there is room for: those behind are behind it.
            0 => SEVERAL | (SEVERAL - 1),
            first => first | SEVERAL,
        };
        idx += 1;
    }
    slots
}

/// Names that are alike mostly differ in one of these.
const fn slot(name: &[u8]) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    let word = u32::from_le_bytes([name[0], name[length / 2], name[length - 1], length as u8]);
    (word.wrapping_mul(0x9e37_79b1) >> 26) as usize
}

#[cfg(test)]
mod tests {
    use super::{Declared, PlanIdx};

    #[test]
    fn every_name_is_found_and_no_other() {
        for count in [0, 1, 2, 10, 63, 64, 126, 127, 128, 129, 300] {
            let names: Vec<String> = (0..count).map(|idx| "x".repeat(idx % 5) + &(idx / 5).to_string()).collect();
            let list: Vec<_> =
                (0..).map(PlanIdx).map(Some).zip(&names).map(|(node, name)| (name.clone().into(), node)).collect();
            let declared = Declared::from(list);
            for start in [0, count / 2, count] {
                for (idx, name) in names.iter().enumerate() {
                    let mut next = start;
                    assert_eq!(
                        declared.names().find(name, &mut next),
                        Some(Some(PlanIdx(idx as u32))),
                        "{name} of {count}"
                    );
                    assert_eq!(next, idx + 1, "{name} of {count}");
                    let mut next = start;
                    assert_eq!(declared.names().find(&format!("{name}y"), &mut next), None, "{name}y of {count}");
                    assert_eq!(next, start);
                }
                assert_eq!(declared.names().find("", &mut start.clone()), None);
            }
        }
    }
}
