//! Sets of characters as they are written.

use super::{Fault, Property, Reader, Reason, escape};

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class<'a> {
    /// Whether it has the characters that are in none of the items.
    pub negated: bool,
    /// What it is made of.
    pub items: Vec<Item<'a>>,
}

/// A part of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// Code points from the first to the last.
    Range(u32, u32),
    /// `\d`, or `\D` if negated.
    Digit {
        /// Whether it is all other characters.
        negated: bool,
    },
    /// `\s`, or `\S` if negated.
    Space {
        /// Whether it is all other characters.
        negated: bool,
    },
    /// `\w`, or `\W` if negated.
    Word {
        /// Whether it is all other characters.
        negated: bool,
    },
    /// `\p{…}`, or `\P{…}` if negated.
    Property {
        /// Whether it is all other characters.
        negated: bool,
        /// Which property.
        property: Property<'a>,
    },
}

impl<'a> Class<'a> {
    /// One item.
    pub(super) fn of(item: Item<'a>) -> Self {
        Self { negated: false, items: vec![item] }
    }

    /// `.`: anything but a line terminator.
    pub(super) fn dot() -> Self {
        let line_terminators = [(0xa, 0xa), (0xd, 0xd), (0x2028, 0x2029)];
        Self { negated: true, items: line_terminators.map(|(first, last)| Item::Range(first, last)).to_vec() }
    }
}

/// `[…]`, whose bracket is next.
pub(super) fn bracketed<'a>(reader: &mut Reader<'a>) -> Result<Class<'a>, Fault> {
    let open = reader.at;
    reader.at += 1;
    let negated = reader.eat("^");
    let mut items = Vec::new();
    loop {
        if reader.eat("]") {
            return Ok(Class { negated, items });
        }
        let offset = reader.at;
        let low = atom(reader, open)?;
        let mut ahead = reader.rest().chars();
        if ahead.next() != Some('-') || matches!(ahead.next(), Some(']') | None) {
            items.push(low);
            continue;
        }
        reader.at += 1;
        let high = atom(reader, open)?;
        match (low, high) {
            (Item::Range(low, _), Item::Range(_, high)) if low > high => {
                return Err(Fault { offset, reason: Reason::RangeOfClass });
            }
            (Item::Range(low, _), Item::Range(_, high)) => items.push(Item::Range(low, high)),
            // Annex B: no range, so the hyphen is one of the characters.
            _ => items.extend([low, Item::Range(0x2d, 0x2d), high]),
        }
    }
}

/// A character or an escaped class.
fn atom<'a>(reader: &mut Reader<'a>, open: usize) -> Result<Item<'a>, Fault> {
    match reader.peek() {
        None => Err(Fault { offset: open, reason: Reason::ClassOpen }),
        Some('\\') => escape::in_class(reader),
        Some(next) => {
            reader.at += next.len_utf8();
            Ok(Item::Range(next.into(), next.into()))
        }
    }
}
