//! `GET /v1/runs/{correlation_id}`: how a run stands.

use std::time::Duration;

use axum::{
    extract::{Path, RawQuery, State, rejection::PathRejection},
    http::{HeaderMap, StatusCode},
    response::Response,
};

use super::{Api, Shared, json, page::whole, problem::Problem};
use crate::{
    json::write_string,
    server::{
        definition::Kind,
        engine::CALLER,
        keys::Caller,
        reply::{outcome, word},
        step::{Ending, TaskState},
        store::{ReplyRecord, RunHead, RunRecord},
        time::Timestamp,
    },
};

/// The longest long poll, in seconds.
const LONGEST_WAIT: u64 = 60;

/// Shows a run to the key that started it; one that a trigger began, to all that may run the tool. With `?wait=SECONDS` not before it has ended, or the time is over.
pub(super) async fn run(
    State(api): Shared,
    correlation_id: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let caller = api.caller(&headers)?;
    let not_found = || Problem::new(StatusCode::NOT_FOUND, "run-not-found", "this caller has no such run");
    let Path(correlation_id) = correlation_id.map_err(|_| not_found())?;
    let wait = wait(query.as_deref())?;
    let deadline = tokio::time::Instant::now() + wait;
    let waiter = api.engine.waiters.join(&correlation_id);
    loop {
        let changed = waiter.changed();
        tokio::pin!(changed);
        // Listens before it reads, so that an end in between is not missed.
        changed.as_mut().enable();
        let record = read(&api, &correlation_id).await?.filter(|record| may_see(&caller, &record.head));
        let record = record.ok_or_else(not_found)?;
        let over = record.end.is_some() || tokio::time::Instant::now() >= deadline;
        if over || tokio::time::timeout_at(deadline, changed).await.is_err() {
            return Ok(json(document(&api, &record)));
        }
    }
}

/// What a trigger began is nobody's own: who may run the tool may see it.
fn may_see(caller: &Caller, run: &RunHead) -> bool {
    let is_triggered = run.caller.as_deref().is_some_and(|caller| caller.starts_with(CALLER));
    run.caller == caller.id || is_triggered && caller.access.tool(&run.tool).is_some()
}

async fn read(api: &Api, correlation_id: &str) -> Result<Option<RunRecord>, Problem> {
    api.engine
        .store
        .run(correlation_id.to_owned())
        .await
        .map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", error.to_string()))
}

fn wait(query: Option<&str>) -> Result<Duration, Problem> {
    let query = query.unwrap_or_default();
    let wait = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "wait");
    let seconds = match wait {
        None => 0,
        Some((_, text)) => {
            let seconds = whole(&text).and_then(|seconds| u64::try_from(seconds).ok());
            seconds.ok_or_else(|| Problem::bad_input("`wait` must be a number of seconds"))?.min(LONGEST_WAIT)
        }
    };
    Ok(Duration::from_secs(seconds))
}

fn document(api: &Api, record: &RunRecord) -> Vec<u8> {
    let head = &record.head;
    let mut out = b"{\"correlation_id\":".to_vec();
    write_string(&head.correlation_id, &mut out);
    out.extend_from_slice(b",\"topology\":");
    write_string(api.definition.bare_name(&head.tool), &mut out);
    if let Some(tool) = api.definition.tool(&head.tool) {
        out.extend_from_slice(match tool.kind {
            Kind::Query => b",\"kind\":\"query\"".as_slice(),
            Kind::Command => b",\"kind\":\"command\"",
        });
    }
    out.extend_from_slice(b",\"request_id\":");
    write_string(head.reply_id.as_deref().unwrap_or(""), &mut out);
    out.extend_from_slice(b",\"state\":");
    write_string(record.end.map_or("running", |(ending, _)| word(ending)), &mut out);
    match record.end {
        Some((ending, _)) => outcome(ending, record, &mut out),
        None if record.early => outcome(Ending::Completed, record, &mut out),
        None => {}
    }
    time("accepted_at", head.accepted_at, &mut out);
    if let Some((_, at)) = record.end {
        time("ended_at", at, &mut out);
    }
    out.extend_from_slice(b",\"deliveries\":[");
    if let Some(reply) = &record.reply {
        delivery(head.correlation_id.as_str(), reply, &mut out);
    }
    out.extend_from_slice(b"]}");
    out
}

fn delivery(correlation_id: &str, reply: &ReplyRecord, out: &mut Vec<u8>) {
    let state = match reply.state {
        TaskState::Waiting => "waiting",
        TaskState::Ready | TaskState::Running => "pending",
        TaskState::Done => "delivered",
        TaskState::Failed
        | TaskState::Skipped
        | TaskState::Passed
        | TaskState::Caught
        | TaskState::Spread
        | TaskState::Dormant => "dead",
    };
    out.extend_from_slice(
        format!("{{\"id\":\"reply_{correlation_id}\",\"state\":\"{state}\",\"attempts\":{}", reply.attempts).as_bytes(),
    );
    if reply.state == TaskState::Ready {
        time("next_attempt_at", reply.due, out);
    }
    if let Some(reason) = &reply.reason {
        out.extend_from_slice(b",\"error\":");
        write_string(reason, out);
    }
    out.push(b'}');
}

fn time(name: &str, at: Timestamp, out: &mut Vec<u8>) {
    out.extend_from_slice(format!(",\"{name}\":\"{at}\"").as_bytes());
}
