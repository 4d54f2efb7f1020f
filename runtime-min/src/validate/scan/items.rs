//! `uniqueItems`: marks that are equal for equal values, so that trees are made only of what may be equal.

use crate::{
    json::{
        Value,
        token::{self, Rest},
    },
    validate::judge::equal_items,
};

use super::tree;

/// So many items are compared one by one before they are sorted.
const FEW_ITEMS: usize = 16;

/// Whether no two items are equal. Items that are equal have equal marks, so only if two marks are equal trees are made.
pub(super) fn all_differ(items: &[Rest<'_>]) -> bool {
    let leads = items.first().and_then(|first| lead(first)).and_then(|(name, _)| {
        let lead_of = |item: &Rest<'_>| lead(item).filter(|(other, _)| *other == name).map(|(_, mark)| mark);
        marks_differ(items, lead_of)
    });
    leads == Some(true)
        || marks_differ(items, |item| value_mark(item).map(|(mark, _)| mark)) == Some(true)
        || trees_differ(items)
}

/// Whether the marks of all items differ; none if an item has none.
fn marks_differ(items: &[Rest<'_>], mark: impl Fn(&Rest<'_>) -> Option<u64>) -> Option<bool> {
    let mut few = [0; FEW_ITEMS];
    if items.len() <= FEW_ITEMS {
        for (idx, item) in items.iter().enumerate() {
            let mark = mark(item)?;
            if few[..idx].contains(&mark) {
                return Some(false);
            }
            few[idx] = mark;
        }
        return Some(true);
    }
    let mut many = items.iter().map(mark).collect::<Option<Vec<u64>>>()?;
    many.sort_unstable();
    Some(many.windows(2).all(|pair| pair[0] != pair[1]))
}

/// The first member of an object, if its value is a string or a number: two objects in which the same name has different values
/// are different, and most lists of objects tell them apart by their first member.
fn lead(item: Rest<'_>) -> Option<(&[u8], u64)> {
    let (true, rest) = token::open_object(item)? else { return None };
    let (name, value) = token::plain_name(rest)?;
    if let b'{' | b'[' = value.first()? {
        return None;
    }
    value_mark(value).map(|(mark, _)| (name, mark))
}

#[cold]
fn trees_differ(items: &[Rest<'_>]) -> bool {
    let trees: Option<Vec<Value<'_>>> = items.iter().map(|item| tree(item)).collect();
    trees.is_some_and(|trees| equal_items(&trees).is_none())
}

/// A number that is the same for values that JSON Schema takes for equal, and what is left after the value, whose syntax has been
/// checked; none where only a tree can tell: a number with a fraction or an exponent, a string with escapes.
fn value_mark(rest: Rest<'_>) -> Option<(u64, Rest<'_>)> {
    let mixed = |mark: u64| (mark ^ (mark >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    match rest.first()? {
        b'"' => {
            let after = token::plain_string(rest)?;
            Some((text_mark(token::content(rest, after)?) ^ 1, after))
        }
        b'{' => {
            let (mut more, mut rest) = token::open_object(rest)?;
            let mut sum = 2_u64;
            while more {
                let (name, value) = token::plain_name(rest)?;
                let (value, after) = value_mark(value)?;
                // Members have no order.
                sum = sum.wrapping_add(mixed(text_mark(name) ^ value.rotate_left(17)));
                (more, rest) = token::next_member(after)?;
            }
            Some((sum, rest))
        }
        b'[' => {
            let (mut more, mut rest) = token::open_array(rest)?;
            let mut mark = 3_u64;
            while more {
                let (item, after) = value_mark(rest)?;
                mark = mixed(mark ^ item);
                (more, rest) = token::next_item(after)?;
            }
            Some((mark, rest))
        }
        b't' => token::boolean(rest).map(|(_, rest)| (5, rest)),
        b'f' => token::boolean(rest).map(|(_, rest)| (7, rest)),
        b'n' => token::null(rest).map(|rest| (11, rest)),
        _ => {
            let (number, rest) = token::number(rest)?;
            (number.plain && number.text != b"-0").then(|| (text_mark(number.text) ^ 13, rest))
        }
    }
}

/// A mark of all bytes of a text; the last eight are taken once more where they are no whole word.
#[inline]
pub(super) fn text_mark(text: &[u8]) -> u64 {
    let mix = |mark: u64, word: u64| (mark.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (chunks, rest) = text.as_chunks::<8>();
    let whole = chunks.iter().fold(text.len() as u64, |mark, chunk| mix(mark, u64::from_le_bytes(*chunk)));
    match text.last_chunk::<8>() {
        _ if rest.is_empty() => whole,
        Some(last) => mix(whole, u64::from_le_bytes(*last)),
        None => mix(whole, rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte))),
    }
}
