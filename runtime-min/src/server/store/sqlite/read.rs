//! Reading runs.

use std::sync::Arc;

use rusqlite::{CachedStatement, Connection, OptionalExtension, Row, params};

use super::super::{Awaited, Order, ReplyRecord, RunHead, RunRecord, Visit};
use crate::server::{
    step::{Ending, Items, RunView, Spread, TaskState, TaskView},
    time::Timestamp,
};

/// The columns of [`head`].
macro_rules! head_columns {
    () => {
        "correlation_id, tool, version, caller, reply_id, reply_to, args, accepted_at, shape, depth"
    };
}
/// How many they are.
const HEAD: usize = 10;

/// The unchanging part of a run, from its first columns.
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
        shape: row.get(8)?,
        depth: row.get(9)?,
    })
}

/// A run as the logic sees it.
pub(super) fn view(connection: &Connection, run: i64, ending: Option<Ending>) -> rusqlite::Result<RunView> {
    let mut query = connection.prepare_cached(
        "SELECT state, phase, failures, branch, finished, total, next, unfinished, halted,
         iif(state = 'spread' AND total IS NOT NULL,
             (SELECT count(*) FROM items WHERE items.run = tasks.run AND items.task = tasks.task AND live = 1), 0)
         FROM tasks WHERE run = ?1 AND work = 'node' ORDER BY task",
    )?;
    let rows = query.query_map([run], |row| {
        let state = row.get(0)?;
        let spread = match (state, row.get::<_, Option<usize>>(5)?) {
            (TaskState::Spread, None) => Some(Spread::Run),
            (TaskState::Spread, Some(total)) => Some(Spread::Items(Items {
                total,
                next: row.get(6)?,
                unfinished: row.get(7)?,
                halted: row.get(8)?,
                live: row.get(9)?,
            })),
            _ => None,
        };
        Ok(TaskView {
            state,
            phase: row.get(1)?,
            failures: row.get(2)?,
            branch: row.get(3)?,
            finished: row.get(4)?,
            spread,
        })
    })?;
    Ok(RunView { ending, tasks: rows.collect::<rusqlite::Result<_>>()? })
}

/// What is recorded of these tasks, in the order asked for.
pub(super) fn recorded(connection: &Connection, run: i64, tasks: &[usize]) -> rusqlite::Result<Vec<Option<Arc<[u8]>>>> {
    let mut query = connection
        .prepare_cached("SELECT output FROM tasks WHERE run = ?1 AND task = ?2 AND state IN ('done', 'caught')")?;
    let mut one = |task: &usize| query.query_row(params![run, task], |row| blob(row, 0)).optional();
    tasks.iter().map(|task| one(task).map(Option::flatten)).collect()
}

/// The bytes of a column.
pub(super) fn blob(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Arc<[u8]>>> {
    Ok(row.get_ref(column)?.as_blob_or_null()?.map(Arc::from))
}

/// The wait tokens of a run, with their tasks.
pub(super) fn tokens(connection: &Connection, run: i64) -> rusqlite::Result<Vec<(usize, String)>> {
    connection
        .prepare_cached("SELECT task, token FROM tasks WHERE run = ?1 AND token IS NOT NULL")?
        .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Shows the items of a task one after the other.
pub(super) fn visit(
    connection: &Connection,
    run: i64,
    task: usize,
    order: Order,
    mut visit: Visit,
) -> rusqlite::Result<()> {
    let mut query = connection.prepare_cached(match order {
        Order::List => "SELECT state, output FROM items WHERE run = ?1 AND task = ?2 ORDER BY item",
        Order::Completion => "SELECT state, output FROM items WHERE run = ?1 AND task = ?2 ORDER BY finished",
    })?;
    let mut rows = query.query(params![run, task])?;
    while let Some(row) = rows.next()?
        && visit(row.get(0)?, row.get_ref(1)?.as_blob_or_null()?.unwrap_or_default())
    {}
    Ok(())
}

/// What the answer with this token answers.
pub(super) fn awaited(connection: &Connection, token: &str) -> rusqlite::Result<Option<Awaited>> {
    connection
        .prepare_cached(concat!(
            "SELECT ",
            head_columns!(),
            ", id, task FROM tasks JOIN runs ON id = run WHERE token = ?1"
        ))?
        .query_row([token], |row| Ok(Awaited { run: row.get(HEAD)?, task: row.get(HEAD + 1)?, head: head(row)? }))
        .optional()
}

/// All there is to know about a run.
pub(super) fn run(connection: &Connection, correlation_id: &str) -> rusqlite::Result<Option<RunRecord>> {
    record(connection, |connection| {
        let mut query = select(connection, "correlation_id = ?1")?;
        query.query_row([correlation_id], found).optional()
    })
}

/// All there is to know about the run that was begun last for a task, or for one of its items.
pub(super) fn called(
    connection: &Connection,
    run: i64,
    task: usize,
    item: Option<usize>,
) -> rusqlite::Result<Option<RunRecord>> {
    record(connection, |connection| {
        let mut query =
            select(connection, "parent_run = ?1 AND parent_task = ?2 AND parent_item IS ?3 ORDER BY id DESC LIMIT 1")?;
        query.query_row(params![run, task, item], found).optional()
    })
}

fn select<'a>(connection: &'a Connection, which: &str) -> rusqlite::Result<CachedStatement<'a>> {
    let columns = head_columns!();
    connection.prepare_cached(&format!(
        "SELECT {columns}, id, status, ended_at, failure, class, response, early FROM runs WHERE {which}"
    ))
}

/// A run without its reply: its number, what is known of it, and the task that has the output.
fn found(row: &Row<'_>) -> rusqlite::Result<(i64, RunRecord, Option<usize>)> {
    let end = match row.get::<_, Option<i64>>(HEAD + 2)? {
        Some(at) => Some((row.get::<_, Ending>(HEAD + 1)?, Timestamp(at))),
        None => None,
    };
    let record = RunRecord {
        head: head(row)?,
        end,
        failure: row.get(HEAD + 3)?,
        class: row.get(HEAD + 4)?,
        output: None,
        early: row.get(HEAD + 6)?,
        reply: None,
    };
    Ok((row.get(HEAD)?, record, row.get(HEAD + 5)?))
}

fn record(
    connection: &Connection,
    find: impl FnOnce(&Connection) -> rusqlite::Result<Option<(i64, RunRecord, Option<usize>)>>,
) -> rusqlite::Result<Option<RunRecord>> {
    // One transaction, so that the run and its tasks are of the same moment.
    let transaction = connection.unchecked_transaction()?;
    let Some((id, mut record, response)) = find(&transaction)? else { return Ok(None) };
    if let Some(response) = response {
        record.output = transaction
            .prepare_cached("SELECT output FROM tasks WHERE run = ?1 AND task = ?2 AND work = 'node'")?
            .query_row(params![id, response], |row| row.get(0))
            .optional()?
            .flatten();
    }
    record.reply = transaction
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
    Ok(Some(record))
}

/// Open runs of which nothing is ready, under way, or called: nobody would ever go on with them. A deadline does not count.
#[cfg(test)]
pub(super) fn stranded(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT correlation_id FROM runs WHERE status = 'open'
             AND NOT EXISTS (SELECT 1 FROM tasks WHERE run = runs.id AND work = 'node' AND state IN ('ready', 'running'))
             AND NOT EXISTS (SELECT 1 FROM items WHERE run = runs.id AND live = 1)
             AND NOT EXISTS (SELECT 1 FROM items INDEXED BY items_ready WHERE run = runs.id AND state = 'ready')
             AND NOT EXISTS (SELECT 1 FROM runs AS called WHERE called.parent_run = runs.id AND called.status = 'open')",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
}
