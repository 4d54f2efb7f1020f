//! `email` and `idn-email`: `Mailbox` of RFC 5321, section 4.1.2, and of RFC 6531, section 3.3.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::Alphabet;

/// `Local-part "@" ( Domain / address-literal )`, within the sizes of section 4.5.3.1.
pub(super) fn email(text: &str, alphabet: Alphabet) -> bool {
    let len = if text.starts_with('"') { quoted(text, alphabet) } else { dot_string(text, alphabet) };
    let Some(domain) = len.filter(|len| *len <= 64).and_then(|len| text[len..].strip_prefix('@')) else { return false };
    domain.len() <= 255
        && match domain.strip_prefix('[') {
            Some(literal) => literal.strip_suffix(']').is_some_and(address),
            None => domain.split('.').all(|label| sub_domain(label, alphabet)),
        }
}

/// The length of `Quoted-string` at the start of a text.
fn quoted(text: &str, alphabet: Alphabet) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some(at + 1),
            '\\' => match characters.next() {
                Some((_, ' '..='~')) => {}
                _ => return None,
            },
            ' '..='~' => {}
            _ if alphabet.has(character) => {}
            _ => return None,
        }
    }
    None
}

/// The length of what comes before `@`, if it is a `Dot-string`.
fn dot_string(text: &str, alphabet: Alphabet) -> Option<usize> {
    let len = text.find('@')?;
    let is_atom = |atom: &str| {
        !atom.is_empty()
            && atom.chars().all(|character| {
                character.is_ascii_alphanumeric()
                    || "!#$%&'*+-/=?^_`{|}~".contains(character)
                    || alphabet.has(character)
            })
    };
    text[..len].split('.').all(is_atom).then_some(len)
}

/// `sub-domain`; what of Unicode is in a name is not asked, because the suite does not want it asked.
fn sub_domain(label: &str, alphabet: Alphabet) -> bool {
    !label.is_empty()
        && label.len() <= 63
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || character == '-' || alphabet.has(character))
}

/// `address-literal` without its brackets.
fn address(text: &str) -> bool {
    match text.split_once(':') {
        None => text.parse::<Ipv4Addr>().is_ok(),
        Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6") => address.parse::<Ipv6Addr>().is_ok(),
        Some((tag, content)) => {
            !tag.is_empty()
                && !tag.ends_with('-')
                && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !content.is_empty()
                && content.bytes().all(|byte| matches!(byte, b'!'..=b'Z' | b'^'..=b'~'))
        }
    }
}
