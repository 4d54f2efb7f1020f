//! PW0309: an HTTP call that the pack does not declare.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// An HTTP call that the pack does not declare.
pub static UNKNOWN_HTTP_CALL: Rule = Rule {
    code: "PW0309",
    name: "unknown-http-call",
    group: Group::Topology,
    level: Level::Error,
    summary: "an HTTP call that the pack does not declare",
    page: include_str!("unknown_http_call.md"),
    found_by: FoundBy::Resolve,
};

/// `declared` are the calls that the pack has.
pub fn finding<'d>(name: &Spanned<String>, declared: impl IntoIterator<Item = &'d str>) -> Finding {
    let finding = UNKNOWN_HTTP_CALL.finding(name.span, format!("the pack declares no HTTP call `{}`", name.value));
    match similar(&name.value, declared) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("declare it in pack.toml: `[http.{}]`", name.value)),
    }
}
