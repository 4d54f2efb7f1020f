//! The tool `lookup-place`, declared at src/lib.rs:54.
//!
//! Looks up a place by its name.

use crate::validators;
use packwright_runtime_min::Handler;
use packwright_runtime_min::server::call;
use packwright_runtime_min::server::definition::{
    Action, Kind, Node, NodeCall, NodeFuture, Tool,
};

/// What callers see, and what runs.
pub(crate) const TOOL: Tool = Tool {
    id: "tool:lookup-place",
    dotted_id: "acme.lookup-place",
    llm_name: "acme_lookup-place",
    name: "lookup-place",
    version: "1.2.0",
    kind: Kind::Query,
    groups: &["public"],
    manifest_entry: include_bytes!("../../documents/manifest/lookup-place.json"),
    tool_manifest: include_bytes!("../../documents/tools/acme.lookup-place/1.2.0.json"),
    check_args: &validators::handlers::lookup_place::INPUT,
    check_output: Some(&validators::handlers::lookup_place::OUTPUT),
    nodes: &[
        Node {
            name: "lookup-place",
            timeout_ms: 30000,
            action: Action::Run(lookup_place),
            ..Node::PLAIN
        },
    ],
    responses: &[0],
    timeout_ms: None,
};

/// Runs the handler `golden::lookup_place` (src/lib.rs:54).
fn lookup_place(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let input: <::golden::lookup_place as Handler>::Input = call::decode(
            &node.scope.args,
        )?;
        let output = ::golden::lookup_place(input).await?;
        call::encode(&output)
    })
}
