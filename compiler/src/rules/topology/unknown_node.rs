//! PW0302: a reference to a node that the topology does not have.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A reference to a node that the topology does not have.
pub static UNKNOWN_NODE: Rule = Rule {
    code: "PW0302",
    name: "unknown-node",
    group: Group::Topology,
    level: Level::Error,
    summary: "a reference to a node that the topology does not have",
    page: include_str!("unknown_node.md"),
    found_by: FoundBy::Resolve,
};

/// `nodes` are those that the topology has, and what else has a name at the place.
pub fn finding<'n>(name: &Spanned<String>, nodes: impl IntoIterator<Item = &'n String>) -> Finding {
    let nodes: Vec<&str> = nodes.into_iter().map(String::as_str).collect();
    let finding = UNKNOWN_NODE.finding(name.span, format!("the topology has no node `{}`", name.value));
    match similar(&name.value, nodes.iter().copied().chain(["args"])) {
        Some(similar) => finding.help(format!("did you mean `{similar}`?")),
        None => finding.help(format!("its nodes are `{}`", nodes.join("`, `"))),
    }
}

/// `errors`, `tokens` or `run` without what is meant of it.
pub fn without_step(root: &Spanned<String>) -> Finding {
    let finding = UNKNOWN_NODE.finding(root.span, format!("`{}` is no value by itself", root.value));
    finding.help(match root.value.as_str() {
        "errors" => "name the node that failed, such as `errors.charge.message`",
        "tokens" => "name the node that waits, such as `tokens.approval`",
        _ => "write `run.id`",
    })
}

/// A field of `run` that it does not have.
pub fn of_run(field: &Spanned<String>) -> Finding {
    UNKNOWN_NODE.finding(field.span, format!("`run` has no field `{}`", field.value)).help("write `run.id`")
}

/// A token of a node that waits for nobody.
pub fn not_a_wait(node: &Spanned<String>) -> Finding {
    let finding = UNKNOWN_NODE.finding(node.span, format!("node `{}` does not `wait`, and has no token", node.value));
    finding.help("name a node with `wait`")
}
