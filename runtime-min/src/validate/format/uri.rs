//! `uri`, `uri-reference`, `iri` and `iri-reference`: RFC 3986, appendix A, and RFC 3987, section 2.2.

use std::net::Ipv6Addr;

use super::Alphabet;

/// A URI or IRI: it has a scheme.
pub(super) fn uri(text: &str, alphabet: Alphabet) -> bool {
    scheme(text).is_some_and(|rest| hierarchy(rest, alphabet))
}

/// A URI or IRI, or a reference to one.
pub(super) fn reference(text: &str, alphabet: Alphabet) -> bool {
    // Without a scheme, a colon in the first segment would be taken for its end.
    let segment = text.split(['/', '?', '#']).next().unwrap_or(text);
    if segment.contains(':') { uri(text, alphabet) } else { hierarchy(text, alphabet) }
}

/// What follows the scheme.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let valid = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    valid.then_some(rest)
}

/// `hier-part` or `relative-part`, with query and fragment.
fn hierarchy(text: &str, alphabet: Alphabet) -> bool {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let (authority_valid, path) = match text.strip_prefix("//") {
        None => (true, text),
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (is_authority(authority, alphabet), path)
        }
    };
    authority_valid
        && only(path, "/:@", |character| alphabet.has_in_iri(character))
        && only(query, "/?:@", |character| alphabet.has_in_query(character))
        && only(fragment, "/?:@", |character| alphabet.has_in_iri(character))
}

fn is_authority(text: &str, alphabet: Alphabet) -> bool {
    let (user, rest) = text.split_once('@').unwrap_or(("", text));
    let (host_valid, port) = match rest.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((literal, port)) => (is_ip_literal(literal) && (port.is_empty() || port.starts_with(':')), port),
            None => return false,
        },
        None => {
            let (host, port) = rest.split_at(rest.find(':').unwrap_or(rest.len()));
            (only(host, "", |character| alphabet.has_in_iri(character)), port)
        }
    };
    host_valid
        && only(user, ":", |character| alphabet.has_in_iri(character))
        && port.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// What is between the brackets of `IP-literal`.
fn is_ip_literal(text: &str) -> bool {
    let Some(future) = text.strip_prefix(['v', 'V']) else { return text.parse::<Ipv6Addr>().is_ok() };
    future.split_once('.').is_some_and(|(version, address)| {
        !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !address.is_empty()
            && address.chars().all(|character| is_unreserved(character) || is_sub_delim(character) || character == ':')
    })
}

/// Whether a text is of `unreserved`, `sub-delims`, `pct-encoded`, these and those.
fn only(text: &str, these: &str, those: impl Fn(char) -> bool) -> bool {
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let valid = match character {
            '%' => is_percent_encoded(&mut rest),
            _ => is_unreserved(character) || is_sub_delim(character) || these.contains(character) || those(character),
        };
        if !valid {
            return false;
        }
    }
    true
}

/// Two hexadecimal digits, which are taken.
pub(super) fn is_percent_encoded(rest: &mut std::str::Chars<'_>) -> bool {
    let mut digit = || rest.next().is_some_and(|next| next.is_ascii_hexdigit());
    digit() && digit()
}

fn is_unreserved(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '_' | '~')
}

fn is_sub_delim(character: char) -> bool {
    "!$&'()*+,;=".contains(character)
}
