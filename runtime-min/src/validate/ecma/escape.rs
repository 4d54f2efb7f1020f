//! What a backslash starts.

use super::{Class, Event, Fault, Item, Reader, Reason, group::Groups, property};

/// An escape that is not in a class; its backslash is next.
pub(super) fn outside_class<'a>(reader: &mut Reader<'a>, groups: &mut Groups<'a>) -> Result<Event<'a>, Fault> {
    let offset = reader.at;
    if reader.eat(r"\b") {
        return Ok(Event::WordBoundary);
    }
    if reader.eat(r"\B") {
        return Ok(Event::NotWordBoundary);
    }
    if reader.eat(r"\k") {
        groups.refer_by_name(reader, offset)?;
        return Ok(Event::BackReference);
    }
    if let Some(digit @ b'1'..=b'9') = reader.source.as_bytes().get(offset + 1) {
        reader.at += 2;
        let mut number = usize::from(digit - b'0');
        while let Some(digit) = reader.peek().and_then(|next| next.to_digit(10)) {
            reader.at += 1;
            number = number.saturating_mul(10).saturating_add(digit as usize);
        }
        groups.refer_by_number(number, offset);
        return Ok(Event::BackReference);
    }
    Ok(match shared(reader)? {
        Item::Range(character, _) => Event::Character(character),
        item => Event::Class(Class::of(item)),
    })
}

/// An escape in a class; its backslash is next.
pub(super) fn in_class<'a>(reader: &mut Reader<'a>) -> Result<Item<'a>, Fault> {
    if reader.eat(r"\b") { Ok(Item::Range(8, 8)) } else { shared(reader) }
}

/// What is the same in and outside of classes.
fn shared<'a>(reader: &mut Reader<'a>) -> Result<Item<'a>, Fault> {
    let offset = reader.at;
    reader.at += 1;
    let Some(escaped) = reader.take() else { return Err(Fault { offset, reason: Reason::TrailingBackslash }) };
    let character = match escaped {
        'd' | 'D' => return Ok(Item::Digit { negated: escaped == 'D' }),
        's' | 'S' => return Ok(Item::Space { negated: escaped == 'S' }),
        'w' | 'W' => return Ok(Item::Word { negated: escaped == 'W' }),
        'p' | 'P' => {
            let property = property::braced(reader).map_err(|reason| Fault { offset, reason })?;
            return Ok(Item::Property { negated: escaped == 'P', property });
        }
        'f' => 0xc,
        'n' => 0xa,
        'r' => 0xd,
        't' => 0x9,
        'v' => 0xb,
        'c' => match reader.take() {
            Some(letter) if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
            _ => return Err(Fault { offset, reason: Reason::ControlEscape }),
        },
        '0' if reader.peek().is_some_and(|next| next.is_ascii_digit()) => {
            return Err(Fault { offset, reason: Reason::DecimalEscape });
        }
        '0' => 0,
        'x' => hexadecimal(reader, 2).ok_or(Fault { offset, reason: Reason::HexEscape })?,
        'u' => code_point(reader).ok_or(Fault { offset, reason: Reason::UnicodeEscape })?,
        _ if escaped.is_ascii_alphanumeric() => return Err(Fault { offset, reason: Reason::Escape(escaped) }),
        _ => escaped.into(),
    };
    Ok(Item::Range(character, character))
}

/// What follows `\u`: four digits, which a second escape may follow where they are half of a pair, or braces.
pub(super) fn code_point(reader: &mut Reader<'_>) -> Option<u32> {
    if reader.eat("{") {
        let mut number = 0u32;
        let mut digits = 0usize;
        while let Some(digit) = reader.peek().and_then(|next| next.to_digit(16)) {
            reader.at += 1;
            digits += 1;
            number = number.saturating_mul(16).saturating_add(digit);
        }
        return (digits > 0 && number <= 0x10_ffff && reader.eat("}")).then_some(number);
    }
    let unit = hexadecimal(reader, 4)?;
    let after = reader.at;
    if (0xd800..0xdc00).contains(&unit)
        && reader.eat(r"\u")
        && let Some(low @ 0xdc00..=0xdfff) = hexadecimal(reader, 4)
    {
        return Some(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
    }
    reader.at = after;
    Some(unit)
}

fn hexadecimal(reader: &mut Reader<'_>, len: usize) -> Option<u32> {
    let digits = reader.rest().get(..len)?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    reader.at += len;
    u32::from_str_radix(digits, 16).ok()
}
