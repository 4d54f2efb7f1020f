//! Formats as patterns: one that matches every text of the format, and one that matches only such.
//!
//! What is shown of the first is true of the format; what is found by the second is of it.

use packwright_runtime_min::validate::Format;

/// What is known of a format.
pub(super) struct Known {
    /// Matches all texts of the format.
    pub(super) around: &'static str,
    /// Matches texts of the format only.
    pub(super) within: &'static str,
    /// Formats that all texts of this one are of too.
    pub(super) wider: &'static [Format],
}

const IPV4: &str = r"^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$";
const UUID: &str = r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
const POINTER: &str = "^(/([^/~]|~[01])*)*$";
const RELATIVE_POINTER: &str = "^(0|[1-9][0-9]*)(#|(/([^/~]|~[01])*)*)$";
const ABSOLUTE_WITHIN: &str = "^[a-z]{1,20}:(//[a-z.]{1,60})?(/[a-zA-Z0-9_.-]*)*$";
const REFERENCE_WITHIN: &str = "^/?[a-zA-Z0-9_.-]+(/[a-zA-Z0-9_.-]+)*$";
const EMAIL_WITHIN: &str = r"^[a-z0-9]{1,60}@[a-z]{1,60}(\.[a-z]{1,20})?$";
const HOST_WITHIN: &str = r"^[a-z]{1,60}(\.[a-z]{1,60}){0,2}$";

/// What is known of `format`.
pub(super) fn known(format: Format) -> Known {
    let exact = |pattern| Known { around: pattern, within: pattern, wider: &[] };
    let between = |around, within, wider| Known { around, within, wider };
    match format {
        Format::DateTime => between(
            r"^\d{4}-[01]\d-[0-3]\d[Tt][0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?([Zz]|[+-][0-2]\d:[0-5]\d)$",
            r"^20\d\d-0[1-9]-[12]\dT[01]\d:[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-][01]\d:[0-5]\d)$",
            &[],
        ),
        Format::Date => between(r"^\d{4}-(0\d|1[0-2])-[0-3]\d$", r"^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$", &[]),
        Format::Time => between(
            r"^[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?([Zz]|[+-][0-2]\d:[0-5]\d)$",
            r"^[01]\d:[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-][01]\d:[0-5]\d)$",
            &[],
        ),
        Format::Duration => between("^P[0-9YMWDTHS]{2,}$", r"^P(\d+[DWMY]|T\d+[HMS]|\d+DT\d+H)$", &[]),
        Format::Email => between("^[!-~ ]+@[!-Z^-~\\[\\]]+$", EMAIL_WITHIN, &[Format::IdnEmail]),
        Format::IdnEmail => between("^.+@.+$", EMAIL_WITHIN, &[]),
        Format::Hostname => between(r"^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$", HOST_WITHIN, &[]),
        Format::IdnHostname => between("", HOST_WITHIN, &[]),
        Format::Ipv4 => exact(IPV4),
        Format::Ipv6 => between("^[0-9A-Fa-f:.]{2,45}$", "^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^::1?$", &[]),
        Format::Uri => between(
            "^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$",
            ABSOLUTE_WITHIN,
            &[Format::UriReference, Format::Iri, Format::IriReference],
        ),
        Format::UriReference => between("^[!-~]*$", REFERENCE_WITHIN, &[Format::IriReference]),
        Format::Iri => between(r"^[A-Za-z][A-Za-z0-9+.-]*:[^\0- ]*$", ABSOLUTE_WITHIN, &[Format::IriReference]),
        Format::IriReference => between(r"^[^\0- ]*$", REFERENCE_WITHIN, &[]),
        Format::Uuid => exact(UUID),
        Format::UriTemplate => between(r"^[^\0- ]*$", REFERENCE_WITHIN, &[]),
        Format::JsonPointer => exact(POINTER),
        Format::RelativeJsonPointer => exact(RELATIVE_POINTER),
        Format::Regex => between("", "^[a-zA-Z0-9]*$", &[]),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::pattern::{
        compile,
        language::{Language, Search, Wanted},
    };

    /// Texts of all formats, and near ones.
    const TEXTS: &[&str] = &[
        "",
        "a",
        "x y",
        "2024-02-29",
        "2023-02-29",
        "2024-02-29T12:30:00Z",
        "2024-02-29t23:59:60.5z",
        "2024-13-01",
        "12:30:00+23:59",
        "24:00:00Z",
        "P1DT12H",
        "P3W",
        "PT",
        "someone@example.com",
        "\"a b\"@[IPv6:::1]",
        "é@é",
        "example.com",
        "xn--nxasmq6b",
        "a.",
        "-a",
        "192.0.2.1",
        "192.0.2.01",
        "255.255.255.256",
        "1.2.3",
        "::",
        "::ffff:192.0.2.128",
        "2001:db8::1",
        "https://example.com/?q=1#f",
        "urn:a:b",
        "http://é/",
        "//a",
        "a:b/c:d",
        "./a:b",
        "2f1a7f0e-58a4-4d3a-9d6c-5b8a3c1e7f42",
        "2F1A7F0E-58A4-4D3A-9D6C-5B8A3C1E7F42",
        "2f1a7f0e58a44d3a9d6c5b8a3c1e7f42",
        "https://example.com/{name}",
        "{",
        "/a~0b",
        "/a~2b",
        "/",
        "1/name",
        "0#",
        "01",
        "^[a-z]+$",
        "(",
    ];

    #[test]
    fn what_is_around_and_within_a_format_is() {
        for format in Format::ALL {
            let Known { around, within, wider } = known(*format);
            let [around, within] = [around, within].map(|source| compile(source).expect("it is a pattern"));
            for text in TEXTS {
                let accepted = format.accepts(text);
                assert!(!accepted || around.matches(text), "{}: {text} is not in what is around it", format.name());
                assert!(accepted || !within.matches(text), "{}: {text} is in what is within it", format.name());
                assert!(!accepted || wider.iter().all(|wider| wider.accepts(text)), "{}: {text}", format.name());
            }
        }
    }

    #[test]
    fn texts_found_within_a_format_are_of_it() {
        for format in Format::ALL {
            let within = Rc::new(Language::of(known(*format).within).expect("it is small"));
            for least in [0, 1, 2, 3, 7, 9, 17, 25, 36, 40, 62, 80, 120, 180] {
                let languages = [(Rc::clone(&within), true)];
                let wanted = Wanted { languages: &languages, least, most: None, left_out: &[] };
                match wanted.search(&mut 1_000_000) {
                    Search::Found(text) => assert!(format.accepts(&text), "{}: {text}", format.name()),
                    Search::Empty => assert!(least > 1, "{}: there is nothing", format.name()),
                    Search::Spent => panic!("{}: too large", format.name()),
                }
            }
        }
    }
}
