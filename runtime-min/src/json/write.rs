//! Values as JSON text.

#[cfg(feature = "server")]
use std::fmt::{self, Display, Write};

use super::Value;

impl Value<'_> {
    /// Appends the value's compact JSON text: numbers as they were written, members in their order, only `"`, `\` and control
    /// characters escaped.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(true) => out.extend_from_slice(b"true"),
            Self::Bool(false) => out.extend_from_slice(b"false"),
            Self::Number(text) => out.extend_from_slice(text.as_bytes()),
            Self::String(text) => write_string(text, out),
            Self::Array(items) => {
                out.push(b'[');
                for (idx, item) in items.iter().enumerate() {
                    separate(idx, out);
                    item.write_to(out);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                out.push(b'{');
                for (idx, (name, value)) in members.iter().enumerate() {
                    separate(idx, out);
                    write_string(name, out);
                    out.push(b':');
                    value.write_to(out);
                }
                out.push(b'}');
            }
        }
    }

    /// The value's compact JSON text; see [`Value::write_to`].
    pub fn to_json(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_to(&mut out);
        out
    }
}

fn separate(idx: usize, out: &mut Vec<u8>) {
    if idx > 0 {
        out.push(b',');
    }
}

/// Appends `text` as a JSON string, with its quotes.
pub(crate) fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    write_content(text, out);
    out.push(b'"');
}

/// Appends what `sentence` says as a JSON string, without a text of its own in between.
#[cfg(feature = "server")]
pub(crate) fn write_display(sentence: &impl Display, out: &mut Vec<u8>) {
    out.push(b'"');
    write!(Escaping(out), "{sentence}").expect("a `Vec` takes all that is written");
    out.push(b'"');
}

/// Escapes what is written, part by part: no escape depends on what is around it.
#[cfg(feature = "server")]
struct Escaping<'o>(&'o mut Vec<u8>);

#[cfg(feature = "server")]
impl Write for Escaping<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        write_content(part, self.0);
        Ok(())
    }
}

/// What is between the quotes.
fn write_content(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut start = 0;
    loop {
        let end = super::escape::plain_until(bytes, start);
        out.extend_from_slice(&bytes[start..end]);
        let Some(byte) = bytes.get(end) else { break };
        write_escape(*byte, out);
        start = end + 1;
    }
}

fn write_escape(byte: u8, out: &mut Vec<u8>) {
    let short = match byte {
        b'"' => b'"',
        b'\\' => b'\\',
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            let digits = *b"0123456789abcdef";
            let (high, low) = (digits[usize::from(byte >> 4)], digits[usize::from(byte & 0xf)]);
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::{write_display, write_string};

    #[test]
    fn a_sentence_is_escaped_like_a_text() {
        for text in ["", "plain", "\"é\"\\", "\u{1}\n\t a \"b\""] {
            let (mut shown, mut written) = (Vec::new(), Vec::new());
            write_display(&format_args!("{text}, {text}"), &mut shown);
            write_string(&format!("{text}, {text}"), &mut written);
            assert_eq!(String::from_utf8_lossy(&shown), String::from_utf8_lossy(&written));
        }
    }
}
