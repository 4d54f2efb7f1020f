//! What generated code calls to make a node's input: JSON text with values of the run spliced in.
//!
//! A value keeps the bytes it has in its source (big numbers, key order, whitespace), because nothing is parsed into a tree and
//! printed again: the place is found in the text and the text is copied.

use crate::{HandlerError, json::select, server::definition::Scope};

pub use crate::json::Step;

mod asked;

/// Where a reference starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The run's arguments.
    Args,
    /// The output of the node of this index.
    Output(usize),
    /// What is at this place of [`local`](crate::server::definition::local).
    Local(usize),
}

/// The input of one node, as it is written.
#[derive(Debug)]
pub struct Input<'a> {
    scope: &'a Scope,
    node: &'static str,
    file: &'static str,
    json: Vec<u8>,
}

impl<'a> Input<'a> {
    /// An empty input for `node`, declared in `file` of the pack, which reads from `scope`.
    pub fn new(scope: &'a Scope, node: &'static str, file: &'static str) -> Self {
        Self { scope, node, file, json: Vec::with_capacity(256) }
    }

    /// Writes JSON text that the compiler knew.
    pub fn json(&mut self, text: &str) {
        self.json.extend_from_slice(text.as_bytes());
    }

    /// Writes the value at `path`, byte for byte. The author wrote it as `written` in line `line`.
    ///
    /// # Errors
    /// `missing-value` when there is none, `unreadable-value` when its source is nested too deeply; trying again cannot help.
    pub fn value(&mut self, root: Root, path: &[Step<'_>], written: &str, line: u32) -> Result<(), HandlerError> {
        let value = self.find(root, path, written, line)?;
        self.json.extend_from_slice(value);
        Ok(())
    }

    /// Writes the scalar at `path` into the JSON string that is open: of a text what is between its quotes, of a number or a
    /// boolean its text.
    ///
    /// # Errors
    /// As [`Input::value`], and `not-a-scalar` when it is null, an array or an object.
    pub fn scalar(&mut self, root: Root, path: &[Step<'_>], written: &str, line: u32) -> Result<(), HandlerError> {
        let value = self.find(root, path, written, line)?;
        let text = match value {
            [b'"', text @ .., b'"'] => text,
            [b'n' | b'{' | b'[', ..] => {
                let is = match value[0] {
                    b'n' => "null",
                    b'{' => "an object",
                    _ => "an array",
                };
                return Err(self.failure(
                    "not-a-scalar",
                    written,
                    line,
                    &format!("is {is}; only a text, a number or a boolean can stand inside a text"),
                ));
            }
            number_or_boolean => number_or_boolean,
        };
        self.json.extend_from_slice(text);
        Ok(())
    }

    /// The finished JSON text.
    pub fn finish(self) -> Vec<u8> {
        self.json
    }

    fn find(&self, root: Root, path: &[Step<'_>], written: &str, line: u32) -> Result<&'a [u8], HandlerError> {
        let document = match root {
            Root::Args => Some(&self.scope.args),
            Root::Output(node) => self.scope.outputs.get(node).and_then(Option::as_ref),
            Root::Local(place) => self.scope.local(place),
        };
        let Some(document) = document else {
            return Err(self.failure("missing-value", written, line, "is absent"));
        };
        match select(document, path) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(self.failure("missing-value", written, line, "is absent")),
            Err(error) => Err(self.failure("unreadable-value", written, line, &format!("cannot be read: {error}"))),
        }
    }

    fn failure(&self, code: &'static str, written: &str, line: u32, what: &str) -> HandlerError {
        let Self { node, file, .. } = self;
        HandlerError::permanent(code, format!("node `{node}` reads `${{{written}}}`, which {what} ({file}:{line})"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn scope() -> Scope {
        let args = br#"{"city": "Z\u00fcrich \"old\"", "big": 18446744073709551617.0e1, "list": [ 1,  {"b":1, "a":2} ], "no": null}"#;
        Scope { args: Arc::from(&args[..]), outputs: vec![Some(Arc::from(&b" [true] "[..])), None], ..Scope::default() }
    }

    fn written(write: impl FnOnce(&mut Input<'_>) -> Result<(), HandlerError>) -> Result<String, HandlerError> {
        let scope = scope();
        let mut input = Input::new(&scope, "reply", "topologies/t.toml");
        write(&mut input)?;
        Ok(String::from_utf8(input.finish()).expect("pieces are UTF-8"))
    }

    #[test]
    fn values_keep_their_bytes() {
        let json = written(|input| {
            input.json("[");
            input.value(Root::Args, &[Step::Member("big")], "args.big", 1)?;
            input.json(",");
            input.value(Root::Args, &[Step::Member("list")], "args.list", 1)?;
            input.json(",");
            input.value(Root::Output(0), &[], "first", 1)?;
            input.json("]");
            Ok(())
        });
        assert_eq!(json.as_deref(), Ok(r#"[18446744073709551617.0e1,[ 1,  {"b":1, "a":2} ],[true]]"#));
    }

    #[test]
    fn texts_keep_their_escapes_inside_a_text() {
        let json = written(|input| {
            input.json("\"in ");
            input.scalar(Root::Args, &[Step::Member("city")], "args.city", 1)?;
            input.json(": ");
            input.scalar(Root::Output(0), &[Step::Item(0)], "first[0]", 1)?;
            input.json("\"");
            Ok(())
        });
        assert_eq!(json.as_deref(), Ok(r#""in Z\u00fcrich \"old\": true""#));
    }

    #[test]
    fn an_absent_value_names_node_reference_and_line() {
        let missing = written(|input| input.value(Root::Args, &[Step::Member("town")], "args.town", 7));
        let error = missing.expect_err("there is no such member");
        assert_eq!(
            error.to_string(),
            "missing-value: node `reply` reads `${args.town}`, which is absent (topologies/t.toml:7)"
        );
        let unfinished = written(|input| input.value(Root::Output(1), &[], "second", 7));
        assert_eq!(unfinished.expect_err("it has no output").code, "missing-value");
    }

    #[test]
    fn null_cannot_stand_inside_a_text() {
        let null = written(|input| input.scalar(Root::Args, &[Step::Member("no")], "args.no", 7));
        assert_eq!(null.expect_err("null is no text").code, "not-a-scalar");
    }
}
