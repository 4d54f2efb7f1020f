//! What the generated crate hands to the runtime: static data and functions, no registry.

use std::{future::Future, pin::Pin};

use crate::{Cx, validate::Validator};

pub use crate::expression::Scope;

/// One generated server. Everything in it is baked at compile time.
#[derive(Debug)]
pub struct Definition {
    /// The pack's id, also the binary's name.
    pub pack: &'static str,
    /// The pack's version.
    pub version: &'static str,
    /// The groups that keys may name, in the pack's order.
    pub groups: &'static [&'static str],
    /// The configuration entries of the pack.
    pub config: &'static [Config],
    /// Every active tool in manifest order (by canonical id).
    pub tools: &'static [Tool],
    /// Tools of the ledger of which every version is retired, by dotted id.
    pub retired: &'static [RetiredTool],
}

impl Definition {
    /// The tool of a canonical id.
    pub fn tool(&self, id: &str) -> Option<&'static Tool> {
        self.tools.iter().find(|tool| tool.id == id)
    }

    /// The bare name of a canonical id, also of one that is no longer here.
    pub fn bare_name<'a>(&self, id: &'a str) -> &'a str {
        id.split_once(':').map_or(id, |(_, name)| name)
    }

    /// What the compiler must not have emitted; none in a sound definition.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for tool in self.tools {
            if tool.nodes.is_empty() || tool.response.is_some_and(|node| node >= tool.nodes.len()) {
                faults.push(format!("tool `{}` has no nodes, or a response that is none of them", tool.id));
            }
            for (idx, node) in tool.nodes.iter().enumerate() {
                if node.after.iter().any(|before| *before >= idx) {
                    faults.push(format!("node `{}` of `{}` comes before one that it needs", node.name, tool.id));
                }
            }
            for group in tool.groups.iter().filter(|group| !self.groups.contains(group)) {
                faults.push(format!("tool `{}` is in group `{group}`, which the pack does not have", tool.id));
            }
        }
        faults
    }
}

/// A value which the operator may set by an environment variable.
#[derive(Debug)]
pub struct Config {
    /// The name in the pack.
    pub name: &'static str,
    /// The environment variable.
    pub env: &'static str,
    /// Whether the server refuses to be ready without it.
    pub required: bool,
}

/// One tool: a topology, or a handler that is offered as a tool (a topology of one node).
#[derive(Debug)]
pub struct Tool {
    /// The canonical id, such as `topology:weather-report` or `tool:lookup-order`.
    pub id: &'static str,
    /// The dotted id, such as `acme.weather-report`.
    pub dotted_id: &'static str,
    /// The LLM-safe name, `[a-zA-Z0-9_-]{1,64}`.
    pub llm_name: &'static str,
    /// The bare name, such as `weather-report`; `topology` in answers and replies.
    pub name: &'static str,
    /// The version, such as `1.0.0`.
    pub version: &'static str,
    /// Whether callers wait for an answer.
    pub kind: Kind,
    /// The groups whose keys may use it; every one is in [`Definition::groups`].
    pub groups: &'static [&'static str],
    /// Its object in `/mcp/manifest.json`, as JSON.
    pub manifest_entry: &'static [u8],
    /// Its ToolManifest, as JSON.
    pub tool_manifest: &'static [u8],
    /// Coerces and validates `args`.
    pub check_args: &'static Validator,
    /// Validates the output of [`Tool::response`], if the pack declares its schema. An output is never coerced: a text which
    /// would have to become a number is a mismatch.
    pub check_output: Option<&'static Validator>,
    /// The nodes, in an order in which every node comes after those it needs.
    pub nodes: &'static [Node],
    /// The node whose output is the reply of a query.
    pub response: Option<usize>,
}

/// What a run of the tool is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The reply carries an output.
    Query,
    /// The work is the point; the reply says how it ended.
    Command,
}

/// One node of a tool's graph.
#[derive(Debug)]
pub struct Node {
    /// Its name in the topology.
    pub name: &'static str,
    /// Indices of the nodes that must be complete before it starts, all those among them whose outputs its input refers to;
    /// each is lower than its own.
    pub after: &'static [usize],
    /// How often and how fast to try again.
    pub retry: Retry,
    /// How long one attempt may take, in milliseconds.
    pub timeout_ms: u64,
    /// One attempt. May panic: that fails the run and nothing else.
    pub run: fn(NodeCall) -> NodeFuture,
}

/// How failures of a node are tried again: only transient ones (failure class, HTTP 429, 5xx, connection, timeout).
#[derive(Clone, Copy, Debug)]
pub struct Retry {
    /// Attempts in all; 1 means never again.
    pub attempts: u32,
    /// The pause before the second attempt, in milliseconds; it doubles with each further one, with jitter.
    pub backoff_ms: u64,
}

/// What one attempt of a node gets.
#[derive(Debug)]
pub struct NodeCall {
    /// The handler's context.
    pub cx: Cx,
    /// The run's arguments and the outputs of the nodes before it.
    pub scope: Scope,
}

/// One attempt in flight; ends with the node's output as JSON text.
pub type NodeFuture = Pin<Box<dyn Future<Output = Result<Vec<u8>, crate::HandlerError>> + Send>>;

/// A tool of the ledger that can no longer be run.
#[derive(Debug)]
pub struct RetiredTool {
    /// The dotted id.
    pub dotted_id: &'static str,
    /// The groups that could use it; callers of others get 404, these 410.
    pub groups: &'static [&'static str],
    /// Its ToolManifests with `unregisteredAt`, highest version first.
    pub versions: &'static [&'static [u8]],
}
