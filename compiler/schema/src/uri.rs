//! URIs of schemas, as texts that are equal where they mean the same: absolute, normalised, without fragment.

use referencing::Uri;

/// What a document is called that has no `$id` and that nobody retrieved.
pub(crate) const NAMELESS: &str = "packwright:///schema";

/// A URI that is absolute as it stands; its fragment is dropped.
pub(crate) fn absolute(uri: &str) -> Option<String> {
    let uri = Uri::parse(without_fragment(uri)).ok()?;
    Some(uri.normalize().into_string())
}

/// A reference as seen from `base`, which is one of ours; its fragment is dropped.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<String> {
    let reference = without_fragment(reference);
    if reference.is_empty() {
        return Some(base.to_owned());
    }
    let base = Uri::parse(base).expect("bases have been parsed before");
    referencing::uri::resolve_against(&base, reference).ok().map(Uri::into_string)
}

/// A fragment with its `%XX` decoded; none if that is no text.
pub(crate) fn percent_decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = fragment.as_bytes();
    while let [byte, others @ ..] = rest {
        rest = others;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let [high, low, others @ ..] = rest else { return None };
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        bytes.push(digit(*high)? * 16 + digit(*low)?);
        rest = others;
    }
    String::from_utf8(bytes).ok()
}

/// Both sides of the first `#`; without one the fragment is empty.
pub(crate) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

fn without_fragment(uri: &str) -> &str {
    split(uri).0
}
