//! Making a run durable, and the answer that says so.

use std::sync::Arc;

use axum::http::StatusCode;

use super::problem::Problem;
use crate::{
    json::write_string,
    server::{
        definition::{Kind, Tool},
        engine::Engine,
        log, random,
        step::begin,
        store::{Accepted, IdempotencyKey, NewRun, Recalled},
    },
};

/// A call that may run.
pub(super) struct Call {
    /// The tool.
    pub(super) tool: &'static Tool,
    /// The id of the calling key.
    pub(super) caller: Option<String>,
    /// The coerced arguments.
    pub(super) args: Arc<[u8]>,
    /// Where the terminal reply goes.
    pub(super) reply_to: Option<String>,
    /// The caller's id for it.
    pub(super) reply_id: Option<String>,
    /// The idempotency key and the hash of the body it came with.
    pub(super) idempotency: Option<(IdempotencyKey, [u8; 32])>,
}

/// What the caller is told.
pub(super) enum Answer {
    /// The run is durable.
    New(Vec<u8>),
    /// An earlier run has the idempotency key.
    Known(Recalled),
}

/// Records the run. Whatever happens later, after an [`Answer::New`] it ends in exactly one way.
pub(super) async fn accept(engine: &Engine, call: Call) -> Result<Answer, Problem> {
    let now = engine.clock.now();
    let correlation_id = random::correlation_id(now);
    let mut answer = members(&call, &correlation_id);
    let refused = answer.clone();
    answer.extend_from_slice(match call.tool.kind {
        Kind::Query => b"\"started\":true,\"status\":\"pending\"}",
        Kind::Command => b"\"started\":true,\"status\":\"started\"}",
    });
    let nodes = call.tool.nodes;
    let idempotency = call.idempotency.map(|(key, body)| (key, Recalled { body, answer: answer.clone() }));
    let run = NewRun {
        correlation_id,
        tool: call.tool.id,
        version: call.tool.version,
        caller: call.caller,
        reply_id: call.reply_id,
        reply_to: call.reply_to,
        args: call.args,
        tasks: nodes.iter().map(|node| node.name).zip(begin(nodes)).collect(),
        response: call.tool.response,
        now,
        idempotency,
    };
    match engine.store.accept(run).await {
        Ok(Accepted::New) => Ok(Answer::New(answer)),
        Ok(Accepted::Known(recalled)) => Ok(Answer::Known(recalled)),
        Err(error) => {
            log::line(format_args!("a run could not be accepted: {error}"));
            let mut beside = refused;
            beside.remove(0);
            beside.extend_from_slice(b"\"started\":false,\"status\":\"failed\",");
            let message = "the run could not be made durable; nothing was started";
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", message).beside(beside))
        }
    }
}

/// `{"topology","kind","correlation_id","request_id",` of the answer.
fn members(call: &Call, correlation_id: &str) -> Vec<u8> {
    let mut out = b"{\"topology\":".to_vec();
    write_string(call.tool.name, &mut out);
    out.extend_from_slice(match call.tool.kind {
        Kind::Query => b",\"kind\":\"query\",\"correlation_id\":".as_slice(),
        Kind::Command => b",\"kind\":\"command\",\"correlation_id\":",
    });
    write_string(correlation_id, &mut out);
    out.extend_from_slice(b",\"request_id\":");
    write_string(call.reply_id.as_deref().unwrap_or(""), &mut out);
    out.push(b',');
    out
}
