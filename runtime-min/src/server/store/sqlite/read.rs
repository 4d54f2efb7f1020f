//! Reading runs.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::super::{ReplyRecord, RunHead, RunRecord};
use crate::server::{
    step::{Ending, TaskView},
    time::Timestamp,
};

/// The unchanging part of a run, from its first eight columns.
pub(super) fn head(row: &Row<'_>) -> rusqlite::Result<RunHead> {
    Ok(RunHead {
        correlation_id: row.get(0)?,
        tool: row.get(1)?,
        version: row.get(2)?,
        caller: row.get(3)?,
        reply_id: row.get(4)?,
        reply_to: row.get(5)?,
        args: Arc::from(row.get_ref(6)?.as_blob()?),
        accepted_at: Timestamp(row.get(7)?),
    })
}

/// A run's nodes as the logic sees them, and their names.
pub(super) fn tasks(connection: &Connection, run: i64) -> rusqlite::Result<(Vec<TaskView>, Vec<String>)> {
    let mut query = connection
        .prepare_cached("SELECT state, failures, name FROM tasks WHERE run = ?1 AND work = 'node' ORDER BY task")?;
    let rows = query.query_map([run], |row| {
        Ok((TaskView { state: row.get(0)?, failures: row.get(1)? }, row.get::<_, String>(2)?))
    })?;
    rows.collect::<rusqlite::Result<Vec<_>>>().map(|tasks| tasks.into_iter().unzip())
}

/// Recorded outputs in the order asked for.
pub(super) fn outputs(connection: &Connection, run: i64, tasks: &[usize]) -> rusqlite::Result<Vec<Arc<[u8]>>> {
    let mut query =
        connection.prepare_cached("SELECT output FROM tasks WHERE run = ?1 AND task = ?2 AND state = 'done'")?;
    tasks
        .iter()
        .map(|task| query.query_row(params![run, task], |row| Ok(Arc::from(row.get_ref(0)?.as_blob()?))))
        .collect()
}

/// All there is to know about a run.
pub(super) fn run(connection: &Connection, correlation_id: &str) -> rusqlite::Result<Option<RunRecord>> {
    // One transaction, so that the run and its tasks are of the same moment.
    let transaction = connection.unchecked_transaction()?;
    let found = transaction
        .prepare_cached(
            "SELECT correlation_id, tool, version, caller, reply_id, reply_to, args, accepted_at,
             id, status, ended_at, failure, response FROM runs WHERE correlation_id = ?1",
        )?
        .query_row([correlation_id], |row| {
            let end = match row.get::<_, Option<i64>>(10)? {
                Some(at) => Some((row.get::<_, Ending>(9)?, Timestamp(at))),
                None => None,
            };
            Ok((row.get::<_, i64>(8)?, head(row)?, end, row.get(11)?, row.get::<_, Option<i64>>(12)?))
        })
        .optional()?;
    let Some((id, head, end, failure, response)) = found else { return Ok(None) };
    let output = transaction
        .prepare_cached("SELECT output FROM tasks WHERE run = ?1 AND task = ?2 AND work = 'node'")?
        .query_row(params![id, response], |row| row.get(0))
        .optional()?
        .flatten();
    let reply = transaction
        // An attempt that was given back was none.
        .prepare_cached(
            "SELECT state, failures + (state IN ('running', 'done')), due, reason FROM tasks
             WHERE run = ?1 AND work = 'reply'",
        )?
        .query_row([id], |row| {
            Ok(ReplyRecord {
                state: row.get(0)?,
                attempts: row.get(1)?,
                due: Timestamp(row.get(2)?),
                reason: row.get(3)?,
            })
        })
        .optional()?;
    Ok(Some(RunRecord { head, end, failure, output, reply }))
}
