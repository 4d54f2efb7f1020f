//! PW0601: a base URL that is not https.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A base URL that is not https.
pub static PLAIN_HTTP: Rule = Rule {
    code: "PW0601",
    name: "plain-http",
    group: Group::Security,
    level: Level::Error,
    summary: "a base URL that is not https",
    page: include_str!("plain_http.md"),
    found_by: FoundBy::Check(check),
};

fn check(_cx: &Cx<'_>, _findings: &mut Vec<Finding>) {}
