//! Values as JSON text.

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
    let bytes = text.as_bytes();
    out.push(b'"');
    let mut start = 0;
    loop {
        let end = super::escape::plain_until(bytes, start);
        out.extend_from_slice(&bytes[start..end]);
        let Some(byte) = bytes.get(end) else { break };
        write_escape(*byte, out);
        start = end + 1;
    }
    out.push(b'"');
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
