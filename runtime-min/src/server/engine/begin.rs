//! Making runs: what is recorded before anything of them is done.

use std::sync::Arc;

use crate::server::{
    definition::{Action, Tool},
    random,
    step::begin,
    store::{NewRun, NewTask},
    time::Timestamp,
};

/// Who wants a run, and with what.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The id of the calling key.
    pub(crate) caller: Option<String>,
    /// The caller's reply id.
    pub(crate) reply_id: Option<String>,
    /// Where the terminal reply goes.
    pub(crate) reply_to: Option<String>,
    /// The coerced arguments.
    pub(crate) args: Arc<[u8]>,
    /// How deep it is nested; 1 for a run that is called from outside.
    pub(crate) depth: u32,
    /// How long it may take, in milliseconds, beside what the tool says.
    pub(crate) timeout_ms: Option<u64>,
}

/// A run of `tool`. Its wait tokens are made here, so that they are as durable as the run is.
pub(crate) fn new_run(tool: &Tool, correlation_id: String, origin: Origin, now: Timestamp) -> NewRun {
    let Origin { caller, reply_id, reply_to, args, depth, timeout_ms } = origin;
    let tasks = tool.nodes.iter().zip(begin(tool.graph())).map(|(node, state)| NewTask {
        name: node.name,
        state,
        token: matches!(node.action, Action::Wait(_)).then(|| random::hex(&random::bytes::<16>())),
    });
    NewRun {
        correlation_id,
        tool: tool.id,
        version: tool.version,
        shape: tool.shape(),
        caller,
        reply_id,
        reply_to,
        args,
        tasks: tasks.collect(),
        deadline: [tool.timeout_ms, timeout_ms].into_iter().flatten().min().map(|ms| now.plus_ms(ms)),
        depth,
        now,
        idempotency: None,
    }
}
