//! What is expected of a run against what came of it.

use serde_json::Value;

use super::Happened;
use crate::{
    diagnostic::Finding,
    model::{SchemaSource, test::Test},
    rules::tests_of_packs::failed_test,
    source::Span,
};

/// How much of a value is shown.
const SHOWN: usize = 160;

/// Everything that is not as expected.
pub(crate) fn judge(test: &Test, happened: &Happened) -> Vec<Finding> {
    let mut judge = Judge { test: &test.name.value, happened, out: Vec::new() };
    let expect = &test.expect;
    if let Some(state) = expect.state
        && state.value != happened.state
    {
        judge.fail(state.span, format!("expected the run to be {}, {}", state.value, ending(happened)));
    }
    for (expected, has_others) in [(&expect.output, false), (&expect.output_has, true)] {
        let Some(expected) = expected else { continue };
        match &happened.output {
            Some(output) => judge.compare(expected, output, has_others, "the output"),
            None => judge.fail(expected.span, format!("expected an output, {}", ending(happened))),
        }
    }
    for (expected, got, what) in [(&expect.error, &happened.error, "error"), (&expect.reply, &happened.reply, "reply")]
    {
        match (expected, got) {
            (Some(expected), Some(got)) => judge.compare(expected, got, true, &format!("the {what}")),
            (Some(expected), None) => {
                judge.fail(
                    expected.span,
                    format!("expected a member of the {what}, and there is none: {}", ending(happened)),
                );
            }
            (None, _) => {}
        }
    }
    judge.nodes(test);
    judge.answers_and_stubs(test);
    judge.out
}

/// How the run ended, as a part of a sentence.
fn ending(happened: &Happened) -> String {
    let word = |name: &str| happened.error.as_ref().and_then(|error| error.get(name)).and_then(Value::as_str);
    let node =
        word("node").filter(|node| !node.is_empty()).map(|node| format!(" at node `{node}`")).unwrap_or_default();
    let said = word("code").map(|code| format!(" with `{code}`{node}: {}", word("message").unwrap_or_default()));
    match happened.state.as_str() {
        "stuck" => "it did not end within a minute".to_owned(),
        "refused" => format!("its arguments were refused: {}", word("message").unwrap_or_default()),
        state => format!("it {}{}", state.replace("timed_out", "timed out"), said.unwrap_or_default()),
    }
}

struct Judge<'a> {
    test: &'a str,
    happened: &'a Happened,
    out: Vec<Finding>,
}

impl Judge<'_> {
    fn fail(&mut self, span: Span, difference: impl Into<String>) {
        self.out.push(failed_test::finding(span, self.test, difference));
    }

    /// Compares a value; with `has_others` objects may have members that are not expected.
    fn compare(&mut self, expected: &SchemaSource, got: &Value, has_others: bool, what: &str) {
        let mut differences = Vec::new();
        differ(&expected.json, got, has_others, &mut String::new(), &mut differences);
        for (pointer, difference) in differences {
            let span = expected.places.find(&expected.json, &pointer).map_or(expected.span, |place| place.value);
            let place = if pointer.is_empty() { String::new() } else { format!(" at `{pointer}`") };
            self.fail(span, format!("in {what}{place} {difference}"));
        }
    }

    fn nodes(&mut self, test: &Test) {
        let happened = self.happened;
        for (node, end) in &test.expect.nodes {
            let task = happened.tasks.iter().find(|task| task.depth == 1 && task.node == node.value);
            let got = task.map_or("skipped", |task| task.end());
            if got != end.value {
                self.fail(end.span, format!("expected node `{}` to be {}, it is {got}", node.value, end.value));
            }
        }
        for (node, attempts) in &test.expect.attempts {
            let of_node = happened.marks.iter().filter(|mark| !mark.is_end && mark.node == node.value);
            // Of a loop it is the items that are attempted.
            let (items, whole): (Vec<_>, Vec<_>) = of_node.partition(|mark| mark.is_item);
            let got = if items.is_empty() { whole.len() } else { items.len() };
            if u32::try_from(got) != Ok(attempts.value) {
                let message =
                    format!("expected {} attempts of node `{}`, there were {got}", attempts.value, node.value);
                self.fail(attempts.span, message);
            }
        }
        for [first, second] in &test.expect.before {
            let ended = happened.marks.iter().rposition(|mark| mark.is_end && mark.node == first.value);
            let began = happened.marks.iter().position(|mark| !mark.is_end && mark.node == second.value);
            match (ended, began) {
                (Some(ended), Some(began)) if ended < began => {}
                (Some(_), Some(_)) => {
                    let message = format!("`{}` had not ended when `{}` began", first.value, second.value);
                    self.fail(second.span, message);
                }
                (None, _) => self.fail(first.span, format!("node `{}` did not run", first.value)),
                (_, None) => self.fail(second.span, format!("node `{}` did not run", second.value)),
            }
        }
        if let Some(compensated) = &test.expect.compensated {
            let expected: Vec<&str> = compensated.value.iter().map(|node| node.value.as_str()).collect();
            let ended = happened.marks.iter().filter(|mark| mark.is_end);
            let mut got: Vec<&str> = ended.filter_map(|mark| mark.node.strip_suffix(".compensate")).collect();
            got.dedup();
            if got != expected {
                let got =
                    if got.is_empty() { "nothing was".to_owned() } else { format!("it was `{}`", got.join("`, `")) };
                self.fail(compensated.span, format!("expected this to be taken back, in this order; {got}"));
            }
        }
    }

    fn answers_and_stubs(&mut self, test: &Test) {
        for (answer, got) in test.answers.iter().zip(&self.happened.answers) {
            let wait = &answer.wait.value;
            match got.as_deref() {
                Some(got) if got == answer.gets.value => {}
                Some(got) => {
                    let message = format!("expected the answer to `{wait}` to be {}, it was {got}", answer.gets.value);
                    self.fail(answer.gets.span, message);
                }
                None => self.fail(answer.wait.span, format!("`{wait}` never asked for this answer")),
            }
        }
        let handlers = test.handlers.iter().map(|stub| (stub.of.span, stub.one_each, stub.outcomes.len()));
        let http = test.http.iter().map(|stub| (stub.of.span, stub.one_each, stub.outcomes.len()));
        let stubs: Vec<_> = handlers.chain(http).collect();
        if self.happened.state == "refused" {
            return;
        }
        for ((span, one_each, outcomes), calls) in stubs.into_iter().zip(&self.happened.calls) {
            match *calls {
                0 => self.fail(span, "the stub was never called"),
                calls if one_each && calls != outcomes => {
                    self.fail(span, format!("the stub says how {outcomes} calls end, there were {calls}"));
                }
                _ => {}
            }
        }
    }
}

/// Adds every place at which `got` is not what is expected, with the difference.
fn differ(expected: &Value, got: &Value, has_others: bool, at: &mut String, out: &mut Vec<(String, String)>) {
    let length = at.len();
    match (expected, got) {
        (Value::Object(expected), Value::Object(got)) => {
            for (key, value) in expected {
                at.push('/');
                at.push_str(&key.replace('~', "~0").replace('/', "~1"));
                match got.get(key) {
                    Some(got) => differ(value, got, has_others, at, out),
                    None => out.push((at.clone(), format!("expected {}, and there is nothing", shown(value)))),
                }
                at.truncate(length);
            }
            let others = got.iter().filter(|(key, _)| !has_others && !expected.contains_key(*key));
            out.extend(others.map(|(key, value)| (at.clone(), format!("there is also `{key}`: {}", shown(value)))));
        }
        (Value::Array(expected), Value::Array(got)) if expected.len() == got.len() => {
            for (idx, (expected, got)) in expected.iter().zip(got).enumerate() {
                at.push_str(&format!("/{idx}"));
                differ(expected, got, has_others, at, out);
                at.truncate(length);
            }
        }
        (Value::Number(expected), Value::Number(got)) if expected == got || expected.as_f64() == got.as_f64() => {}
        (expected, got) if expected == got => {}
        (expected, got) => out.push((at.clone(), format!("expected {}, got {}", shown(expected), shown(got)))),
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN).chain("…".chars()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differ;

    fn differences(expected: &serde_json::Value, got: &serde_json::Value, has_others: bool) -> Vec<(String, String)> {
        let mut out = Vec::new();
        differ(expected, got, has_others, &mut String::new(), &mut out);
        out
    }

    #[test]
    fn a_difference_has_its_place() {
        let (expected, got) = (json!({"a": [1, {"b/c": "x"}], "d": 1}), json!({"a": [1, {"b/c": "y"}], "e": 2}));
        let found = differences(&expected, &got, false);
        let expected = [
            ("/a/1/b~1c", "expected \"x\", got \"y\""),
            ("/d", "expected 1, and there is nothing"),
            ("", "there is also `e`: 2"),
        ];
        assert_eq!(found, expected.map(|(place, text)| (place.to_owned(), text.to_owned())));
    }

    #[test]
    fn members_that_are_not_expected_may_be_allowed() {
        assert!(differences(&json!({"a": {"b": 1}}), &json!({"a": {"b": 1.0, "c": 2}, "d": 3}), true).is_empty());
        assert_eq!(differences(&json!([1]), &json!([1, 2]), true).len(), 1);
    }
}
