//! Applying what follows from an event.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    super::{Committed, Lease},
    read,
};
use crate::server::{
    step::{Change, Ending, RunView, TaskState, Transition},
    time::Timestamp,
};

/// Applies a transition of a node, all of it or nothing.
pub(super) fn commit(
    connection: &Connection,
    lease: Lease,
    revision: i64,
    transition: &Transition,
    now: Timestamp,
) -> rusqlite::Result<Committed> {
    if !holds(connection, lease)? {
        return Ok(Committed::Stale);
    }
    let (found, failing, open) = connection
        .prepare_cached("SELECT revision, failure IS NOT NULL, status = 'open' FROM runs WHERE id = ?1")?
        .query_row([lease.run], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, bool>(1)?, row.get::<_, bool>(2)?)))?;
    // What has ended stays as it ended, whoever still holds a lease.
    if !open {
        return Ok(Committed::Stale);
    }
    if found != revision {
        let (tasks, _) = read::tasks(connection, lease.run)?;
        return Ok(Committed::Conflict(RunView { revision: found, failing, tasks }));
    }
    for (task, change) in &transition.changes {
        apply(connection, lease.run, *task, change, now)?;
    }
    let failure = transition.failure.as_ref().map(|failure| {
        serde_json::json!({ "code": failure.code, "message": failure.message, "node": failure.node })
            .to_string()
            .into_bytes()
    });
    connection
        .prepare_cached(
            "UPDATE runs SET revision = revision + 1, failure = coalesce(failure, ?2), status = coalesce(?3, status),
             ended_at = iif(?3 IS NULL, NULL, ?4) WHERE id = ?1",
        )?
        .execute(params![lease.run, failure, transition.end, now.0])?;
    if transition.end.is_some() {
        reply(connection, lease.run, now)?;
    }
    Ok(Committed::Applied)
}

/// Ends a failing run of which nothing is under way or to come, as the last of its attempts would have done.
pub(super) fn end_if_over(connection: &Connection, run: i64, now: Timestamp) -> rusqlite::Result<()> {
    let ended = connection
        .prepare_cached(
            "UPDATE runs SET revision = revision + 1, status = ?2, ended_at = ?3
             WHERE id = ?1 AND status = 'open' AND failure IS NOT NULL AND NOT EXISTS
             (SELECT 1 FROM tasks WHERE run = ?1 AND work = 'node' AND state IN ('ready', 'running'))",
        )?
        .execute(params![run, Ending::Failed, now.0])?;
    if ended > 0 { reply(connection, run, now) } else { Ok(()) }
}

/// Lets the reply go out, once.
fn reply(connection: &Connection, run: i64, now: Timestamp) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE tasks SET state = 'ready', due = ?2 WHERE run = ?1 AND work = 'reply' AND state = 'waiting'",
        )?
        .execute(params![run, now.0])
        .map(drop)
}

/// Settles an attempt of a reply. Without the lease nothing happens: somebody else has settled it.
pub(super) fn settle(connection: &Connection, lease: Lease, change: &Change, now: Timestamp) -> rusqlite::Result<()> {
    if holds(connection, lease)? { apply(connection, lease.run, lease.task, change, now) } else { Ok(()) }
}

/// Gives a task back. The epoch stays, so that leases remain distinct.
pub(super) fn release(connection: &Connection, lease: Lease, due: Timestamp, now: Timestamp) -> rusqlite::Result<()> {
    if !holds(connection, lease)? {
        return Ok(());
    }
    connection
        .prepare_cached(
            "UPDATE tasks SET due = ?3, state = iif(
                 work = 'node' AND (SELECT failure IS NOT NULL FROM runs WHERE id = ?1), 'skipped', 'ready')
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![lease.run, lease.task, due.0])?;
    connection.prepare_cached("UPDATE runs SET revision = revision + 1 WHERE id = ?1")?.execute([lease.run])?;
    end_if_over(connection, lease.run, now)
}

fn holds(connection: &Connection, lease: Lease) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT state = 'running' AND starts = ?3 FROM tasks WHERE run = ?1 AND task = ?2")?
        .query_row(params![lease.run, lease.task, lease.epoch], |row| row.get(0))
        .optional()
        .map(|held| held.unwrap_or(false))
}

fn apply(connection: &Connection, run: i64, task: usize, change: &Change, now: Timestamp) -> rusqlite::Result<()> {
    // What happens to a task, and whether that is one more recorded failure.
    let (state, due, failures, reason, output) = match change {
        Change::Complete(output) => (TaskState::Done, now, 0, None, Some(&output[..])),
        Change::Retry { due, reason } => (TaskState::Ready, *due, 1, Some(reason), None),
        Change::Fail { reason } => (TaskState::Failed, now, 1, Some(reason), None),
        Change::Ready => (TaskState::Ready, now, 0, None, None),
        Change::Skip => (TaskState::Skipped, now, 0, None, None),
    };
    connection
        .prepare_cached(
            "UPDATE tasks SET state = ?3, due = ?4, failures = failures + ?5, reason = coalesce(?6, reason), output = ?7
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, state, due.0, failures, reason, output])
        .map(drop)
}
