//! One attempt of a node: from the claim to what it leaves in the journal.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet};

use super::{Engine, Phase, STORE_PAUSE, pause_or_stop, reached, release};
use crate::{
    Cx, HandlerError,
    cx::RunContext,
    json::Value,
    server::{
        call,
        definition::{Node, NodeCall, Scope, Tool},
        log, random,
        step::{Event, RunView, Transition, give_up, step},
        store::{CRASHES_ALLOWED, Claim, Committed, StoreError},
    },
};

/// The largest output of a node.
const OUTPUT_BYTES: usize = 10 << 20;

/// Runs the claimed node and commits what follows, or gives the task back when the process stops first.
pub(super) async fn node(engine: &Engine, claim: Claim, mut phase: watch::Receiver<Phase>) {
    let plan = match plan(engine, &claim) {
        Ok((tool, node)) => {
            let ended = tokio::select! {
                ended = attempt(engine, &claim, tool, node) => ended,
                () = reached(&mut phase, Phase::Releasing) => return release(engine, &claim, Duration::ZERO, &mut phase).await,
            };
            match ended {
                Ok(event) => Plan::Step(tool, event),
                Err(error) => {
                    log::line(format_args!("an attempt could not begin: {error}"));
                    return release(engine, &claim, STORE_PAUSE, &mut phase).await;
                }
            }
        }
        Err(error) => Plan::GiveUp(error),
    };
    settle(engine, claim, &plan, &mut phase).await;
}

/// How the transition is made from a view, as often as another branch comes first.
enum Plan {
    Step(&'static Tool, Event),
    GiveUp(HandlerError),
}

/// What is to be run, or why it cannot be.
fn plan(engine: &Engine, claim: &Claim) -> Result<(&'static Tool, &'static Node), HandlerError> {
    if claim.crashes >= CRASHES_ALLOWED {
        let message = format!("the server's process died {CRASHES_ALLOWED} times in this node");
        return Err(HandlerError::permanent("node-crashed", message));
    }
    engine
        .definition
        .tool(&claim.run.tool)
        .filter(|tool| tool.version == claim.run.version)
        .filter(|tool| tool.nodes.iter().map(|node| node.name).eq(claim.names.iter().map(String::as_str)))
        .and_then(|tool| Some((tool, tool.nodes.get(claim.lease.task)?)))
        .ok_or_else(|| {
            let (tool, version) = (&claim.run.tool, &claim.run.version);
            let message = format!("the run began with `{tool}` {version}, which this server no longer has");
            HandlerError::permanent("tool-changed", message)
        })
}

async fn attempt(
    engine: &Engine,
    claim: &Claim,
    tool: &'static Tool,
    node: &'static Node,
) -> Result<Event, StoreError> {
    let mut outputs = vec![None; tool.nodes.len()];
    if !node.after.is_empty() {
        let recorded = engine.store.outputs(claim.lease.run, node.after.to_vec()).await?;
        for (idx, output) in node.after.iter().zip(recorded) {
            outputs[*idx] = Some(output);
        }
    }
    let run = RunContext {
        correlation_id: claim.run.correlation_id.clone(),
        tool: tool.name,
        reply_id: claim.run.reply_id.clone(),
        caller: claim.run.caller.clone(),
        data: engine.data.clone(),
        config: Arc::clone(&engine.config),
    };
    let call = NodeCall {
        cx: Cx::new(Arc::new(run), node.name, claim.lease.epoch),
        scope: Scope { args: Arc::clone(&claim.run.args), outputs, locals: Vec::new() },
    };
    let output = guarded(node, call).await.and_then(|output| accept(tool, claim.lease.task, output));
    Ok(match output {
        Ok(output) => Event::Completed(Arc::from(output)),
        Err(error) => Event::Failed(error),
    })
}

/// Runs the node's function where its panics and its time are its own.
async fn guarded(node: &'static Node, call: NodeCall) -> Result<Vec<u8>, HandlerError> {
    // A set, because it aborts the task when this future is dropped.
    let mut task = JoinSet::new();
    task.spawn(async move {
        let timeout = Duration::from_millis(node.timeout_ms);
        tokio::time::timeout(timeout, (node.run)(call)).await
    });
    match task.join_next().await {
        Some(Ok(Ok(ended))) => ended,
        Some(Ok(Err(_))) => {
            Err(HandlerError::transient("node-timeout", format!("no answer within {} ms", node.timeout_ms)))
        }
        // The panic's own words went to stderr; they may hold what callers must not see.
        Some(Err(_)) | None => Err(HandlerError::permanent("handler-panicked", "the handler panicked")),
    }
}

/// Judges an output before it is recorded: what is recorded stays for ever.
fn accept(tool: &Tool, task: usize, output: Vec<u8>) -> Result<Vec<u8>, HandlerError> {
    if output.len() > OUTPUT_BYTES {
        let message = format!("the output has {} bytes, at most {OUTPUT_BYTES} are recorded", output.len());
        return Err(HandlerError::permanent("output-too-large", message));
    }
    if tool.response != Some(task) {
        return Ok(output);
    }
    // A validator that panics is our fault, and no reason to lose the run.
    let checked = std::panic::catch_unwind(AssertUnwindSafe(|| match tool.check_output {
        Some(check) => call::validate(&output, check, "output-invalid"),
        None => Value::parse(&output)
            .map(drop)
            .map_err(|error| HandlerError::permanent("output-invalid", error.to_string())),
    }));
    checked.unwrap_or_else(|_| Err(HandlerError::permanent("output-invalid", "the output could not be validated")))?;
    Ok(output)
}

/// Commits what follows, until it is durable, known to be another's, or the process stops.
async fn settle(engine: &Engine, claim: Claim, plan: &Plan, phase: &mut watch::Receiver<Phase>) {
    let Claim { lease, ref run, ref names, .. } = claim;
    let mut view = claim.view.clone();
    let dice = random::dice();
    loop {
        let now = engine.clock.now();
        let transition = match plan {
            Plan::Step(tool, event) => step(tool.nodes, &view, lease.task, event.clone(), now, dice),
            Plan::GiveUp(error) => abandon(&view, lease.task, names, error),
        };
        let ends = transition.end.is_some();
        match engine.store.commit(lease, view.revision, transition, now).await {
            Ok(Committed::Applied) => {
                if ends {
                    engine.waiters.wake(&run.correlation_id);
                }
                return;
            }
            Ok(Committed::Stale) => return,
            Ok(Committed::Conflict(newer)) => view = newer,
            Err(error) => {
                log::line(format_args!("a result could not be recorded: {error}"));
                if pause_or_stop(phase).await {
                    return release(engine, &claim, Duration::ZERO, phase).await;
                }
            }
        }
    }
}

fn abandon(view: &RunView, task: usize, names: &[String], error: &HandlerError) -> Transition {
    give_up(view, task, names.get(task).map_or("", String::as_str), error)
}
