//! What the generated crate hands to the runtime: static data and functions, no registry.

mod action;
mod faults;
mod trigger;

pub use action::{Action, Body, Call, Each, Fold, Gate, ItemFailure, Pages, Wait};
pub use trigger::{Cron, Missed, On, Trigger};

pub use crate::expression::{Scope, local};

use std::{future::Future, pin::Pin};

use sha2::{Digest, Sha256};

use crate::{Cx, handler::FailureClass, validate::Validator};

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
    /// What begins runs without a caller, by name.
    pub triggers: &'static [Trigger],
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
    /// The nodes whose output is the reply of a query. Of several only one is ever done: they are in branches that exclude each
    /// other. Where nodes come after the one that is done, the reply goes out at once and the run goes on.
    pub responses: &'static [usize],
    /// How long a run may take in all, in milliseconds; then it ends as `timed_out`.
    pub timeout_ms: Option<u64>,
}

impl Tool {
    /// A digest of the nodes, by which a run is told from one of another build of the same version.
    pub(crate) fn shape(&self) -> [u8; 16] {
        let mut digest = Sha256::new();
        for node in self.nodes {
            let kind = match node.action {
                Action::Run(_) => "run",
                Action::Switch(_) => "switch",
                Action::Converge(_) => "converge",
                Action::Each(_) => "each",
                Action::Pages(_) => "pages",
                Action::Wait(_) => "wait",
                Action::Timer(_) => "timer",
                Action::Topology(_) => "topology",
            };
            // Neither names nor words have line feeds.
            digest.update(format!("{}\n{kind}\n", node.name));
        }
        let digest: [u8; 32] = digest.finalize().into();
        let mut shape = [0; 16];
        shape.copy_from_slice(&digest[..16]);
        shape
    }
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
///
/// It is *entered* when one of its gates opens (at once where it has none), all nodes in [`Node::after`] are done, and, where it
/// converges, one of its sources is done. It is *passed*, and never runs, as soon as that can no longer happen.
#[derive(Debug)]
pub struct Node {
    /// Its name in the topology.
    pub name: &'static str,
    /// Indices of the nodes that must all be done before it starts; each is lower than its own. It is passed when one of them
    /// is not to be done: passed, or failed with an error path.
    pub after: &'static [usize],
    /// Indices of further nodes that its input may read: outputs, errors of failed ones. No order follows from them; each is
    /// lower than its own. Those in `after`, in gates and in [`Action::Converge`] need not be said again.
    pub reads: &'static [usize],
    /// The branches that lead here, any of which enters it; none: it is entered unconditionally.
    pub gates: &'static [Gate],
    /// Whether its failure for good opens [`Gate::Caught`] of other nodes instead of failing the run.
    pub catch: bool,
    /// The node whose effect it takes back: it is no part of the flow, and runs when the run fails after that one was done. Its
    /// action is [`Action::Run`], `after` and `gates` are empty, and what it reads is in `reads`, the node it compensates too.
    pub compensates: Option<usize>,
    /// How often and how fast to try again: an attempt of the node, of one item, or of one page.
    pub retry: Retry,
    /// How long one such attempt may take, in milliseconds.
    pub timeout_ms: u64,
    /// What it does.
    pub action: Action,
}

impl Node {
    /// A node without a name that says nothing of its own, to write others with: `Node { name: …, action: …, ..Node::PLAIN }`.
    pub const PLAIN: Self = Self {
        name: "",
        after: &[],
        reads: &[],
        gates: &[],
        catch: false,
        compensates: None,
        retry: Retry::ONCE,
        timeout_ms: 30_000,
        action: Action::Converge(&[]),
    };
}

/// How failures of a node are tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Attempts in all; 1 means never again.
    pub attempts: u32,
    /// The pause before the second attempt, in milliseconds.
    pub delay_ms: u64,
    /// How pauses grow.
    pub backoff: Backoff,
    /// The longest pause, in milliseconds.
    pub max_delay_ms: u64,
    /// Whether up to half of each pause is taken off, so that those who failed together do not come back together.
    pub jitter: bool,
    /// The failures that are tried again; the others are for good. [`FailureClass::Permanent`] in it means nothing.
    pub on: &'static [FailureClass],
}

impl Retry {
    /// Every failure is for good.
    pub const ONCE: Self = Self::new(1, 0);

    /// So many attempts, with pauses that double from `delay_ms` to an hour, with jitter, after all failures that may pass.
    pub const fn new(attempts: u32, delay_ms: u64) -> Self {
        let backoff = Backoff::Exponential;
        Self { attempts, delay_ms, backoff, max_delay_ms: 3_600_000, jitter: true, on: FailureClass::PASSING }
    }
}

/// How the pauses between attempts grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backoff {
    /// Each is twice the one before.
    Exponential,
    /// All are the same.
    Constant,
}

/// What one attempt of a node gets.
#[derive(Debug)]
pub struct NodeCall {
    /// The handler's context.
    pub cx: Cx,
    /// What its input may read.
    pub scope: Scope,
    /// What it asks of the pack's state, which is done in the commit of its output.
    pub asks: super::state::Asks,
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
