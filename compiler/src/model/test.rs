//! The pack's own tests: `tests/*.toml`.

use packwright_runtime_min::handler::FailureClass;

use super::{HandlerId, HttpId, SchemaSource, TopologyId};
use crate::source::{Span, Spanned};

/// A test: a run of a topology, and what is to come of it. Names of nodes are those of its topology.
#[derive(Clone, Debug)]
pub struct Test<Topology = TopologyId, Handler = HandlerId, Http = HttpId> {
    /// Its name in its file.
    pub name: Spanned<String>,
    /// What it runs.
    pub topology: Spanned<Topology>,
    /// The arguments, with their places.
    pub args: SchemaSource,
    /// What stands in for handlers.
    pub handlers: Vec<Stub<Handler>>,
    /// What stands in for HTTP calls.
    pub http: Vec<Stub<Http>>,
    /// Answers to waits.
    pub answers: Vec<Answer>,
    /// What is to come of it.
    pub expect: Expect,
}

/// What stands in for a handler or an HTTP call.
#[derive(Clone, Debug)]
pub struct Stub<Id> {
    /// For which.
    pub of: Spanned<Id>,
    /// How calls end.
    pub outcomes: Vec<Outcome>,
    /// Whether each outcome is for one call, in order; else the only one is for all.
    pub one_each: bool,
}

/// How a stubbed call ends.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// After so many milliseconds.
    pub delay_ms: u64,
    /// How.
    pub does: Does,
}

/// How a stubbed call ends.
#[derive(Clone, Debug)]
pub enum Does {
    /// With this output, or with this body of an HTTP answer (none: empty).
    Answer {
        /// The status; 200 for handlers.
        status: u16,
        /// The output or the body.
        body: Option<SchemaSource>,
    },
    /// With this failure.
    Fail {
        /// The code.
        code: String,
        /// The message.
        message: String,
        /// The class.
        class: FailureClass,
    },
    /// Never: its time runs out.
    Hang,
    /// Without a connection.
    Disconnect,
}

/// An answer to a wait.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The node that waits.
    pub wait: Spanned<String>,
    /// So many milliseconds after it asked.
    pub at_ms: u64,
    /// The answer's body.
    pub value: SchemaSource,
    /// What the answer is to come to: `taken`, `refused` or `closed`.
    pub gets: Spanned<&'static str>,
}

/// What is to come of a run. What is absent may be anything.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Its table.
    pub span: Span,
    /// How the run ends: a word of [`STATES`].
    pub state: Option<Spanned<&'static str>>,
    /// The output.
    pub output: Option<SchemaSource>,
    /// Members that the output has, among others.
    pub output_has: Option<SchemaSource>,
    /// Members that the error has, among others.
    pub error: Option<SchemaSource>,
    /// Members that the body of the reply has, among others.
    pub reply: Option<SchemaSource>,
    /// How nodes end: words of [`NODE_ENDS`].
    pub nodes: Vec<(Spanned<String>, Spanned<&'static str>)>,
    /// How many attempts nodes have.
    pub attempts: Vec<(Spanned<String>, Spanned<u32>)>,
    /// Pairs of nodes of which the first has ended before the second begins.
    pub before: Vec<[Spanned<String>; 2]>,
    /// The nodes whose effects are taken back, in this order and no others.
    pub compensated: Option<Spanned<Vec<Spanned<String>>>>,
}

/// How a run may end.
pub const STATES: &[&str] = &["completed", "failed", "timed_out", "cancelled", "refused"];

/// How a node may end: with an output; for good without one; on a branch that is not taken; without an answer in time; not at
/// all, since the run failed before.
pub const NODE_ENDS: &[&str] = &["done", "failed", "passed", "unanswered", "skipped"];

/// What an answer may come to.
pub const ANSWER_ENDS: &[&str] = &["taken", "refused", "closed"];

impl Expect {
    /// Whether any run at all would do.
    pub fn is_empty(&self) -> bool {
        let Self { span: _, state, output, output_has, error, reply, nodes, attempts, before, compensated } = self;
        let documents = [output, output_has, error, reply];
        state.is_none()
            && documents.iter().all(|document| document.is_none())
            && nodes.is_empty()
            && attempts.is_empty()
            && before.is_empty()
            && compensated.is_none()
    }

    /// Every name of a node in it, without those of compensations' nodes' own parts.
    pub fn nodes(&self) -> impl Iterator<Item = &Spanned<String>> {
        let nodes = self.nodes.iter().map(|(node, _)| node).chain(self.attempts.iter().map(|(node, _)| node));
        let compensated = self.compensated.iter().flat_map(|nodes| &nodes.value);
        nodes.chain(self.before.iter().flatten()).chain(compensated)
    }
}
