//! PW0327: an idempotency key that nobody reads.

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::NodeKind,
    rules::{FoundBy, Group, Rule},
};

/// An idempotency key that nobody reads.
pub static UNREAD_IDEMPOTENCY_KEY: Rule = Rule {
    code: "PW0327",
    name: "unread-idempotency-key",
    group: Group::Topology,
    level: Level::Warning,
    summary: "an idempotency key that nobody reads",
    page: include_str!("unread_idempotency_key.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            let (Some(key), NodeKind::Handler(id)) = (&node.idempotency_key, &node.kind) else { continue };
            let contract = &cx.pack.handlers[id.value.idx()].contract;
            if !contract.takes_cx {
                let message =
                    format!("the handler `{}` cannot read the key of node `{}`", contract.name, node.name.value);
                let finding = UNREAD_IDEMPOTENCY_KEY.finding(key.span, message);
                let finding = finding.also(contract.span, "this handler does not take `&Cx`");
                out.push(finding.help(
                    "take `cx: &Cx` and pass `cx.idempotency_key()` on to who does the work, or take the key away",
                ));
            }
        }
    }
}
