//! Recording a run.

use rusqlite::{Connection, params};

use super::super::{Lease, NewRun, Work};
use crate::server::step::{TaskPhase, TaskState};

/// Records a run, called from outside or for the task or item of a lease; its number.
pub(super) fn run(connection: &Connection, run: &NewRun, called_by: Option<Lease>) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO runs (correlation_id, tool, version, shape, caller, reply_id, reply_to, args, accepted_at, depth,
             parent_run, parent_task, parent_item)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            run.correlation_id,
            run.tool,
            run.version,
            run.shape,
            run.caller,
            run.reply_id,
            run.reply_to,
            &run.args[..],
            run.now.0,
            run.depth,
            called_by.map(|lease| lease.run),
            called_by.map(|lease| lease.task),
            called_by.and_then(|lease| lease.item),
        ])?;
    let number = connection.last_insert_rowid();
    let mut insert = connection.prepare_cached(
        "INSERT INTO tasks (run, task, work, name, state, phase, due, token) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let (begin, none) = (TaskPhase::Begin, None::<&str>);
    for (task, new) in run.tasks.iter().enumerate() {
        insert.execute(params![number, task, Work::Node, new.name, new.state, begin, run.now.0, new.token])?;
    }
    let mut next = run.tasks.len();
    // Who called it may tell it to stop, whether it has a deadline or not.
    if run.deadline.is_some() || called_by.is_some() {
        let state = if run.deadline.is_some() { TaskState::Ready } else { TaskState::Waiting };
        let due = run.deadline.unwrap_or(run.now).0;
        insert.execute(params![number, next, Work::Control, "", state, begin, due, none])?;
        next += 1;
    }
    if run.reply_to.is_some() {
        insert.execute(params![number, next, Work::Reply, "", TaskState::Waiting, begin, run.now.0, none])?;
    }
    Ok(number)
}
