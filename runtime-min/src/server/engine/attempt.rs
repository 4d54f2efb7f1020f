//! One attempt of a node: from the claim to what it leaves in the journal.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{
    Engine, Phase, STORE_PAUSE, pause_or_stop,
    perform::{Performed, perform},
    reached, release,
};
use crate::{
    HandlerError,
    handler::FailureClass,
    json::Value,
    server::{
        call,
        definition::{Node, Tool},
        log, random,
        state::Ask,
        step::{Ending, Event, Graph, RunFailure, RunView, Subject, TaskPhase, give_up, step},
        store::{CRASHES_ALLOWED, Claim, Committed, Decide, Right, RunHead, Step, StoreError, Work},
        time::Timestamp,
    },
};

/// The largest output of a node.
pub(super) const OUTPUT_BYTES: usize = 10 << 20;

/// Runs the claimed node and commits what follows, or gives the task back when the process stops first.
pub(super) async fn node(engine: &Engine, claim: Claim, mut phase: watch::Receiver<Phase>) {
    let end = match plan(engine, &claim) {
        Plan::Over(end) => end,
        Plan::Perform(tool, node) => {
            let ended = tokio::select! {
                ended = perform(engine, &claim, tool, node) => ended,
                () = reached(&mut phase, Phase::Releasing) => return release(engine, &claim, Duration::ZERO, &mut phase).await,
            };
            match ended {
                Ok(Performed::Event(event)) => End::Event(judged(tool, &claim, event)),
                Ok(Performed::Asked(ask)) => End::Asked(ask),
                Err(error) => {
                    log::line(format_args!("an attempt could not begin: {error}"));
                    return release(engine, &claim, STORE_PAUSE, &mut phase).await;
                }
            }
        }
    };
    settle(engine, &claim, &end, &mut phase).await;
}

/// What is to be done with a claim.
enum Plan {
    /// The node is to be run.
    Perform(&'static Tool, &'static Node),
    /// Nothing is run.
    Over(End),
}

/// How an attempt ended.
#[derive(Clone)]
enum End {
    /// With this.
    Event(Event),
    /// With what comes of this in the store.
    Asked(Ask),
    /// It is not tried again, whatever its node says.
    GiveUp(HandlerError),
}

fn plan(engine: &Engine, claim: &Claim) -> Plan {
    if claim.work == Work::Control {
        return Plan::Over(End::Event(control(claim.phase)));
    }
    let Some((tool, node)) = tool(engine, &claim.run).and_then(|tool| Some((tool, tool.nodes.get(claim.lease.task)?)))
    else {
        let (tool, version) = (&claim.run.tool, &claim.run.version);
        let message = format!("the run began with `{tool}` {version}, which this server no longer has");
        return Plan::Over(End::GiveUp(HandlerError::permanent("tool-changed", message)));
    };
    if claim.ending.is_some() && node.compensates.is_none() && claim.phase != TaskPhase::Gather {
        return Plan::Over(End::Event(Event::Dropped));
    }
    if claim.crashes >= CRASHES_ALLOWED {
        let message = format!("the server's process died {CRASHES_ALLOWED} times in this node");
        return Plan::Over(End::GiveUp(HandlerError::permanent("node-crashed", message)));
    }
    Plan::Perform(tool, node)
}

/// The tool with which a run began, if it is still here.
pub(super) fn tool(engine: &Engine, run: &RunHead) -> Option<&'static Tool> {
    engine.definition.tool(&run.tool).filter(|tool| tool.version == run.version && tool.shape() == run.shape)
}

fn graph(engine: &Engine, run: &RunHead) -> Graph<'static> {
    tool(engine, run).map_or(Graph::UNKNOWN, Tool::graph)
}

/// What ends a run from outside.
fn control(phase: TaskPhase) -> Event {
    let failure = |ending, class, code: &str, message: &str| RunFailure {
        ending,
        class,
        code: code.into(),
        message: message.into(),
        node: String::new(),
    };
    match phase {
        TaskPhase::Stop => Event::Stopped(failure(
            Ending::Cancelled,
            FailureClass::Permanent,
            "cancelled",
            "the run that called this one does not need it any more",
        )),
        _ => Event::TimeOver(failure(
            Ending::TimedOut,
            FailureClass::Timeout,
            "run-timeout",
            "the run did not end in the time that its topology allows",
        )),
    }
}

/// Judges an output before it is recorded: what is recorded stays for ever.
fn judged(tool: &Tool, claim: &Claim, event: Event) -> Event {
    let (Event::Completed(output) | Event::Page { output, .. }) = &event else { return event };
    if output.len() > OUTPUT_BYTES {
        return Event::Failed(too_large(output.len()));
    }
    if claim.lease.item.is_some() || !tool.responses.contains(&claim.lease.task) {
        return event;
    }
    // A validator that panics is our fault, and no reason to lose the run.
    let checked = std::panic::catch_unwind(AssertUnwindSafe(|| match tool.check_output {
        Some(check) => call::validate(output, check, "output-invalid"),
        None => {
            Value::parse(output).map(drop).map_err(|error| HandlerError::permanent("output-invalid", error.to_string()))
        }
    }));
    match checked
        .unwrap_or_else(|_| Err(HandlerError::permanent("output-invalid", "the output could not be validated")))
    {
        Ok(()) => event,
        Err(error) => Event::Failed(error),
    }
}

/// The failure of what is larger than can be recorded.
pub(super) fn too_large(bytes: usize) -> HandlerError {
    let message = format!("the output has {bytes} bytes, at most {OUTPUT_BYTES} are recorded");
    HandlerError::permanent("output-too-large", message)
}

fn subject(claim: &Claim) -> Subject {
    match (claim.work, claim.lease.item) {
        (Work::Control | Work::Reply, _) => Subject::Run,
        (Work::Node, None) => Subject::Task(claim.lease.task),
        (Work::Node, Some(item)) => {
            Subject::Item { task: claim.lease.task, item, failures: claim.failures, phase: claim.phase }
        }
    }
}

/// Commits what follows, until it is durable, known to be another's, or the process stops.
async fn settle(engine: &Engine, claim: &Claim, end: &End, phase: &mut watch::Receiver<Phase>) {
    let dice = random::dice();
    loop {
        match commit(engine, claim, end.clone(), engine.clock.now(), dice).await {
            Ok(Committed::Applied(Some(_))) => return engine.waiters.wake(&claim.run.correlation_id),
            Ok(Committed::Applied(None) | Committed::Stale) => return,
            Err(error) => {
                log::line(format_args!("a result could not be recorded: {error}"));
                if pause_or_stop(phase).await {
                    return release(engine, claim, Duration::ZERO, phase).await;
                }
            }
        }
    }
}

/// Gives the claimed task back as if it had not begun.
pub(super) async fn give_back(
    engine: &Engine,
    claim: &Claim,
    due: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    commit(engine, claim, End::Event(Event::Released(due)), now, 0).await.map(drop)
}

async fn commit(engine: &Engine, claim: &Claim, end: End, now: Timestamp, dice: u32) -> Result<Committed, StoreError> {
    let (graph, subject, name) = (graph(engine, &claim.run), subject(claim), claim.name.clone());
    let bytes = match &end {
        End::Event(Event::Completed(output) | Event::Page { output, .. }) => output.len(),
        End::Event(Event::Spread(items)) => items.iter().map(|item| item.len() + 64).sum(),
        End::Event(Event::Called(run)) => run.args.len() + 512,
        End::Asked(ask) => ask.bytes(),
        End::Event(_) | End::GiveUp(_) => 0,
    };
    let decide = match end {
        End::Event(event) => Step::Run(Box::new(move |view| Some(step(graph, view, subject, event, now, dice)))),
        End::GiveUp(error) => Step::Run(Box::new(move |view| Some(give_up(graph, view, subject, &name, &error)))),
        End::Asked(ask) => {
            let place = ask.place();
            let decide = move |view: &RunView, found: Option<&[u8]>| {
                let (event, write) = match ask.answer(found) {
                    Ok((output, write)) => (Event::Completed(Arc::from(output)), write),
                    Err(error) => (Event::Failed(error), None),
                };
                (step(graph, view, subject, event, now, dice), write)
            };
            Step::State(place, Box::new(decide))
        }
    };
    engine.store.commit(Right::Lease(claim.lease), Decide { bytes, step: decide }, now).await
}
