//! PW0326: an idempotency key that different work shares.

use crate::{
    check::{Cx, graph::reads},
    diagnostic::{Finding, Level},
    model::{Local, Node, Root, Template},
    rules::{FoundBy, Group, Rule},
};

/// An idempotency key that different work shares.
pub static SHARED_IDEMPOTENCY_KEY: Rule = Rule {
    code: "PW0326",
    name: "shared-idempotency-key",
    group: Group::Topology,
    level: Level::Error,
    summary: "an idempotency key that different work shares",
    page: include_str!("shared_idempotency_key.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    // What could not be resolved has become null, and reads nothing.
    for (_, topology, _) in cx.topologies().filter(|(id, _, _)| cx.is_whole(*id)) {
        for node in &topology.nodes {
            let Some(key) = &node.idempotency_key else { continue };
            let Some((sharers, help)) = key.text.as_ref().and_then(|text| sharers(node, text)) else { continue };
            let message = format!("all {sharers} of node `{}` have one idempotency key", node.name.value);
            let finding = SHARED_IDEMPOTENCY_KEY.finding(key.span, message);
            out.push(finding.label("the first one is done, the others are taken for the same").help(help));
        }
    }
}

/// What has the same key, and what to do.
fn sharers(node: &Node, key: &Template) -> Option<(&'static str, String)> {
    let mut roots = Vec::new();
    reads(key, &mut |root, _| roots.push(root));
    let reads = |local: Local| roots.contains(&Root::Local(local));
    if let Some(each) = &node.each
        && !reads(Local::Item)
        && !reads(Local::Index)
    {
        let item = &each.item.value;
        return Some(("items", format!("say which item it is: \"${{run.id}}-${{{item}_index}}\", or write `true`")));
    }
    if node.pages.is_some() && !reads(Local::Cursor) {
        return Some(("pages", "say which page it is, with `cursor`, or write `true`".to_owned()));
    }
    if roots.is_empty() {
        let help = "say which call it is, such as \"${args.order_id}\", or write `true` for a key of this run";
        return Some(("calls", help.to_owned()));
    }
    None
}
