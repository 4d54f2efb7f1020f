//! Strings: where they end, and what their escape sequences mean.

use std::borrow::Cow;

use super::{SyntaxError, SyntaxFault};

/// Marks, with their highest bit, the bytes of `word` that cannot simply be copied: `"`, `\` and control characters. There may be
/// false marks above a true one, so only the lowest counts.
///
/// `^ 02…` takes `"` to 20 and control characters to each other, and leaves everything else above; so what is below 21 then is what
/// is looked for, and its difference from 21 borrows into the highest bit. Likewise `\`, which `^` takes to zero. Bytes of characters
/// beyond ASCII have that bit themselves.
#[inline]
pub(super) fn marks(word: u64) -> u64 {
    let low = (word ^ u64::from_le_bytes([0x02; 8])).wrapping_sub(u64::from_le_bytes([0x21; 8]));
    let backslash = (word ^ u64::from_le_bytes([b'\\'; 8])).wrapping_sub(u64::from_le_bytes([0x01; 8]));
    (low | backslash) & !word & u64::from_le_bytes([0x80; 8])
}

/// The index, from `at`, of the first byte that cannot simply be copied: `"`, `\` or a control character.
#[inline]
pub(super) fn plain_until(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let marks = marks(u64::from_le_bytes(*chunk));
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
        at += 1;
    }
    at
}

/// Reads a string which holds escapes: `at` is after the opening quote; answers with the text and the place after the
/// closing quote.
#[cold]
pub(super) fn unescape(text: &str, mut at: usize) -> Result<(String, usize), SyntaxError> {
    let bytes = text.as_bytes();
    let mut unescaped = String::new();
    loop {
        let end = plain_until(bytes, at);
        if unescaped.is_empty() {
            // Most strings with escapes have few, near their end.
            unescaped.reserve(end - at + 16);
        }
        unescaped.push_str(&text[at..end]);
        match bytes.get(end) {
            Some(b'"') => return Ok((unescaped, end + 1)),
            Some(b'\\') => {
                let (character, next) = escape(bytes, end)?;
                unescaped.push(character);
                at = next;
            }
            Some(_) => return Err(SyntaxFault::ControlCharacter.at(end)),
            None => return Err(SyntaxFault::UnexpectedEnd.at(end)),
        }
    }
}

/// The index of the quote that ends a string of which `at` bytes were looked at; none if its escapes are wrong, a control
/// character is in it, or it does not end.
#[cold]
pub(super) fn end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain_until(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => (_, at) = escape(bytes, at).ok()?,
            _ => return None,
        }
    }
}

/// What the content of a string says, whose escapes have been checked.
#[cold]
pub(super) fn unescaped(content: &[u8]) -> Cow<'_, [u8]> {
    let mut unescaped = Vec::with_capacity(content.len());
    let mut at = 0;
    while at < content.len() {
        let end = content[at..].iter().position(|byte| *byte == b'\\').map_or(content.len(), |end| at + end);
        unescaped.extend_from_slice(&content[at..end]);
        // The end of the content is no escape.
        let Ok((character, next)) = escape(content, end) else { break };
        unescaped.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        at = next;
    }
    Cow::Owned(unescaped)
}

/// Reads the escape whose `\` is at `start`; answers with its character and the place after it.
fn escape(bytes: &[u8], start: usize) -> Result<(char, usize), SyntaxError> {
    let character = match bytes.get(start + 1).ok_or(SyntaxFault::UnexpectedEnd.at(start + 1))? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(bytes, start),
        _ => return Err(SyntaxFault::InvalidEscape.at(start)),
    };
    Ok((character, start + 2))
}

/// `\uXXXX`, or two of them that are one character beyond U+FFFF.
fn unicode_escape(bytes: &[u8], start: usize) -> Result<(char, usize), SyntaxError> {
    let high = code_unit(bytes, start)?;
    if let Some(character) = char::from_u32(high) {
        return Ok((character, start + 6));
    }
    let low_start = start + 6;
    if (0xd800..0xdc00).contains(&high) && bytes[low_start..].starts_with(b"\\u") {
        let low = code_unit(bytes, low_start)?;
        if (0xdc00..0xe000).contains(&low) {
            let scalar = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            let character = char::from_u32(scalar).expect("a pair of surrogates makes a scalar value");
            return Ok((character, low_start + 6));
        }
    }
    Err(SyntaxFault::LoneSurrogate.at(start))
}

/// The four hexadecimal digits after `\u` at `start`.
fn code_unit(bytes: &[u8], start: usize) -> Result<u32, SyntaxError> {
    let mut unit = 0;
    for idx in start + 2..start + 6 {
        let byte = *bytes.get(idx).ok_or(SyntaxFault::UnexpectedEnd.at(idx))?;
        let digit = char::from(byte).to_digit(16).ok_or(SyntaxFault::InvalidEscape.at(start))?;
        unit = unit * 16 + digit;
    }
    Ok(unit)
}
