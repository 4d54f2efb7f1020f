//! PW0703: a test that proves nothing.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A test that proves nothing.
pub static EMPTY_TEST: Rule = Rule {
    code: "PW0703",
    name: "empty-test",
    group: Group::Tests,
    level: Level::Error,
    summary: "a test that proves nothing",
    page: include_str!("empty_test.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for test in cx.pack.tests.iter().filter(|test| test.expect.is_empty()) {
        let message = format!("the test `{}` expects nothing", test.name.value);
        let finding = EMPTY_TEST.finding(test.expect.span, message);
        out.push(finding.help("say what is to come of it: `state`, `output`, `nodes`"));
    }
}
