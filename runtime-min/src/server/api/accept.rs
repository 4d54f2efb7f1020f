//! Making a run durable, and the answer that says so.

use std::sync::Arc;

use axum::http::StatusCode;

use super::problem::Problem;
use crate::{
    json::write_string,
    server::{
        definition::{Kind, Tool},
        engine::{Engine, Origin, new_run},
        log, random,
        store::{Accepted, IdempotencyKey, NewRun, Recalled, StoreError},
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
    let id = correlation_id.clone();
    let idempotency = call.idempotency.map(|(key, body)| (key, Recalled { body, answer: answer.clone() }));
    let origin = Origin {
        caller: call.caller,
        reply_id: call.reply_id,
        reply_to: call.reply_to,
        args: call.args,
        depth: 1,
        timeout_ms: None,
    };
    let run = NewRun { idempotency, ..new_run(call.tool, correlation_id, origin, now) };
    match engine.store.accept(run).await {
        Ok(Accepted::New) => Ok(Answer::New(answer)),
        Ok(Accepted::Known(recalled)) => Ok(Answer::Known(recalled)),
        Err(error) => {
            log::line(format_args!("a run could not be accepted: {error}"));
            Err(refusal(&error, &id, refused))
        }
    }
}

/// What is said of a run that was not recorded, or of which that is not known. `members` are those of the answer.
fn refusal(error: &StoreError, correlation_id: &str, members: Vec<u8>) -> Problem {
    let mut beside = members;
    beside.remove(0);
    let (code, message) = match error {
        StoreError::Unavailable(_) => {
            beside.extend_from_slice(b"\"started\":false,\"status\":\"failed\",");
            ("store-unavailable", "the run could not be made durable; nothing was started".into())
        }
        // Neither "started" nor "not started" would be true.
        StoreError::Unknown(_) => {
            beside.extend_from_slice(b"\"status\":\"unknown\",");
            let ask = format!("ask for the run `{correlation_id}` when the server is back");
            ("outcome-unknown", format!("whether the run was recorded is not known; {ask}"))
        }
    };
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, code, message).beside(beside)
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

#[cfg(test)]
mod tests {
    use super::{StoreError, refusal};

    #[test]
    fn an_unknown_outcome_is_not_told_as_a_refusal() {
        let told = |error: StoreError| format!("{:?}", refusal(&error, "run_1", b"{".to_vec()).into_texts());
        let unknown = told(StoreError::Unknown("fsync".into()));
        assert!(unknown.contains("outcome-unknown") && unknown.contains("`run_1`"), "{unknown}");
        assert!(!unknown.contains("started"), "{unknown}");
        assert!(told(StoreError::Unavailable("full".into())).contains("nothing was started"));
    }
}
