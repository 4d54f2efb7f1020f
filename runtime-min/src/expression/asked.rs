//! A value as its place asks for it: a list's items, a condition, a case, a moment.
//!
//! What the compiler could prove is not asked again; what it could not is a failure of the run with the place, never a guess.

use super::{Input, Root, Step, moment};
use crate::{
    HandlerError,
    json::{Kind, Reader, Value},
    validate::equal,
};

impl Input<'_> {
    /// Writes the value at `path`, if there is one.
    ///
    /// # Errors
    /// As [`Input::value`], but not where the value is absent.
    pub fn value_if_there(
        &mut self,
        root: Root,
        path: &[Step<'_>],
        written: &str,
        line: u32,
    ) -> Result<(), HandlerError> {
        match self.value(root, path, written, line) {
            Err(error) if error.code == "missing-value" => Ok(()),
            written => written,
        }
    }

    /// What was written; none if that is nothing, or `null`.
    pub fn optional(self) -> Option<Vec<u8>> {
        (!self.json.is_empty() && self.json != b"null").then_some(self.json)
    }

    /// The items of the list that was written, each a JSON text.
    ///
    /// # Errors
    /// `not-a-list` when it is something else.
    pub fn items(&self) -> Result<Vec<Vec<u8>>, HandlerError> {
        let unreadable = |_| self.unfit("not-a-list", "a list");
        let mut reader = Reader::new(&self.json).map_err(unreadable)?;
        if reader.peek().map_err(unreadable)? != Kind::Array {
            return Err(self.unfit("not-a-list", "a list"));
        }
        let mut items = Vec::new();
        let mut more = reader.open_array().map_err(unreadable)?;
        while more {
            items.push(reader.skip().map_err(unreadable)?.as_bytes().to_vec());
            more = reader.next_item().map_err(unreadable)?;
        }
        Ok(items)
    }

    /// Whether `true` was written.
    ///
    /// # Errors
    /// `not-a-condition` when it is neither `true` nor `false`.
    pub fn condition(&self) -> Result<bool, HandlerError> {
        match self.json.as_slice() {
            b"true" => Ok(true),
            b"false" => Ok(false),
            _ => Err(self.unfit("not-a-condition", "true or false")),
        }
    }

    /// The number of the case that was written: a text is compared as text, anything else as a value: `1.0` is the case `1`, as
    /// JSON Schema has it. `default` is that of all others.
    ///
    /// # Errors
    /// `no-branch` when it is another one and there is no default.
    pub fn case(&self, cases: &[&str], default: Option<usize>) -> Result<usize, HandlerError> {
        let text = self.text();
        let is_value = |case: &&str| match &text {
            Some(text) => *case == *text,
            None => case.as_bytes() == self.json || is_same(case.as_bytes(), &self.json),
        };
        let branch = cases.iter().position(is_value).or(default);
        branch.ok_or_else(|| self.unfit("no-branch", &format!("one of {}", cases.join(", "))))
    }

    /// The milliseconds since 1970 which a timestamp says, or a duration after `now_ms`.
    ///
    /// # Errors
    /// `not-a-moment` when it is neither.
    pub fn moment(&self, now_ms: i64) -> Result<i64, HandlerError> {
        let text = self.text().ok_or_else(|| self.unfit("not-a-moment", "a timestamp or a duration"))?;
        moment(&text, now_ms).map_err(|_| self.unfit("not-a-moment", "a timestamp or a duration"))
    }

    /// The text that was written, without its quotes and escapes.
    fn text(&self) -> Option<String> {
        let mut reader = Reader::new(&self.json).ok()?;
        (reader.peek().ok()? == Kind::String).then(|| reader.string().ok().map(Into::into)).flatten()
    }

    fn unfit(&self, code: &'static str, wanted: &str) -> HandlerError {
        let Self { node, file, .. } = self;
        let value: String = String::from_utf8_lossy(&self.json).chars().take(SHOWN).collect();
        HandlerError::permanent(code, format!("node `{node}` needs {wanted}, and got `{value}` ({file})"))
    }
}

/// How many characters of an unfit value are shown.
const SHOWN: usize = 60;

/// Whether two texts of JSON are the same value.
fn is_same(left: &[u8], right: &[u8]) -> bool {
    matches!((Value::parse(left), Value::parse(right)), (Ok(left), Ok(right)) if equal(&left, &right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::definition::Scope;

    fn given<T>(json: &str, ask: impl FnOnce(&Input<'static>) -> T) -> T {
        let scope: &'static Scope = Box::leak(Box::default());
        let mut input = Input::new(scope, "node", "topologies/t.toml");
        input.json(json);
        ask(&input)
    }

    #[test]
    fn a_list_is_cut_into_its_items_byte_for_byte() {
        let items = given(r#"[ 1.50, {"a" :1}, "x" ]"#, Input::items).expect("it is a list");
        assert_eq!(items, [&b"1.50"[..], br#"{"a" :1}"#, br#""x""#]);
        assert!(given("[]", Input::items).expect("it is a list").is_empty());
        assert_eq!(given("{}", Input::items).expect_err("it is none").code, "not-a-list");
    }

    #[test]
    fn a_condition_is_true_or_false_and_nothing_else() {
        assert_eq!(given("true", Input::condition), Ok(true));
        assert_eq!(given("false", Input::condition), Ok(false));
        assert_eq!(given("1", Input::condition).expect_err("it is a number").code, "not-a-condition");
    }

    #[test]
    fn a_case_is_a_text_or_what_is_written() {
        assert_eq!(given(r#""m\u0061il""#, |it| it.case(&["chat", "mail"], None)), Ok(1));
        assert_eq!(given("true", |it| it.case(&["false", "true"], None)), Ok(1));
        assert_eq!(given("7", |it| it.case(&["1"], Some(1))), Ok(1));
        for written in ["1.0", "1e0", "10E-1"] {
            assert_eq!(given(written, |it| it.case(&["2", "1"], None)), Ok(1), "{written}");
        }
        assert_eq!(given("[ 1.0 ]", |it| it.case(&["[1]"], None)), Ok(0));
        assert_eq!(given(r#""1.0""#, |it| it.case(&["1"], Some(1))), Ok(1));
        assert_eq!(given("7", |it| it.case(&["1"], None)).expect_err("there is none").code, "no-branch");
    }

    #[test]
    fn a_moment_is_a_timestamp_or_a_duration_from_now() {
        assert_eq!(given(r#""1970-01-01T00:00:02Z""#, |it| it.moment(5)), Ok(2_000));
        assert_eq!(given(r#""1h30m""#, |it| it.moment(5)), Ok(5_400_005));
        assert_eq!(given(r#""1.5s""#, |it| it.moment(0)), Ok(1_500));
        for bad in ["5", r#""soon""#, r#""""#, r#""5""#] {
            assert_eq!(given(bad, |it| it.moment(0)).expect_err(bad).code, "not-a-moment");
        }
    }

    #[test]
    fn nothing_and_null_are_no_value() {
        let written = |json: &str| {
            let scope = Scope::default();
            let mut input = Input::new(&scope, "node", "topologies/t.toml");
            input.json(json);
            input.optional()
        };
        assert_eq!(written(""), None);
        assert_eq!(written("null"), None);
        assert_eq!(written("0"), Some(b"0".to_vec()));
    }
}
