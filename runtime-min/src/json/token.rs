//! Tokens as the generated first pass reads them: what is left of the text goes in, what is left after the token comes out.
//!
//! The same language as [`Reader`](super::Reader)'s, without a word about what is wrong: `None` is all that a first pass needs,
//! because the second one says where and why. Strings are looked at eight bytes at a time; UTF-8 is checked only in strings
//! that are not ASCII, since nothing else in a JSON text may be. Refuses to know: nesting depth and repeated names, which
//! belong to who reads the structure.

use std::borrow::Cow;

use super::escape;

/// What is left of a text.
pub type Rest<'a> = &'a [u8];

const TOPS: u64 = u64::from_le_bytes([0x80; 8]);

/// Leaves white space behind.
#[inline(always)]
pub fn space(rest: Rest<'_>) -> Rest<'_> {
    match rest {
        [b' ', next, ..] if *next > b' ' => &rest[1..],
        [byte, ..] if *byte <= b' ' => all_space(rest),
        _ => rest,
    }
}

#[inline(never)]
fn all_space(mut rest: Rest<'_>) -> Rest<'_> {
    while let [b' ' | b'\n' | b'\r' | b'\t', after @ ..] = rest {
        rest = after;
    }
    rest
}

/// Reads `null`.
#[inline]
pub fn null(rest: Rest<'_>) -> Option<Rest<'_>> {
    rest.strip_prefix(b"null")
}

/// Reads `true` or `false`.
#[inline]
pub fn boolean(rest: Rest<'_>) -> Option<(bool, Rest<'_>)> {
    match rest.strip_prefix(b"true") {
        Some(after) => Some((true, after)),
        None => rest.strip_prefix(b"false").map(|after| (false, after)),
    }
}

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    /// Its text, ASCII.
    pub text: &'a [u8],
    /// Whether it has neither fraction nor exponent.
    pub plain: bool,
}

/// Reads a number.
#[inline]
pub fn number(start: Rest<'_>) -> Option<(Number<'_>, Rest<'_>)> {
    let unsigned = if let [b'-', after @ ..] = start { after } else { start };
    let mut rest = match unsigned {
        [b'0', after @ ..] => after,
        [b'1'..=b'9', after @ ..] => digits(after),
        _ => return None,
    };
    let mut plain = true;
    if let [b'.', after @ ..] = rest {
        rest = some_digits(after)?;
        plain = false;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let unsigned = if let [b'+' | b'-', after @ ..] = after { after } else { after };
        rest = some_digits(unsigned)?;
        plain = false;
    }
    let text = start.get(..start.len() - rest.len())?;
    Some((Number { text, plain }, rest))
}

#[inline]
fn some_digits(rest: Rest<'_>) -> Option<Rest<'_>> {
    if let [b'0'..=b'9', after @ ..] = rest { Some(digits(after)) } else { None }
}

/// Leaves digits behind, eight at a time.
#[inline]
fn digits(mut rest: Rest<'_>) -> Rest<'_> {
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        // A digit is what is below 10 once the bits of `0` are gone; adding 0x76 marks what is not, and cannot carry.
        let word = u64::from_le_bytes(*chunk) ^ u64::from_le_bytes([b'0'; 8]);
        let others = (((word & !TOPS) + u64::from_le_bytes([0x76; 8])) | word) & TOPS;
        if others != 0 {
            return rest.get((others.trailing_zeros() / 8) as usize..).unwrap_or_default();
        }
        rest = after;
    }
    while let [b'0'..=b'9', after @ ..] = rest {
        rest = after;
    }
    rest
}

/// Reads a string without escapes; none if it has some, or is none. What it says is what is between the quotes: [`content`].
#[inline(never)]
pub fn plain_string(rest: Rest<'_>) -> Option<Rest<'_>> {
    let [b'"', start @ ..] = rest else { return None };
    let mut rest = start;
    let mut high = 0;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let marks = escape::marks(word);
        if marks == 0 {
            high |= word;
            rest = after;
            continue;
        }
        let below = marks.trailing_zeros() / 8;
        high |= word & !(u64::MAX << (8 * below));
        let [b'"', after @ ..] = rest.get(below as usize..)? else { return None };
        return if high & TOPS == 0 { Some(after) } else { utf8(start, after) };
    }
    while let [byte, after @ ..] = rest {
        if matches!(byte, b'"' | b'\\' | 0..0x20) {
            if *byte != b'"' {
                return None;
            }
            return if high & TOPS == 0 { Some(after) } else { utf8(start, after) };
        }
        high |= u64::from(*byte);
        rest = after;
    }
    None
}

/// `after`, if the string between is UTF-8.
#[cold]
fn utf8<'a>(start: Rest<'a>, after: Rest<'a>) -> Option<Rest<'a>> {
    std::str::from_utf8(start.get(..start.len() - after.len())?).ok().map(|_| after)
}

/// What is between the quotes of a string which starts `rest` and of which `after` is left.
#[inline]
pub fn content<'a>(rest: Rest<'a>, after: Rest<'a>) -> Option<&'a [u8]> {
    rest.get(1..(rest.len() - after.len()).checked_sub(1)?)
}

/// Reads a string; its escapes are checked.
#[inline]
pub fn string(rest: Rest<'_>) -> Option<Rest<'_>> {
    plain_string(rest).or_else(|| escaped_string(rest))
}

#[cold]
fn escaped_string(rest: Rest<'_>) -> Option<Rest<'_>> {
    let [b'"', start @ ..] = rest else { return None };
    let end = escape::end(start, 0)?;
    std::str::from_utf8(start.get(..end)?).ok()?;
    start.get(end + 1..)
}

/// Reads a string and what it says.
#[inline]
pub fn text(rest: Rest<'_>) -> Option<(Cow<'_, [u8]>, Rest<'_>)> {
    match plain_string(rest) {
        Some(after) => Some((Cow::Borrowed(content(rest, after)?), after)),
        None => {
            let after = escaped_string(rest)?;
            Some((escape::unescaped(content(rest, after)?), after))
        }
    }
}

/// Reads `[` and what is before the first item; whether there is one.
#[inline]
pub fn open_array(rest: Rest<'_>) -> Option<(bool, Rest<'_>)> {
    let [b'[', after @ ..] = rest else { return None };
    match space(after) {
        [b']', after @ ..] => Some((false, after)),
        rest => Some((true, rest)),
    }
}

/// Reads what is between an item and the next, or the end of the array; whether there is another.
#[inline]
pub fn next_item(rest: Rest<'_>) -> Option<(bool, Rest<'_>)> {
    match space(rest) {
        [b',', after @ ..] => Some((true, space(after))),
        [b']', after @ ..] => Some((false, after)),
        _ => None,
    }
}

/// Reads `{` and what is before the first name; whether there is one.
#[inline]
pub fn open_object(rest: Rest<'_>) -> Option<(bool, Rest<'_>)> {
    let [b'{', after @ ..] = rest else { return None };
    match space(after) {
        [b'}', after @ ..] => Some((false, after)),
        rest => Some((true, rest)),
    }
}

/// Reads what is between a member and the next, or the end of the object; whether there is another.
#[inline]
pub fn next_member(rest: Rest<'_>) -> Option<(bool, Rest<'_>)> {
    match space(rest) {
        [b',', after @ ..] => Some((true, space(after))),
        [b'}', after @ ..] => Some((false, after)),
        _ => None,
    }
}

/// Reads a name without escapes and the colon after it; what is left starts with the value.
#[inline]
pub fn plain_name(rest: Rest<'_>) -> Option<(&[u8], Rest<'_>)> {
    let after = plain_string(rest)?;
    let name = content(rest, after)?;
    let [b':', after @ ..] = space(after) else { return None };
    Some((name, space(after)))
}

/// Reads a name and the colon after it; what is left starts with the value.
#[inline]
pub fn name(rest: Rest<'_>) -> Option<(Cow<'_, [u8]>, Rest<'_>)> {
    let (name, after) = text(rest)?;
    let [b':', after @ ..] = space(after) else { return None };
    Some((name, space(after)))
}

/// Reads a value whatever it is, of at most `depth` levels. Its syntax is checked, except that names may repeat.
pub fn skip(rest: Rest<'_>, depth: usize) -> Option<Rest<'_>> {
    match rest.first()? {
        b'"' => string(rest),
        b'{' => {
            let depth = depth.checked_sub(1)?;
            let (mut more, mut rest) = open_object(rest)?;
            while more {
                let [b':', after @ ..] = space(string(rest)?) else { return None };
                (more, rest) = next_member(skip(space(after), depth)?)?;
            }
            Some(rest)
        }
        b'[' => {
            let depth = depth.checked_sub(1)?;
            let (mut more, mut rest) = open_array(rest)?;
            while more {
                (more, rest) = next_item(skip(rest, depth)?)?;
            }
            Some(rest)
        }
        b't' | b'f' => boolean(rest).map(|(_, rest)| rest),
        b'n' => null(rest),
        _ => number(rest).map(|(_, rest)| rest),
    }
}

/// Whether nothing but white space is left.
pub fn is_end(rest: Rest<'_>) -> bool {
    space(rest).is_empty()
}
