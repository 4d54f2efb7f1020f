//! PW0330: a retry that tries nothing again.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A retry that tries nothing again.
pub static NEEDLESS_RETRY: Rule = Rule {
    code: "PW0330",
    name: "needless-retry",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a retry that tries nothing again",
    page: include_str!("needless_retry.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            if let Some(retry) = node.retry.as_ref().filter(|retry| retry.value.attempts == 1) {
                let message = format!("`retry` of node `{}` tries nothing again", node.name.value);
                let finding = NEEDLESS_RETRY.finding(retry.span, message);
                out.push(
                    finding.label("the first attempt counts").help("write attempts = 2 or more, or take `retry` away"),
                );
            }
        }
    }
}
