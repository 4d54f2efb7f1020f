//! URIs of schemas, as texts that are equal where they mean the same: absolute, normalised, without fragment.

use referencing::Uri;

/// What a document is called that has no `$id` and that nobody retrieved.
pub(crate) const NAMELESS: &str = "packwright:///schema";

/// Where documents are that are known by a path, as seen from [`NAMELESS`] ones. Nobody may write it: to a reader of what we
/// publish it would mean nothing.
const LOCAL: &str = "packwright:///";

/// The URI of the document at a path.
pub(crate) fn of_path(path: &str) -> String {
    let mut uri = LOCAL.to_owned();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The path in a URI of [`of_path`].
pub(crate) fn path_of(uri: &str) -> Option<String> {
    percent_decoded(uri.strip_prefix(LOCAL)?)
}

/// Whether a reference is spelt in the scheme which is ours alone.
pub(crate) fn is_ours(reference: &str) -> bool {
    reference.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("packwright"))
}

/// The shortest reference to `target` from a document at `base`, wherever both are put together: relative where both are known
/// by a path.
pub(crate) fn relative(base: &str, target: &str) -> String {
    let (Some(from), Some(to)) = (base.strip_prefix(LOCAL), target.strip_prefix(LOCAL)) else {
        return target.to_owned();
    };
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let (from, folders) = (&from[..from.len() - 1], &to[..to.len() - 1]);
    let common = from.iter().zip(folders).take_while(|(a, b)| a == b).count();
    let mut segments = vec![".."; from.len() - common];
    segments.extend(&to[common..]);
    // A colon in the first segment would end a scheme.
    if segments[0].is_empty() || segments[0].contains(':') {
        segments.insert(0, ".");
    }
    segments.join("/")
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for path in ["schemas/place.json", "schemas/a b/ü:1%.json"] {
            assert_eq!(path_of(&of_path(path)).as_deref(), Some(path));
        }
        assert_eq!(path_of("https://example.com/a"), None);
    }

    #[test]
    fn a_relative_reference_leads_to_its_target() {
        for (base, target, expect) in [
            ("schema", "schemas/place.json", "schemas/place.json"),
            ("schemas/place.json", "schemas/region.json", "region.json"),
            ("schemas/a/b.json", "schemas/c.json", "../c.json"),
            ("schemas/a.json", "schemas/a/b.json", "a/b.json"),
            ("schemas/a.json", "schemas/x:y", "./x:y"),
            ("a/b", "c", "../c"),
        ] {
            let (base, target) = (format!("{LOCAL}{base}"), format!("{LOCAL}{target}"));
            let reference = relative(&base, &target);
            assert_eq!(reference, expect);
            assert_eq!(resolve(&base, &reference), Some(target));
        }
        assert_eq!(relative("packwright:///a", "https://example.com/b"), "https://example.com/b");
    }
}
