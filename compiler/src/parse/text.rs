//! From a place in a TOML string's value to the place in the source.

use std::ops::Range;

/// How a TOML string spells its value.
#[derive(Clone, Debug)]
pub(super) struct Spelling<'s> {
    /// The quotes that open it.
    quote: &'static str,
    /// What stands between the quotes.
    body: &'s str,
    /// Where in the source that is.
    place: Range<usize>,
    /// Whether that is the value.
    is_plain: bool,
}

impl<'s> Spelling<'s> {
    /// The spelling of the string of this value which is written at `raw` of `source`.
    pub(super) fn of(source: &'s str, raw: Range<usize>, value: &str) -> Self {
        let written = source.get(raw.clone()).unwrap_or_default();
        let quote = opening(written);
        let start = raw.start + quote.len() + first_newline(written, quote);
        let place = start..raw.end - quote.len().min(raw.len());
        let body = source.get(place.clone()).unwrap_or_default();
        Self { quote, body, place, is_plain: body == value }
    }

    /// The range of the source that spells `range` of the value.
    ///
    /// A string without escapes is its own source, moved by its opening quotes; any other is decoded again, character by
    /// character, until the range is reached.
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        let Self { quote, body, place, is_plain } = self;
        if *is_plain {
            return place.start + range.start..place.start + range.end;
        }
        let mut decoded = 0;
        let mut start = None;
        let mut rest = *body;
        while !rest.is_empty() {
            let at = place.end - rest.len();
            if decoded >= range.end && start.is_some() {
                return start.unwrap_or(at)..at;
            }
            let (made, used) = next(rest, quote);
            if made > 0 && start.is_none() && decoded + made > range.start {
                start = Some(at);
            }
            decoded += made;
            rest = &rest[used..];
        }
        start.unwrap_or(place.end)..place.end
    }
}

/// The quotes that open a string.
fn opening(written: &str) -> &'static str {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| written.starts_with(quote)).unwrap_or("")
}

/// How many bytes the newline right after the quotes of a multi-line string has, which is not part of its value.
fn first_newline(written: &str, quote: &str) -> usize {
    match &written[quote.len()..] {
        _ if quote.len() < 3 => 0,
        body if body.starts_with("\r\n") => 2,
        body if body.starts_with('\n') => 1,
        _ => 0,
    }
}

/// How many bytes of the value the next piece of the source makes, and how many bytes of the source it is.
fn next(rest: &str, quote: &str) -> (usize, usize) {
    let mut chars = rest.chars();
    let Some(first) = chars.next() else { return (0, 0) };
    if first != '\\' || quote.starts_with('\'') {
        return (first.len_utf8(), first.len_utf8());
    }
    let digits = match chars.next() {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        Some(c) if c.is_whitespace() => {
            // A backslash at the end of a line swallows it and all blanks up to the next word.
            return (0, 1 + rest[1..].len() - rest[1..].trim_start().len());
        }
        Some(c) => return (1, 1 + c.len_utf8()),
        None => return (1, 1),
    };
    let code = rest.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let c = code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    (c.len_utf8(), (2 + digits).min(rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source of `part` in the value of the TOML string `written`.
    fn found<'w>(written: &'w str, part: &str) -> &'w str {
        let source = format!("key = {written} # end");
        let document = toml::de::DeTable::parse(&source).expect("the case is TOML");
        let value = document.get_ref().get("key").and_then(|value| value.get_ref().as_str()).expect("a text");
        let start = value.find(part).expect("the part is in the value");
        let range = Spelling::of(&source, 6..6 + written.len(), value).range(start..start + part.len());
        &written[range.start - 6..range.end - 6]
    }

    #[test]
    fn strings_without_escapes_are_their_own_source() {
        assert_eq!(found(r#""a ${b} c""#, "b"), "b");
        assert_eq!(found("'a ${b} c'", "${b}"), "${b}");
        assert_eq!(found("'''\nx ${b}'''", "b"), "b");
        assert_eq!(found("\"\"\"\r\nx\n${b}\"\"\"", "b"), "b");
    }

    #[test]
    fn escapes_before_and_inside_are_counted() {
        assert_eq!(found(r#""\"\t\u00e9 \U0001F600 ${b}""#, "b"), "b");
        assert_eq!(found(r#""x\\${a[\"k\"]} y""#, "a[\"k\"]"), r#"a[\"k\"]"#);
        assert_eq!(found(r#""\x41\e${b}""#, "${b}"), "${b}");
        assert_eq!(found("\"\"\"\nfirst \\\n     ${b} \\\"\"\"\"", "b"), "b");
        assert_eq!(found(r"'\x41 ${b}'", "b"), "b");
    }
}
