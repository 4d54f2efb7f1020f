//! What the compiler says of a test, and what it is told of its run.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One test.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    /// The canonical id of the topology.
    pub(super) tool: String,
    /// The time at which it begins, in milliseconds since 1970.
    pub(super) now_ms: i64,
    /// The arguments, as a caller would send them.
    pub(super) args: Box<RawValue>,
    /// What stands in for handlers and HTTP calls.
    pub(super) stubs: Vec<Stub>,
    /// Answers to waits.
    pub(super) answers: Vec<Answer>,
}

/// What stands in for a handler or an HTTP call.
#[derive(Debug, Deserialize)]
pub(super) struct Stub {
    /// What it stands in for.
    pub(super) of: Of,
    /// A handler's path, or a call's name.
    pub(super) name: String,
    /// What it does.
    pub(super) outcomes: Vec<Outcome>,
    /// Whether each outcome is for one call, in the order of calls; else the only one is for all.
    pub(super) one_each: bool,
}

/// What a stub stands in for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub(super) enum Of {
    /// A Rust handler.
    Handler,
    /// A declared HTTP call.
    Http,
}

/// What a stub does once.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Outcome {
    /// After so long, in milliseconds.
    pub(super) delay_ms: u64,
    /// What.
    pub(super) does: Does,
}

/// How a stubbed call ends.
#[derive(Clone, Debug, Deserialize)]
pub(super) enum Does {
    /// With this output; of an HTTP call the body of an answer with this status.
    Answer {
        /// The status; 200 for handlers.
        status: u16,
        /// The JSON text.
        body: Box<RawValue>,
    },
    /// With this failure.
    Fail {
        /// The code.
        code: String,
        /// The message.
        message: String,
        /// The word for its class.
        class: String,
    },
    /// Never: its time runs out.
    Hang,
    /// Without a connection.
    Disconnect,
}

/// An answer to a wait.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    /// The node that waits.
    pub(super) wait: String,
    /// So long after it asked, in milliseconds.
    pub(super) at_ms: i64,
    /// The answer's body.
    pub(super) value: Box<RawValue>,
}

/// What happened.
#[derive(Debug, Serialize)]
pub(super) struct Happened {
    /// How the run ended; `refused` where the arguments were, `stuck` where it did not end.
    pub(super) state: &'static str,
    /// The output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Box<RawValue>>,
    /// The error of a run that did not complete; what is wrong with refused arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Box<RawValue>>,
    /// The body of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reply: Option<Box<RawValue>>,
    /// The time at the end, in milliseconds since 1970.
    pub(super) ended_ms: i64,
    /// The tasks of all runs, that of the test first.
    pub(super) tasks: Vec<Task>,
    /// When attempts of the test's own run began and ended, in order.
    pub(super) marks: Vec<Mark>,
    /// What each answer came to, in their order; none where the wait did not ask.
    pub(super) answers: Vec<Option<&'static str>>,
    /// How many calls each stub took, in their order.
    pub(super) calls: Vec<usize>,
}

/// A task at the end.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Task {
    /// The canonical id of its topology.
    pub(crate) tool: String,
    /// How deep its run is nested; 1 for that of the test.
    pub(crate) depth: u32,
    /// The node's name.
    pub(crate) node: String,
    /// How it stands, in the store's words.
    pub(crate) state: String,
    /// The branch that a switch took; of a caught wait 1 if nobody answered.
    pub(crate) branch: Option<u32>,
}

/// The beginning or the end of an attempt of a node.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Mark {
    /// The node.
    pub(super) node: String,
    /// Whether it is an end.
    pub(super) is_end: bool,
    /// Whether it is about one item of a loop.
    pub(super) is_item: bool,
    /// When, in milliseconds since 1970.
    #[serde(skip)]
    pub(super) at: i64,
}
