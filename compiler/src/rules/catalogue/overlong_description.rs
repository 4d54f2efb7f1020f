//! PW0515: a description that models do not take.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A description that models do not take.
pub static OVERLONG_DESCRIPTION: Rule = Rule {
    code: "PW0515",
    name: "overlong-description",
    group: Group::Catalogue,
    level: Level::Warning,
    summary: "a description that is longer than models take",
    page: include_str!("overlong_description.md"),
    found_by: FoundBy::Check(check),
};

/// How many characters OpenAI takes for a function, which is the least of all targets.
const MOST: usize = 1024;

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        look("topology", &topology.name.value, topology.name.span, &topology.description, out);
    }
    for tool in &cx.pack.tools {
        let contract = &cx.pack.handlers[tool.handler.idx()].contract;
        look("tool", &tool.name, contract.span, &contract.description, out);
    }
}

fn look(what: &str, name: &str, span: Span, description: &str, out: &mut Vec<Finding>) {
    let length = description.chars().count();
    if length > MOST {
        let message = format!("the description of {what} `{name}` has {length} characters");
        let finding = OVERLONG_DESCRIPTION.finding(span, message).label(format!("OpenAI takes {MOST} for a function"));
        out.push(finding.help("say what it is for, and describe the arguments in the schema"));
    }
}
