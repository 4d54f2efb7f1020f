//! One change of one task.

use rusqlite::{Connection, params};

use super::{super::Lease, insert, items};
use crate::server::{
    step::{Change, TaskPhase, TaskState},
    time::Timestamp,
};

/// What changes of a task's row; what is none stays.
struct Row<'a> {
    state: TaskState,
    phase: Option<TaskPhase>,
    due: Timestamp,
    /// Whether it is one more recorded failure.
    failed: bool,
    reason: Option<&'a str>,
    output: Option<&'a [u8]>,
    branch: Option<usize>,
}

impl<'a> Row<'a> {
    fn new(state: TaskState, due: Timestamp) -> Self {
        Self { state, phase: None, due, failed: false, reason: None, output: None, branch: None }
    }

    fn failed(state: TaskState, due: Timestamp, reason: &'a str) -> Self {
        Self { failed: true, reason: Some(reason), ..Self::new(state, due) }
    }
}

/// Makes a change.
pub(super) fn change(
    connection: &Connection,
    run: i64,
    task: usize,
    change: &Change,
    now: Timestamp,
) -> rusqlite::Result<()> {
    let row = match change {
        Change::Complete(output) => Row { output: Some(output), ..Row::new(TaskState::Done, now) },
        Change::Choose(branch) => {
            Row { output: Some(b"null"), branch: Some(*branch), ..Row::new(TaskState::Done, now) }
        }
        Change::Adopt { from } => {
            adopt(connection, run, task, *from)?;
            Row::new(TaskState::Done, now)
        }
        Change::Finish => Row::new(TaskState::Done, now),
        Change::Keep(output) => {
            Row { output: Some(output), phase: Some(TaskPhase::Answered), ..Row::new(TaskState::Waiting, now) }
        }
        Change::Retry { due, reason } => {
            Row { phase: Some(TaskPhase::Begin), ..Row::failed(TaskState::Ready, *due, reason) }
        }
        Change::Park { phase, due } => Row { phase: Some(*phase), ..Row::new(TaskState::Ready, *due) },
        Change::Fail { reason } => Row::failed(TaskState::Failed, now, reason),
        Change::Catch { error, reason, unanswered } => Row {
            output: Some(error),
            branch: Some(usize::from(*unanswered)),
            ..Row::failed(TaskState::Caught, now, reason)
        },
        Change::Ready => Row::new(TaskState::Ready, now),
        Change::GiveBack { due } => Row::new(TaskState::Ready, *due),
        Change::Skip => {
            items::abandon(connection, run, task)?;
            Row::new(TaskState::Skipped, now)
        }
        Change::Pass => Row::new(TaskState::Passed, now),
        Change::Gather => Row { phase: Some(TaskPhase::Gather), ..Row::new(TaskState::Ready, now) },
        Change::Spread { inputs, open } => {
            items::spread(connection, run, task, inputs, *open, now)?;
            Row::new(TaskState::Spread, now)
        }
        Change::Call(called) => {
            insert::run(connection, called, Some(Lease { run, task, item: None, epoch: 0 }))?;
            Row::new(TaskState::Spread, now)
        }
        Change::Item(item, change) => return items::change(connection, run, (task, *item), change, now),
        Change::Open(item) => return items::open(connection, run, task, *item, now),
        Change::Append { input, seen, open } => {
            return items::append(connection, run, task, input, *seen, *open, now);
        }
        Change::Halt { error } => return items::halt(connection, run, task, error.as_ref()),
        Change::Recall => return recall(connection, run, task, now),
    };
    connection
        .prepare_cached(
            "UPDATE tasks SET state = ?3, phase = coalesce(?4, phase), due = ?5, failures = failures + ?6,
             reason = coalesce(?7, reason), output = coalesce(?8, output), branch = coalesce(?9, branch),
             finished = iif(?3 = 'done', 
                 (SELECT count(finished) FROM tasks WHERE run = ?1 AND work = 'node'), finished)
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, row.state, row.phase, row.due.0, row.failed, row.reason, row.output, row.branch])
        .map(drop)
}

/// Gives a task the output of another.
fn adopt(connection: &Connection, run: i64, task: usize, from: usize) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE tasks SET output = (SELECT output FROM tasks WHERE run = ?1 AND task = ?3)
             WHERE run = ?1 AND task = ?2",
        )?
        .execute(params![run, task, from])
        .map(drop)
}

/// Tells the runs that were begun for a task to stop.
fn recall(connection: &Connection, run: i64, task: usize, now: Timestamp) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE tasks SET state = 'ready', phase = 'stop', due = ?3 WHERE work = 'control' AND state IN ('waiting', 'ready')
             AND run IN (SELECT id FROM runs WHERE parent_run = ?1 AND parent_task = ?2 AND status = 'open')",
        )?
        .execute(params![run, task, now.0])
        .map(drop)
}
