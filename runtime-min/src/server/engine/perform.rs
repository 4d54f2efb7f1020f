//! What one attempt does, by the kind of its node.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use tokio::task::JoinSet;

use super::{
    Engine, called, gather,
    scope::{context, scope},
};
use crate::{
    HandlerError,
    handler::FailureClass,
    server::{
        definition::{Action, Body, Each, Node, NodeCall, NodeFuture, Pages, Scope, Tool, local},
        state::{Ask, Asks},
        step::{Event, TaskPhase},
        store::{Claim, StoreError},
        time::Timestamp,
    },
};

/// One attempt of a task or an item.
pub(super) async fn perform(
    engine: &Engine,
    claim: &Claim,
    tool: &'static Tool,
    node: &'static Node,
) -> Result<Performed, StoreError> {
    let asks = Asks::default();
    let event = event(engine, claim, tool, node, &asks).await?;
    // What is asked of the state counts only where nothing else failed.
    Ok(match (event, asks.take()) {
        (Event::Completed(_), Some(ask)) => Performed::Asked(ask),
        (event, _) => Performed::Event(event),
    })
}

/// What an attempt came to.
pub(super) enum Performed {
    /// This.
    Event(Event),
    /// What the store answers to this.
    Asked(Ask),
}

async fn event(
    engine: &Engine,
    claim: &Claim,
    tool: &'static Tool,
    node: &'static Node,
    asks: &Asks,
) -> Result<Event, StoreError> {
    let scope = scope(engine, claim, tool, node).await?;
    let gathers = claim.phase == TaskPhase::Gather;
    let call =
        |scope: &Scope| NodeCall { cx: context(engine, claim, tool, node), scope: scope.clone(), asks: asks.clone() };
    let now = engine.clock.now();
    let ended = match (&node.action, claim.lease.item) {
        (Action::Run(run), _) => guarded(node, *run, call(&scope)).await.map(completed),
        (Action::Switch(choose), _) => evaluate(|| choose(&scope)).map(Event::Chosen),
        // It is done by the event that does its source, and never claimed.
        (Action::Converge(_), _) => Err(HandlerError::permanent("not-converged", "there is nothing to converge")),
        (Action::Wait(_), _) if claim.phase == TaskPhase::Asked => return Ok(Event::Unanswered),
        (Action::Wait(wait), _) => {
            evaluate(|| (wait.deadline_ms)(&scope, now.0)).map(|due| parked(TaskPhase::Asked, due))
        }
        (Action::Timer(_), _) if claim.phase == TaskPhase::Slept => Ok(completed(b"null".to_vec())),
        (Action::Timer(due), _) => evaluate(|| due(&scope, now.0)).map(|due| match due <= now.0 {
            true => completed(b"null".to_vec()),
            false => parked(TaskPhase::Slept, due),
        }),
        (Action::Topology(_), _) if gathers => called::result(engine, claim).await?.map(completed),
        (Action::Topology(of), _) => evaluate(|| called::call(engine, claim, of, &scope)),
        (Action::Each(each), None) if gathers => gather::each(engine, claim, each, scope).await?.map(completed),
        (Action::Each(each), None) => evaluate(|| spread(each, scope)),
        (Action::Each(Each { body: Body::Run(run), .. }), Some(_)) => {
            guarded(node, *run, call(&scope)).await.map(completed)
        }
        (Action::Each(Each { body: Body::Topology(of), .. }), Some(_)) => match gathers {
            true => called::result(engine, claim).await?.map(completed),
            false => evaluate(|| called::call(engine, claim, of, &scope)),
        },
        (Action::Pages(_), None) if gathers => gather::pages(engine, claim).await?.map(completed),
        (Action::Pages(pages), None) => {
            evaluate(|| (pages.start)(&scope)).map(|cursor| Event::Spread(vec![Arc::from(cursor)]))
        }
        (Action::Pages(pages), Some(page)) => match guarded(node, pages.body, call(&scope)).await {
            Ok(answer) => evaluate(|| turn(pages, page, claim.seen, scope, answer)),
            Err(error) => Err(error),
        },
    };
    Ok(ended.unwrap_or_else(Event::Failed))
}

fn completed(output: Vec<u8>) -> Event {
    Event::Completed(Arc::from(output))
}

fn parked(phase: TaskPhase, due: i64) -> Event {
    Event::Parked { phase, due: Timestamp(due) }
}

/// Runs an expression. One that panics is our fault, and no reason to lose the run.
fn evaluate<T>(expression: impl FnOnce() -> Result<T, HandlerError>) -> Result<T, HandlerError> {
    std::panic::catch_unwind(AssertUnwindSafe(expression)).unwrap_or_else(|_| Err(panicked()))
}

fn panicked() -> HandlerError {
    // The panic's own words went to stderr; they may hold what callers must not see.
    HandlerError::permanent("handler-panicked", "the handler panicked")
}

/// The items of a loop; over none it is over.
fn spread(each: &'static Each, scope: Scope) -> Result<Event, HandlerError> {
    let items = (each.items)(&scope)?;
    if items.is_empty() {
        return gather::nothing(each, scope).map(completed);
    }
    Ok(Event::Spread(items.into_iter().map(Arc::from).collect()))
}

/// A page, and what comes after it.
fn turn(pages: &Pages, page: usize, seen: usize, mut scope: Scope, answer: Vec<u8>) -> Result<Event, HandlerError> {
    scope.set_local(local::PAGE, answer);
    let items = (pages.items)(&scope)?;
    let next = (pages.next)(&scope)?.filter(|cursor| cursor.trim_ascii() != b"null");
    let seen = seen + items.len();
    if seen > pages.max_items {
        let message = format!("there are more than {} items", pages.max_items);
        return Err(HandlerError::permanent("too-many-items", message));
    }
    if next.is_some() && page + 1 >= pages.max_pages {
        let message = format!("there are more than {} pages", pages.max_pages);
        return Err(HandlerError::permanent("too-many-pages", message));
    }
    let mut output = vec![b'['];
    output.extend_from_slice(&items.join(&b","[..]));
    output.push(b']');
    Ok(Event::Page { output: Arc::from(output), next: next.map(Arc::from), seen })
}

/// Runs the node's function where its panics and its time are its own.
async fn guarded(
    node: &'static Node,
    run: fn(NodeCall) -> NodeFuture,
    call: NodeCall,
) -> Result<Vec<u8>, HandlerError> {
    // A set, because it aborts the task when this future is dropped.
    let mut task = JoinSet::new();
    task.spawn(async move {
        let timeout = Duration::from_millis(node.timeout_ms);
        tokio::time::timeout(timeout, run(call)).await
    });
    match task.join_next().await {
        Some(Ok(Ok(ended))) => ended,
        Some(Ok(Err(_))) => {
            let message = format!("no answer within {} ms", node.timeout_ms);
            Err(HandlerError::transient("node-timeout", message).of_class(FailureClass::Timeout))
        }
        Some(Err(_)) | None => Err(panicked()),
    }
}
