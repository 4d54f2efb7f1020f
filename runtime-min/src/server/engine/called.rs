//! Runs that a run calls: how they begin, and what their caller has of them.

use std::{borrow::Cow, sync::Arc};

use super::{
    Engine,
    begin::{Origin, new_run},
};
use crate::{
    HandlerError,
    handler::FailureClass,
    server::{
        call::validate,
        definition::{Call, Scope},
        random,
        step::{Ending, Event},
        store::{Claim, RunRecord, StoreError},
    },
};

/// The run that is to be made for the claimed task or item.
pub(super) fn call(engine: &Engine, claim: &Claim, call: &Call, scope: &Scope) -> Result<Event, HandlerError> {
    if claim.run.depth >= call.max_depth {
        let message = format!("runs are nested more than {} deep", call.max_depth);
        return Err(HandlerError::permanent("nested-too-deep", message));
    }
    let tool = engine
        .definition
        .tool(call.tool)
        .ok_or_else(|| HandlerError::permanent("tool-changed", format!("this server no longer has `{}`", call.tool)))?;
    let args = (call.args)(scope)?;
    validate(&args, tool.check_args, "invalid-arguments")?;
    let now = engine.clock.now();
    let origin = Origin {
        caller: claim.run.caller.clone(),
        reply_id: None,
        reply_to: None,
        args: Arc::from(args),
        depth: claim.run.depth + 1,
        timeout_ms: call.timeout_ms,
    };
    Ok(Event::Called(Box::new(new_run(tool, random::correlation_id(now), origin, now))))
}

/// What the run that was made for the claimed task or item came to.
pub(super) async fn result(engine: &Engine, claim: &Claim) -> Result<Result<Vec<u8>, HandlerError>, StoreError> {
    let lease = claim.lease;
    match engine.store.called(lease.run, lease.task, lease.item).await? {
        Some(RunRecord { end: Some((Ending::Completed, _)), output, .. }) => {
            Ok(Ok(output.unwrap_or_else(|| b"null".to_vec())))
        }
        Some(RunRecord { end: Some(_), failure, class, .. }) => Ok(Err(failed(failure.as_deref(), class))),
        Some(RunRecord { end: None, .. }) | None => {
            Err(StoreError::Unavailable("the run that was called has not ended".into()))
        }
    }
}

/// The failure that is recorded as `error`.
pub(super) fn failed(error: Option<&[u8]>, class: Option<FailureClass>) -> HandlerError {
    let read = error.and_then(|error| serde_json::from_slice::<serde_json::Value>(error).ok()).unwrap_or_default();
    let member = |name: &str| read.get(name).and_then(serde_json::Value::as_str);
    let class = class.or_else(|| FailureClass::of_word(member("class")?)).unwrap_or(FailureClass::Permanent);
    HandlerError {
        code: Cow::Owned(member("code").unwrap_or("failed").to_owned()),
        message: member("message").unwrap_or_default().to_owned(),
        class,
        retry_after_ms: None,
    }
}
