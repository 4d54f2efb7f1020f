//! The words of violations. Nothing here repeats more than 64 characters of the input.
//!
//! Everything is a [`Display`], so that a message is written into its own text and nowhere else first: rejecting a call must
//! cost little.

use std::fmt::{self, Display, Formatter, Write};

use super::{Type, Types, plan::Constant};
use crate::json::write_string;

/// How many characters of the input one message may repeat.
const LONGEST_ECHO: usize = 64;

/// How many things a message lists before it only counts the rest.
const LONGEST_LIST: usize = 12;

/// A text in quotes, escaped, cut where the message would repeat more than it may.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = cut(self.0);
        let end = if text.len() < self.0.len() { "…\"" } else { "\"" };
        if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')) {
            f.write_char('"')?;
            f.write_str(text)?;
        } else {
            let mut json = Vec::new();
            write_string(text, &mut json);
            json.pop();
            f.write_str(&String::from_utf8_lossy(&json))?;
        }
        f.write_str(end)
    }
}

/// A number of the input or a text of the schema, cut like a text of the input.
pub(super) struct Cut<'a>(pub(super) &'a str);

impl Display for Cut<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(cut(self.0))?;
        if cut(self.0).len() < self.0.len() { f.write_str("…") } else { Ok(()) }
    }
}

fn cut(text: &str) -> &str {
    cut_after(text, 0)
}

/// As much of the text as a message may repeat, and so many characters more.
pub(super) fn cut_after(text: &str, more: usize) -> &str {
    if text.len() <= LONGEST_ECHO + more {
        return text;
    }
    text.char_indices().nth(LONGEST_ECHO + more).map_or(text, |(end, _)| &text[..end])
}

/// `an integer`, `a string or null`.
pub(super) struct OneOfTypes(pub(super) Types);

impl Display for OneOfTypes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = |ty| match ty {
            Type::Null => "null",
            Type::Boolean => "a boolean",
            Type::Integer => "an integer",
            Type::Number => "a number",
            Type::String => "a string",
            Type::Array => "an array",
            Type::Object => "an object",
        };
        Alternatives(self.0.iter().map(name)).fmt(f)
    }
}

/// `a`, `a or b`, `a, b or c`, `a, b, c … or 5 others`.
pub(super) struct Alternatives<I>(pub(super) I);

impl<I: Iterator<Item: Display> + Clone> Display for Alternatives<I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(&self.0, "or", f)
    }
}

/// The same with `and`.
pub(super) struct All<I>(pub(super) I);

impl<I: Iterator<Item: Display> + Clone> Display for All<I> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        list(&self.0, "and", f)
    }
}

fn list(words: &(impl Iterator<Item: Display> + Clone), last: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let count = words.clone().count();
    if count == 0 {
        return f.write_str("nothing");
    }
    for (idx, word) in words.clone().enumerate() {
        if idx == LONGEST_LIST {
            return write!(f, " {last} {} others", count - LONGEST_LIST);
        }
        match idx {
            0 => {}
            _ if idx + 1 == count => write!(f, " {last} ")?,
            _ => f.write_str(", ")?,
        }
        word.fmt(f)?;
    }
    Ok(())
}

/// A constant, as JSON.
impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(truth) => truth.fmt(f),
            Self::Number(text) | Self::Json(text) => f.write_str(text),
            Self::String(text) => {
                let mut json = Vec::new();
                write_string(text, &mut json);
                f.write_str(&String::from_utf8_lossy(&json))
            }
        }
    }
}

/// `1 item`, `2 items`.
pub(super) struct Count(pub(super) usize, pub(super) &'static str, pub(super) &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(count, one, many) = self;
        write!(f, "{count} {}", if *count == 1 { one } else { many })
    }
}

#[cfg(test)]
mod tests {
    use super::{Alternatives, Quoted};

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        let quoted = |text: &str| Quoted(text).to_string();
        assert_eq!(quoted("ab\"c"), r#""ab\"c""#);
        assert_eq!(quoted("\u{1}\n"), r#""\u0001\n""#);
        assert_eq!(quoted(&"é".repeat(64)), format!("\"{}\"", "é".repeat(64)));
        assert_eq!(quoted(&"é".repeat(65)), format!("\"{}…\"", "é".repeat(64)));
        assert_eq!(quoted(&"\"".repeat(65)), format!("\"{}…\"", "\\\"".repeat(64)));
    }

    #[test]
    fn a_list_reads_like_a_sentence_and_ends() {
        let list = |count: usize| Alternatives(1..=count).to_string();
        assert_eq!(list(0), "nothing");
        assert_eq!(list(1), "1");
        assert_eq!(list(2), "1 or 2");
        assert_eq!(list(3), "1, 2 or 3");
        assert_eq!(list(20), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or 8 others");
    }
}
