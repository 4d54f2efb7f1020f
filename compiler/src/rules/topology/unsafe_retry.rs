//! PW0320: a retry that may do twice what should be done once.

use packwright_runtime_min::handler::FailureClass;

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{Node, NodeKind, Pack},
    rules::{FoundBy, Group, Rule},
};

/// A retry that may do twice what should be done once.
pub static UNSAFE_RETRY: Rule = Rule {
    code: "PW0320",
    name: "unsafe-retry",
    group: Group::Topology,
    level: Level::Warning,
    summary: "a retry that may do twice what should be done once",
    page: include_str!("unsafe_retry.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            let Some(retry) = &node.retry else { continue };
            let unsafe_for = unsafe_failures(node, cx.pack);
            let found = retry.value.on.iter().find(|class| unsafe_for.contains(class));
            // Who is given a key knows the same call again.
            let may_repeat = retry.value.attempts > 1 && node.idempotency_key.is_none();
            if let Some(class) = found.filter(|_| may_repeat) {
                let message = format!("node `{}` changes something, and may do so again", node.name.value);
                let finding = UNSAFE_RETRY.finding(retry.span, message);
                let finding = finding.label(format!("after a failure `{}` it may have done its work", class.word()));
                let safe = retry.value.on.iter().filter(|class| !unsafe_for.contains(class));
                let safe: Vec<_> = safe.map(|class| format!("\"{}\"", class.word())).collect();
                let finding = finding.help(match safe.is_empty() {
                    true => "take `retry` away".to_owned(),
                    false => format!("try again only where nothing was done: on = [{}]", safe.join(", ")),
                });
                out.push(finding.help("or let the other side know the same call again: idempotency_key = true"));
            }
        }
    }
}

/// The failures after which nobody knows whether the node has changed something.
fn unsafe_failures(node: &Node, pack: &Pack) -> &'static [FailureClass] {
    match &node.kind {
        // PUT and DELETE are the same once and twice.
        NodeKind::Http(call) => match pack.http[call.value.idx()].method.as_str() {
            "POST" | "PATCH" => &[FailureClass::Timeout, FailureClass::ServerError],
            _ => &[],
        },
        // What a handler itself calls passing it knows to be safe.
        NodeKind::Handler(handler) if pack.handlers[handler.value.idx()].contract.mutating => &[FailureClass::Timeout],
        NodeKind::Handler(_)
        | NodeKind::Response
        | NodeKind::Transform
        | NodeKind::Switch(_)
        | NodeKind::Converge(_)
        | NodeKind::Wait(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => &[],
    }
}
