//! PW0506: a pack without a tool.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// A pack without a tool.
pub static NO_TOOL: Rule = Rule {
    code: "PW0506",
    name: "no-tool",
    group: Group::Catalogue,
    level: Level::Warning,
    summary: "a pack without a tool",
    page: include_str!("no_tool.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    if cx.pack.topologies.is_empty() && cx.pack.tools.is_empty() && !cx.may_have_other_tools() {
        let finding = NO_TOOL.finding(cx.pack.id.span, "the pack offers no tool");
        out.push(finding.help("add a topology, `topologies/<name>.toml`, or mark a handler with `#[tool]`"));
    }
}
