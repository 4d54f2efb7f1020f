//! Answers from outside to runs that wait.

use std::sync::Arc;

use super::{Engine, attempt};
use crate::{
    server::{
        definition::{Action, Wait},
        step::answer as step_answer,
        store::{Awaited, Committed, Decide, Right, Step, StoreError},
    },
    validate::Refusal,
};

/// What became of an answer.
#[derive(Debug)]
pub(crate) enum Answered {
    /// The run goes on with it.
    Taken {
        /// The run's id.
        correlation_id: String,
    },
    /// It is not what the wait asks for, which stays open.
    Refused(Refusal),
    /// The wait is over: another answer came first, or its time, or the run's end.
    Closed,
    /// There is no such token.
    Unknown,
}

/// Answers the wait that has this token.
pub(crate) async fn answer(engine: &Engine, token: String, body: &[u8]) -> Result<Answered, StoreError> {
    let Some(Awaited { run, task, head }) = engine.store.awaited(token).await? else { return Ok(Answered::Unknown) };
    // A run whose tool is no longer here has failed, or is about to.
    let Some(tool) = attempt::tool(engine, &head) else { return Ok(Answered::Closed) };
    let Some(Action::Wait(Wait { check, .. })) = tool.nodes.get(task).map(|node| &node.action) else {
        return Ok(Answered::Closed);
    };
    let checked: Arc<[u8]> = match check.check(body) {
        Ok(checked) => Arc::from(checked.as_ref()),
        Err(refusal) => return Ok(Answered::Refused(refusal)),
    };
    let decide = Decide {
        bytes: checked.len(),
        step: Step::Run(Box::new(move |view| step_answer(tool.graph(), view, task, checked))),
    };
    Ok(match engine.store.commit(Right::Token { run }, decide, engine.clock.now()).await? {
        Committed::Applied(end) => {
            if end.is_some() {
                engine.waiters.wake(&head.correlation_id);
            }
            Answered::Taken { correlation_id: head.correlation_id }
        }
        Committed::Stale => Answered::Closed,
    })
}
