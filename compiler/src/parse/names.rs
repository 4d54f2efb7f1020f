//! The shapes of names.

use crate::{diagnostic::Finding, parse::table::Entry, rules::parse::invalid_name, source::Spanned};

/// Words that CEL keeps for itself, the roots that every topology has, and the word for a branch without a node;
/// sorted.
const RESERVED: &[&str] = &[
    "args",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "end",
    "errors",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "run",
    "tokens",
    "true",
    "var",
    "void",
    "while",
];

/// The shape of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `weather-report`: packs, namespaces, topologies, groups, HTTP calls.
    Kebab,
    /// `open_meteo_url`: nodes and configuration entries, which expressions name.
    Snake,
    /// `WEATHER_URL`: environment variables.
    Upper,
}

impl Shape {
    /// How the shape is said.
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::Kebab => "lower-case letters, digits and `-`, starting with a letter",
            Self::Snake => "lower-case letters, digits and `_`, starting with a letter",
            Self::Upper => "upper-case letters, digits and `_`, starting with a letter",
        }
    }

    /// Whether `name` has the shape.
    pub(super) fn is(self, name: &str) -> bool {
        let (letter, joint): (fn(&u8) -> bool, u8) = match self {
            Self::Kebab => (u8::is_ascii_lowercase, b'-'),
            Self::Snake => (u8::is_ascii_lowercase, b'_'),
            Self::Upper => (u8::is_ascii_uppercase, b'_'),
        };
        let fits = |byte: u8| letter(&byte) || byte.is_ascii_digit() || byte == joint;
        name.bytes().next().is_some_and(|byte| letter(&byte)) && name.bytes().all(fits) && name.len() <= 64
    }

    /// The nearest name of the shape.
    pub(super) fn mended(self, name: &str) -> Option<String> {
        let joint = match self {
            Self::Kebab => '-',
            Self::Snake | Self::Upper => '_',
        };
        let mut mended = String::new();
        for c in name.chars() {
            match c {
                _ if c.is_ascii_uppercase() => {
                    // `weatherUrl` is two words.
                    if mended.chars().last().is_some_and(|last| last.is_ascii_lowercase()) {
                        mended.push(joint);
                    }
                    mended.push(c.to_ascii_lowercase());
                }
                _ if c.is_ascii_alphanumeric() => mended.push(c),
                _ if !mended.is_empty() && !mended.ends_with(joint) => mended.push(joint),
                _ => {}
            }
        }
        let mended = mended.trim_end_matches(joint);
        let mended = if self == Self::Upper { mended.to_ascii_uppercase() } else { mended.to_owned() };
        self.is(&mended).then_some(mended)
    }
}

/// Says so where `name` does not have the shape; `what` names the thing, such as "a node".
pub(super) fn check(name: Spanned<&str>, shape: Shape, what: &str, out: &mut Vec<Finding>) {
    if !shape.is(name.value) {
        out.push(invalid_name::finding(name, what, shape.sentence(), shape.mended(name.value).as_deref()));
    } else if shape == Shape::Snake && RESERVED.binary_search(&name.value).is_ok() {
        out.push(invalid_name::reserved(name, what));
    }
}

/// The text of an entry, as a name of the shape.
pub(super) fn read(entry: &Entry<'_>, shape: Shape, what: &str, out: &mut Vec<Finding>) -> Option<Spanned<String>> {
    let text = entry.text(out)?;
    check(text, shape, what, out);
    Some(Spanned::new(text.value.to_owned(), text.span))
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, Shape};

    #[test]
    fn reserved_words_are_sorted_to_be_found() {
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn shapes_say_which_names_they_take() {
        for name in ["a", "weather-report", "v2"] {
            assert!(Shape::Kebab.is(name), "{name}");
        }
        for name in ["", "-a", "2a", "A", "a_b", "a b", "é", &"a".repeat(65)] {
            assert!(!Shape::Kebab.is(name), "{name}");
        }
        assert!(Shape::Snake.is("open_meteo") && !Shape::Snake.is("open-meteo"));
        assert!(Shape::Upper.is("WEATHER_URL") && !Shape::Upper.is("weather"));
    }

    #[test]
    fn a_name_of_another_shape_is_mended() {
        assert_eq!(Shape::Kebab.mended("WeatherReport").as_deref(), Some("weather-report"));
        assert_eq!(Shape::Kebab.mended("weather report!").as_deref(), Some("weather-report"));
        assert_eq!(Shape::Snake.mended("open-meteo").as_deref(), Some("open_meteo"));
        assert_eq!(Shape::Upper.mended("weather.url").as_deref(), Some("WEATHER_URL"));
        assert_eq!(Shape::Upper.mended("weatherUrl").as_deref(), Some("WEATHER_URL"));
        assert_eq!(Shape::Kebab.mended("2nd"), None);
    }
}
