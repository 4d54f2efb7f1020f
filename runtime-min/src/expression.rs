//! What generated code calls to compute expressions, and to make a node's input: JSON text with values of the run spliced in.
//!
//! A value that is only passed on keeps the bytes it has in its source (big numbers, key order, whitespace), because nothing is
//! parsed into a tree and printed again: the place is found in the text and the text is copied. What is computed with is read as
//! what the compiler knows it to be. A function that cannot give its value returns a [`Fault`]; the [`Site`] adds where that was.

use crate::{HandlerError, json::select};

mod access;
#[cfg(feature = "server")]
mod asked;
mod compare;
mod fault;
mod list;
mod number;
mod scope;
mod text;
mod time;
mod value;

pub use self::{
    access::{
        at, find, find_in, find_item, find_item_or_member, find_member, item, item_or_member, look, member, or,
        or_value, read, value,
    },
    compare::{Comparison, and, compare, compare_numbers, equal, is_null, or_else},
    fault::{Fault, Site},
    list::{all, concat, count, exists, exists_one, filter, filter_map, is_in, list, list_of, map, object_of, size_of},
    number::{
        add, add_any, bool_of, bool_of_text, divide, divide_any, double_of, double_of_int, double_of_text, finite,
        int_of, int_of_double, int_of_text, int_of_timestamp, multiply, multiply_any, negate, negate_any, remainder,
        subtract, subtract_any, text_of, text_of_bool, text_of_double, text_of_int,
    },
    scope::{Scope, local},
    text::{
        Text, char_at, contains, ends_with, index_of, join, join_with, last_index_of, length, lower_ascii, replace,
        scalar, split, starts_with, substring, substring_from, text, trim, upper_ascii,
    },
    time::{
        Duration, Timestamp, add_durations, between, day_of_month, day_of_month_at, day_of_month_from_0,
        day_of_month_from_0_at, day_of_week, day_of_week_at, day_of_year, day_of_year_at, duration, earlier, hours,
        hours_at, in_hours, in_milliseconds, in_minutes, in_seconds, later, milliseconds, milliseconds_at, minutes,
        minutes_at, moment, month_from_0, month_from_0_at, negate_duration, seconds, seconds_at, subtract_durations,
        text_of_duration, text_of_timestamp, timestamp, timestamp_of, timestamp_of_seconds, year, year_at,
        zone_minutes,
    },
    value::{Json, Written, json},
};
pub use crate::json::Step;

/// Where a reference starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The run's arguments.
    Args,
    /// The output of the node of this index.
    Output(usize),
    /// The local value of this index.
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

    /// Writes a value that was computed.
    pub fn put(&mut self, value: &impl Written) {
        value.write(&mut self.json);
    }

    /// Writes a scalar that was computed into the JSON string that is open.
    pub fn put_text(&mut self, value: &impl Written) {
        value.write_inside(&mut self.json);
    }

    /// The finished JSON text.
    pub fn finish(self) -> Vec<u8> {
        self.json
    }

    fn find(&self, root: Root, path: &[Step<'_>], written: &str, line: u32) -> Result<&'a [u8], HandlerError> {
        let Some(document) = access::document(self.scope, root) else {
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
mod tests;

#[cfg(test)]
mod input_tests {
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
