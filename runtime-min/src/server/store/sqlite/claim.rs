//! Taking tasks from the queue.

use rusqlite::{Connection, params};

use super::{
    super::{CRASHES_OF_A_SUSPECT, Claim, ClaimRequest, Claims, DELIVERIES_TO_A_HOST, Lease, RunHead, Work},
    commit, read,
};
use crate::server::{address, step::RunView, time::Timestamp};

/// At start: what is marked as running was cut off, for the folder's lock says that nobody else runs anything. Counts a crash;
/// the attempt's own budget is left alone. A run that is failing begins nothing again: it ends here.
pub(super) fn take_back(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let failing: Vec<i64> = transaction
        .prepare(
            "SELECT DISTINCT run FROM tasks WHERE state IN ('ready', 'running') AND work = 'node'
             AND EXISTS (SELECT 1 FROM runs WHERE id = run AND failure IS NOT NULL)",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    transaction.execute(
        "UPDATE tasks SET state = 'ready', crashes = crashes + 1, due = ?1 WHERE state = 'running'",
        [now.0],
    )?;
    for run in failing {
        transaction.execute(
            "UPDATE tasks SET state = 'skipped' WHERE run = ?1 AND work = 'node' AND state = 'ready'",
            [run],
        )?;
        commit::end_if_over(&transaction, run, now)?;
    }
    transaction.commit()
}

/// Claims what is due, oldest first; innocents and, if asked for, one suspect.
pub(super) fn claim(connection: &Connection, request: &ClaimRequest) -> rusqlite::Result<Claims> {
    let tasks = match request.work {
        Work::Node => {
            let mut tasks = due(connection, request, 0..CRASHES_OF_A_SUSPECT, request.limit)?;
            if request.suspect && tasks.len() < request.limit {
                tasks.extend(due(connection, request, CRASHES_OF_A_SUSPECT..u32::MAX, 1)?);
            }
            tasks
        }
        // A reply runs nobody's code: a crash in it says nothing of it.
        Work::Reply => due_replies(connection, request)?,
    };
    let mut claims = Vec::with_capacity(tasks.len());
    let mut start = connection
        .prepare_cached("UPDATE tasks SET state = 'running', starts = starts + 1 WHERE run = ?1 AND task = ?2")?;
    // Other branches must see it: what they decided while it was not running no longer holds.
    let mut revise = connection.prepare_cached(
        "UPDATE runs SET revision = revision + 1 WHERE id = ?1
         AND (SELECT count(*) FROM tasks WHERE run = ?1 AND work = 'node') > 1",
    )?;
    for task in &tasks {
        start.execute(params![task.lease.run, task.lease.task])?;
        if request.work == Work::Node {
            revise.execute([task.lease.run])?;
        }
    }
    for task in tasks {
        let (run, view, names) = head(connection, task.lease.run, request.work)?;
        claims.push(Claim { lease: task.lease, run, view, names, failures: task.failures, crashes: task.crashes });
    }
    // What is due and was left waits for room, not for time.
    let next_due = connection
        .prepare_cached(
            "SELECT min(due) FROM tasks WHERE state = 'ready' AND work = ?1 AND due > ?4 AND (?2 OR crashes < ?3)",
        )?
        .query_row(params![request.work, request.suspect, CRASHES_OF_A_SUSPECT, request.now.0], |row| {
            row.get::<_, Option<i64>>(0)
        })?
        .map(Timestamp);
    Ok(Claims { claims, next_due })
}

struct Due {
    lease: Lease,
    failures: u32,
    crashes: u32,
}

fn due(
    connection: &Connection,
    request: &ClaimRequest,
    crashes: std::ops::Range<u32>,
    limit: usize,
) -> rusqlite::Result<Vec<Due>> {
    connection
        .prepare_cached(
            "SELECT run, task, starts, failures, crashes FROM tasks
             WHERE state = 'ready' AND work = ?1 AND due <= ?2 AND crashes >= ?3 AND crashes < ?4
             ORDER BY due LIMIT ?5",
        )?
        .query_map(params![request.work, request.now.0, crashes.start, crashes.end, limit], |row| {
            let lease = Lease { run: row.get(0)?, task: row.get(1)?, epoch: row.get::<_, u32>(2)? + 1 };
            Ok(Due { lease, failures: row.get(3)?, crashes: row.get(4)? })
        })?
        .collect()
}

/// The oldest replies that are due and whose hosts have room.
fn due_replies(connection: &Connection, request: &ClaimRequest) -> rusqlite::Result<Vec<Due>> {
    let mut query = connection.prepare_cached(
        "SELECT run, task, starts, failures, crashes, reply_to FROM tasks CROSS JOIN runs ON id = run
         WHERE state = 'ready' AND work = 'reply' AND due <= ?1 ORDER BY due",
    )?;
    let mut rows = query.query([request.now.0])?;
    let mut hosts = request.hosts.clone();
    let mut found = Vec::new();
    while found.len() < request.limit
        && let Some(row) = rows.next()?
    {
        let reply_to = row.get_ref(5)?.as_str_or_null()?.unwrap_or_default();
        let under_way = hosts.entry(address::host(reply_to).to_owned()).or_default();
        if *under_way < DELIVERIES_TO_A_HOST {
            *under_way += 1;
            let lease = Lease { run: row.get(0)?, task: row.get(1)?, epoch: row.get::<_, u32>(2)? + 1 };
            found.push(Due { lease, failures: row.get(3)?, crashes: row.get(4)? });
        }
    }
    Ok(found)
}

fn head(connection: &Connection, run: i64, work: Work) -> rusqlite::Result<(RunHead, RunView, Vec<String>)> {
    let (head, revision, failing) = connection
        .prepare_cached(
            "SELECT correlation_id, tool, version, caller, reply_id, reply_to, args, accepted_at, revision, failure IS NOT NULL
             FROM runs WHERE id = ?1",
        )?
        .query_row([run], |row| Ok((read::head(row)?, row.get(8)?, row.get(9)?)))?;
    let (tasks, names) = match work {
        Work::Node => read::tasks(connection, run)?,
        Work::Reply => Default::default(),
    };
    Ok((head, RunView { revision, failing, tasks }, names))
}
