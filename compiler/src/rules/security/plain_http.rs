//! PW0601: a base URL that is not https.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::HttpBase,
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

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for call in &cx.pack.http {
        match &call.base {
            HttpBase::Literal(url) if url.value.starts_with("http://") => {
                let message = format!("HTTP call `{}` goes over plain http", call.name.value);
                let finding = PLAIN_HTTP.finding(url.span, message).label("anyone on the way can read and change it");
                let help =
                    "write `https://`; for a service of your own, let the operator set the address: { config = \"…\" }";
                out.push(finding.help(help));
            }
            HttpBase::Literal(_) | HttpBase::Config(_) => {}
        }
    }
}
