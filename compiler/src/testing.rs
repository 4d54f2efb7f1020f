//! The pack's own tests: what the test program is told of them, and what its answers mean.
//!
//! Goes in: the checked pack and what the program wrote. Comes out: cases as JSON, findings at the places of what was expected,
//! the coverage, JUnit's XML. Refuses to know: how a run is driven; the generated program has the production executor for that.

mod case;
mod coverage;
mod judge;
pub(crate) mod junit;

use serde::Deserialize;
use serde_json::Value;

pub(crate) use self::{case::case, coverage::Coverage, judge::judge};

/// What happened in one test, as `runtime-min`'s `pack_tests` writes it.
#[derive(Debug, Deserialize)]
pub(crate) struct Happened {
    /// How the run ended; `refused` where its arguments were, `stuck` where it did not end.
    pub state: String,
    /// The output.
    pub output: Option<Value>,
    /// The error.
    pub error: Option<Value>,
    /// The body of the reply.
    pub reply: Option<Value>,
    /// The tasks of all runs.
    pub tasks: Vec<Task>,
    /// When attempts of the test's own run began and ended, in order.
    pub marks: Vec<Mark>,
    /// What each answer came to; none where its wait did not ask.
    pub answers: Vec<Option<String>>,
    /// How many calls each stub took: those of handlers, then those of HTTP calls.
    pub calls: Vec<usize>,
}

/// A task at the end.
#[derive(Debug, Deserialize)]
pub(crate) struct Task {
    /// The canonical id of its topology.
    pub tool: String,
    /// How deep its run is nested; 1 for that of the test.
    pub depth: u32,
    /// The node's name.
    pub node: String,
    /// How it stands, in the store's words.
    pub state: String,
    /// The branch that a switch took; of a caught wait 1 if nobody answered.
    pub branch: Option<usize>,
}

/// The beginning or the end of an attempt.
#[derive(Debug, Deserialize)]
pub(crate) struct Mark {
    /// The node.
    pub node: String,
    /// Whether it is an end.
    pub is_end: bool,
    /// Whether it is about one item of a loop.
    pub is_item: bool,
}

impl Task {
    /// The word of tests for how the node ended.
    pub(crate) fn end(&self) -> &str {
        match (self.state.as_str(), self.branch) {
            ("caught", Some(1)) => "unanswered",
            ("caught", _) => "failed",
            ("waiting" | "ready" | "running" | "spread", _) => "skipped",
            (state, _) => state,
        }
    }
}
