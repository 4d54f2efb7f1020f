//! The topology `log-visit`, declared at topologies/log-visit.toml:1.
//!
//! Notes that a place was visited.

use crate::{http, validators};
use packwright_runtime_min::{Handler, HandlerError};
use packwright_runtime_min::expression::Input;
use packwright_runtime_min::expression::Root::Args;
use packwright_runtime_min::expression::Step::Member;
use packwright_runtime_min::server::call;
use packwright_runtime_min::server::definition::{
    Action, Kind, Node, NodeCall, NodeFuture, Scope, Tool,
};
use packwright_runtime_min::server::http as client;

/// What callers see, and what runs.
pub(crate) const TOOL: Tool = Tool {
    id: "topology:log-visit",
    dotted_id: "acme.log-visit",
    llm_name: "acme_log-visit",
    name: "log-visit",
    version: "1.2.0",
    kind: Kind::Command,
    groups: &["public"],
    manifest_entry: include_bytes!("../../documents/manifest/log-visit.json"),
    tool_manifest: include_bytes!("../../documents/tools/acme.log-visit/1.2.0.json"),
    check_args: &validators::topologies::log_visit::INPUT,
    check_output: None,
    nodes: &[
        Node {
            name: "note",
            timeout_ms: 30000,
            action: Action::Run(note),
            ..Node::PLAIN
        },
        Node {
            name: "audit",
            after: &[0],
            timeout_ms: 30000,
            action: Action::Run(audit),
            ..Node::PLAIN
        },
    ],
    responses: &[],
    timeout_ms: None,
};

/// Runs node `note` (topologies/log-visit.toml:15): the handler `golden::note_visit` (src/lib.rs:47).
fn note(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = note_input(&node.scope)?;
        let input: <::golden::note_visit as Handler>::Input = call::decode(&json)?;
        let output = call::blocking(move || ::golden::note_visit(&node.cx, input))
            .await?;
        call::encode(&output)
    })
}

/// The input of node `note` (topologies/log-visit.toml:15).
fn note_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "note", "topologies/log-visit.toml");
    input.value(Args, &[], "args", 17)?;
    Ok(input.finish())
}

/// Runs node `audit` (topologies/log-visit.toml:19): the HTTP call `audit`.
fn audit(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = audit_input(&node.scope)?;
        client::call_proven(&http::AUDIT, &node.cx, &json).await
    })
}

/// The input of node `audit` (topologies/log-visit.toml:19).
fn audit_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "audit", "topologies/log-visit.toml");
    input.json(r#"{"what":"visit","city":"#);
    input.value(Args, &[Member("city")], "args.city", 21)?;
    input.json("}");
    Ok(input.finish())
}
