//! PW0316: a loop over something that is no list.

use serde_json::Value;

use crate::{
    diagnostic::{Finding, Level},
    model::Template,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A loop over something that is no list.
pub static NOT_A_LIST: Rule = Rule {
    code: "PW0316",
    name: "not-a-list",
    group: Group::Topology,
    level: Level::Error,
    summary: "a loop over something that is no list",
    page: include_str!("not_a_list.md"),
    found_by: FoundBy::Inference,
};

/// What `for` goes over is `is`.
pub fn finding(span: Span, is: &str) -> Finding {
    let finding = NOT_A_LIST.finding(span, format!("`for` goes over a list, and this is {is}"));
    finding.help("name a list, or write one: for = [\"a\", \"b\"]")
}

/// What is written there is no list, or nothing is wrong with it.
pub fn literal(span: Span, list: &Template) -> Option<Finding> {
    let is = match list {
        Template::Array(_) | Template::Literal(Value::Array(_)) | Template::Expression(_) => return None,
        // What could not be resolved has become null, and is reported.
        Template::Literal(Value::Null) => return None,
        Template::Text(_) | Template::Literal(Value::String(_)) => "a string",
        Template::Object(_) | Template::Literal(Value::Object(_)) => "an object",
        Template::Literal(Value::Bool(_)) => "a boolean",
        Template::Literal(Value::Number(_)) => "a number",
    };
    Some(finding(span, is))
}
