//! The items of a task: rows of their own, and counters in the task's row.

use std::sync::Arc;

use rusqlite::{Connection, params};

use super::{super::Lease, insert};
use crate::{
    HandlerError,
    server::{
        step::{ItemChange, TaskPhase, TaskState},
        time::Timestamp,
    },
};

/// Records all items, of which the first `open` may start.
pub(super) fn spread(
    connection: &Connection,
    run: i64,
    task: usize,
    inputs: &[Arc<[u8]>],
    open: usize,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO items (run, task, item, state, due, input) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (item, input) in inputs.iter().enumerate() {
        let state = if item < open { TaskState::Ready } else { TaskState::Waiting };
        insert.execute(params![run, task, item, state, now.0, &input[..]])?;
    }
    let (total, next) = (inputs.len(), inputs.len().min(open));
    connection
        .prepare_cached(
            "UPDATE tasks SET total = ?3, next = ?4, unfinished = ?3, halted = 0 WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, total, next])
        .map(drop)
}

/// Makes a change of the item `of` (its task and number).
pub(super) fn change(
    connection: &Connection,
    run: i64,
    of: (usize, usize),
    change: &ItemChange,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let (task, item) = of;
    let none = None::<&[u8]>;
    let (state, phase, due, failed, reason, output) = match change {
        ItemChange::Complete(output) => (TaskState::Done, None, now, false, None, Some(&output[..])),
        ItemChange::Retry { due, reason } => (TaskState::Ready, Some(TaskPhase::Begin), *due, true, Some(reason), none),
        ItemChange::Fail { error, reason } => (TaskState::Failed, None, now, true, Some(reason), Some(&error[..])),
        ItemChange::GiveBack { due, phase } => (TaskState::Ready, Some(*phase), *due, false, None, none),
        ItemChange::Skip => (TaskState::Skipped, None, now, false, None, none),
        ItemChange::Call(called) => {
            insert::run(connection, called, Some(Lease { run, task, item: Some(item), epoch: 0 }))?;
            (TaskState::Spread, None, now, false, None, none)
        }
    };
    let ended = matches!(state, TaskState::Done | TaskState::Failed | TaskState::Skipped);
    connection
        .prepare_cached(
            "UPDATE items SET state = ?4, phase = coalesce(?5, phase), due = ?6, failures = failures + ?7,
             reason = coalesce(?8, reason), output = coalesce(?9, output),
             finished = iif(?10, (SELECT total - unfinished FROM tasks WHERE run = ?1 AND task = ?2), finished)
             WHERE run = ?1 AND task = ?2 AND item = ?3",
        )?
        .execute(params![run, task, item, state, phase, due.0, failed, reason, output, ended])?;
    if ended {
        connection
            .prepare_cached("UPDATE tasks SET unfinished = unfinished - 1 WHERE run = ?1 AND task = ?2")?
            .execute(params![run, task])?;
    }
    Ok(())
}

/// Lets the next item start.
pub(super) fn open(
    connection: &Connection,
    run: i64,
    task: usize,
    item: usize,
    now: Timestamp,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE items SET state = 'ready', due = ?4 WHERE run = ?1 AND task = ?2 AND item = ?3 AND state = 'waiting'",
        )?
        .execute(params![run, task, item, now.0])?;
    connection
        .prepare_cached("UPDATE tasks SET next = next + 1 WHERE run = ?1 AND task = ?2")?
        .execute(params![run, task])
        .map(drop)
}

/// Records one more page.
pub(super) fn append(
    connection: &Connection,
    run: i64,
    task: usize,
    input: &[u8],
    seen: usize,
    open: bool,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let state = if open { TaskState::Ready } else { TaskState::Waiting };
    connection
        .prepare_cached(
            "INSERT INTO items (run, task, item, state, due, input, seen)
             VALUES (?1, ?2, (SELECT total FROM tasks WHERE run = ?1 AND task = ?2), ?3, ?4, ?5, ?6)",
        )?
        .execute(params![run, task, state, now.0, input, seen])?;
    connection
        .prepare_cached(
            "UPDATE tasks SET total = total + 1, unfinished = unfinished + 1, next = next + ?3
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, open])
        .map(drop)
}

/// Begins no more items: what has not begun never will. Keeps why, for who gathers.
pub(super) fn halt(
    connection: &Connection,
    run: i64,
    task: usize,
    error: Option<&HandlerError>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE items SET state = 'skipped' WHERE run = ?1 AND task = ?2
             AND (state = 'waiting' OR (state = 'ready' AND phase = 'begin'))",
        )?
        .execute(params![run, task])?;
    let kept = error.map(|error| {
        let class = error.class.word();
        serde_json::json!({ "code": error.code, "message": error.message, "class": class }).to_string().into_bytes()
    });
    connection
        .prepare_cached(
            "UPDATE tasks SET halted = 1, output = ?3, unfinished =
             (SELECT count(*) FROM items WHERE items.run = ?1 AND items.task = ?2 AND live = 1)
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, kept])
        .map(drop)
}

/// Awaits none of a task's items any more: attempts under way lose their leases.
pub(super) fn abandon(connection: &Connection, run: i64, task: usize) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE items SET state = 'skipped' WHERE run = ?1 AND task = ?2
             AND state IN ('waiting', 'ready', 'running', 'spread')
             AND EXISTS (SELECT 1 FROM tasks WHERE tasks.run = ?1 AND tasks.task = ?2 AND tasks.state = 'spread')",
        )?
        .execute(params![run, task])
        .map(drop)
}
