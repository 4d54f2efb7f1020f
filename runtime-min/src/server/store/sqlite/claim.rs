//! Taking tasks from the queue.

use std::sync::Arc;

use rusqlite::{Connection, params};

use super::{
    super::{CRASHES_OF_A_SUSPECT, Claim, ClaimRequest, Claims, DELIVERIES_TO_A_HOST, Lease, Work},
    read,
};
use crate::server::{address, time::Timestamp};

/// At start: what is marked as running was cut off, for the folder's lock says that nobody else runs anything. Counts a crash;
/// the attempt's own budget is left alone. What may not begin again, since its run fails, is told when it is claimed.
pub(super) fn take_back(connection: &Connection, now: Timestamp) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    for statement in [
        "UPDATE tasks SET state = 'ready', crashes = crashes + 1, due = ?1 WHERE state = 'running'",
        "UPDATE items SET state = 'ready', crashes = crashes + 1, due = ?1 WHERE state = 'running' AND live = 1",
    ] {
        transaction.execute(statement, [now.0])?;
    }
    transaction.commit()
}

/// Claims what is due, oldest first; innocents and, if asked for, one suspect.
pub(super) fn claim(
    connection: &Connection,
    request: &ClaimRequest,
    recent: &mut Option<Recent>,
) -> rusqlite::Result<Claims> {
    let tasks = match request.work {
        Work::Node | Work::Control => {
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
    for lease in tasks {
        claims.push(start(connection, lease, recent)?);
    }
    Ok(Claims { claims, next_due: next_due(connection, request)? })
}

/// When the next task is due. What is due and was left waits for room, not for time.
fn next_due(connection: &Connection, request: &ClaimRequest) -> rusqlite::Result<Option<Timestamp>> {
    let mut first = connection.prepare_cached(
        "SELECT min(due) FROM tasks WHERE state = 'ready' AND work = ?1 AND due > ?4 AND (?2 OR crashes < ?3)",
    )?;
    let mut of = |work: Work| {
        first.query_row(params![work, request.suspect, CRASHES_OF_A_SUSPECT, request.now.0], |row| {
            row.get::<_, Option<i64>>(0)
        })
    };
    let found = match request.work {
        Work::Reply => [of(Work::Reply)?, None, None],
        Work::Node | Work::Control => {
            let items = connection
                .prepare_cached(
                    "SELECT min(due) FROM items WHERE state = 'ready' AND due > ?3 AND (?1 OR crashes < ?2)",
                )?
                .query_row(params![request.suspect, CRASHES_OF_A_SUSPECT, request.now.0], |row| row.get(0))?;
            [of(Work::Node)?, of(Work::Control)?, items]
        }
    };
    Ok(found.into_iter().flatten().min().map(Timestamp))
}

/// Nodes, items and controls that are due, the oldest first.
fn due(
    connection: &Connection,
    request: &ClaimRequest,
    crashes: std::ops::Range<u32>,
    limit: usize,
) -> rusqlite::Result<Vec<Lease>> {
    let mut found: Vec<(i64, Lease)> = Vec::new();
    let mut tasks = connection.prepare_cached(
        "SELECT due, run, task, starts FROM tasks
         WHERE state = 'ready' AND work = ?1 AND due <= ?2 AND crashes >= ?3 AND crashes < ?4
         ORDER BY due LIMIT ?5",
    )?;
    for work in [Work::Node, Work::Control] {
        let rows = tasks.query_map(params![work, request.now.0, crashes.start, crashes.end, limit], |row| {
            let (run, task, epoch) = (row.get(1)?, row.get(2)?, row.get::<_, u32>(3)? + 1);
            Ok((row.get(0)?, Lease { run, task, item: None, epoch }))
        })?;
        for row in rows {
            found.push(row?);
        }
    }
    let mut items = connection.prepare_cached(
        "SELECT due, run, task, item, starts FROM items
         WHERE state = 'ready' AND due <= ?1 AND crashes >= ?2 AND crashes < ?3 ORDER BY due LIMIT ?4",
    )?;
    let rows = items.query_map(params![request.now.0, crashes.start, crashes.end, limit], |row| {
        let (run, task, epoch) = (row.get(1)?, row.get(2)?, row.get::<_, u32>(4)? + 1);
        Ok((row.get(0)?, Lease { run, task, item: Some(row.get(3)?), epoch }))
    })?;
    for row in rows {
        found.push(row?);
    }
    found.sort_by_key(|(due, _)| *due);
    found.truncate(limit);
    Ok(found.into_iter().map(|(_, lease)| lease).collect())
}

/// The oldest replies that are due and whose hosts have room.
fn due_replies(connection: &Connection, request: &ClaimRequest) -> rusqlite::Result<Vec<Lease>> {
    let mut query = connection.prepare_cached(
        "SELECT run, task, starts, reply_to FROM tasks CROSS JOIN runs ON id = run
         WHERE state = 'ready' AND work = 'reply' AND due <= ?1 ORDER BY due",
    )?;
    let mut rows = query.query([request.now.0])?;
    let mut hosts = request.hosts.clone();
    let mut found = Vec::new();
    while found.len() < request.limit
        && let Some(row) = rows.next()?
    {
        let reply_to = row.get_ref(3)?.as_str_or_null()?.unwrap_or_default();
        let under_way = hosts.entry(address::host(reply_to).to_owned()).or_default();
        if *under_way < DELIVERIES_TO_A_HOST {
            *under_way += 1;
            found.push(Lease { run: row.get(0)?, task: row.get(1)?, item: None, epoch: row.get::<_, u32>(2)? + 1 });
        }
    }
    Ok(found)
}

/// The arguments that were read last: a loop's list is often among them, and its items are claimed one after the other.
pub(super) struct Recent {
    run: i64,
    args: Arc<[u8]>,
}

/// Counts the start, and reads what the attempt needs.
fn start(connection: &Connection, lease: Lease, recent: &mut Option<Recent>) -> rusqlite::Result<Claim> {
    let Lease { run, task, item, epoch: _ } = lease;
    match item {
        None => connection
            .prepare_cached("UPDATE tasks SET state = 'running', starts = starts + 1 WHERE run = ?1 AND task = ?2")?
            .execute(params![run, task])?,
        Some(item) => connection
            .prepare_cached(
                "UPDATE items SET state = 'running', starts = starts + 1 WHERE run = ?1 AND task = ?2 AND item = ?3",
            )?
            .execute(params![run, task, item])?,
    };
    let known = recent.as_ref().filter(|recent| recent.run == run).map(|recent| Arc::clone(&recent.args));
    let (mut head, ending) = connection
        .prepare_cached(
            "SELECT correlation_id, tool, version, caller, reply_id, reply_to, iif(?2, x'', args), accepted_at, shape, depth,
             ending FROM runs WHERE id = ?1",
        )?
        .query_row(params![run, known.is_some()], |row| Ok((read::head(row)?, row.get(10)?)))?;
    match known {
        Some(args) => head.args = args,
        None => *recent = Some(Recent { run, args: Arc::clone(&head.args) }),
    }
    let claim = connection
        .prepare_cached(
            "SELECT work, name, phase, failures, crashes, iif(phase = 'gather', output, NULL) FROM tasks
             WHERE run = ?1 AND task = ?2",
        )?
        .query_row(params![run, task], |row| {
            Ok(Claim {
                lease,
                work: row.get(0)?,
                name: row.get(1)?,
                run: head,
                ending,
                phase: row.get(2)?,
                input: None,
                seen: 0,
                kept: read::blob(row, 5)?,
                failures: row.get(3)?,
                crashes: row.get(4)?,
            })
        })?;
    let Some(item) = item else { return Ok(claim) };
    connection
        .prepare_cached(
            "SELECT phase, failures, crashes, input, seen FROM items WHERE run = ?1 AND task = ?2 AND item = ?3",
        )?
        .query_row(params![run, task, item], |row| {
            Ok(Claim {
                phase: row.get(0)?,
                failures: row.get(1)?,
                crashes: row.get(2)?,
                input: read::blob(row, 3)?,
                seen: row.get(4)?,
                kept: None,
                ..claim
            })
        })
}
