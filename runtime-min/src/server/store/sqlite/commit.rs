//! Changing a run: who may, what is to change, and what follows from a run's end.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    super::{Committed, Lease, Right, Step},
    apply, read, state,
};
use crate::server::{
    step::{Change, Ending, TaskState, Transition},
    time::Timestamp,
};

/// Asks what is to change and changes that, all of it or nothing.
pub(super) fn commit(
    connection: &Connection,
    right: Right,
    decide: Step,
    now: Timestamp,
) -> rusqlite::Result<Committed> {
    if let Right::Lease(lease) = right
        && !holds(connection, lease)?
    {
        return Ok(Committed::Stale);
    }
    let run = right.run();
    let (ending, open) = connection
        .prepare_cached("SELECT ending, status = 'open' FROM runs WHERE id = ?1")?
        .query_row([run], |row| Ok((row.get::<_, Option<Ending>>(0)?, row.get::<_, bool>(1)?)))?;
    // What has ended stays as it ended, whoever still holds a lease.
    if !open {
        return Ok(Committed::Stale);
    }
    let view = read::view(connection, run, ending)?;
    let transition = match decide {
        Step::Run(decide) => decide(&view),
        Step::State(place, decide) => {
            let found = state::read(connection, &place)?;
            let (transition, write) = decide(&view, found.as_deref());
            if let Some(write) = write {
                state::write(connection, run, &place, &write)?;
            }
            Some(transition)
        }
    };
    let Some(transition) = transition else { return Ok(Committed::Stale) };
    for (task, change) in &transition.changes {
        apply::change(connection, run, *task, change, now)?;
    }
    if let Right::Lease(lease) = right {
        // A run's control waits to be needed again.
        connection
            .prepare_cached(
                "UPDATE tasks SET state = 'waiting' WHERE run = ?1 AND task = ?2 AND work = 'control' AND state = 'running'",
            )?
            .execute(params![run, lease.task])?;
    }
    note(connection, run, &transition)?;
    #[cfg(test)]
    assert_eq!(read::view(connection, run, transition.failure.as_ref().map(|failure| failure.ending).or(ending))?, {
        let mut expected = view;
        expected.apply(&transition);
        expected
    });
    if transition.respond.is_some_and(|respond| respond.early) {
        reply(connection, run, now)?;
    }
    if let Some(end) = transition.end {
        finish(connection, run, end, now)?;
    }
    Ok(Committed::Applied(transition.end))
}

/// What a transition says of the run as a whole.
fn note(connection: &Connection, run: i64, transition: &Transition) -> rusqlite::Result<()> {
    if let Some(respond) = transition.respond {
        connection.prepare_cached("UPDATE runs SET response = ?2, early = ?3 WHERE id = ?1")?.execute(params![
            run,
            respond.task,
            respond.early
        ])?;
    }
    if let Some(failure) = &transition.failure {
        let error = serde_json::json!({ "code": failure.code, "message": failure.message, "node": failure.node });
        connection
            .prepare_cached("UPDATE runs SET ending = ?2, failure = ?3, class = ?4 WHERE id = ?1 AND ending IS NULL")?
            .execute(params![run, failure.ending, error.to_string().into_bytes(), failure.class])?;
    }
    Ok(())
}

/// Ends a run: its reply goes out, its control is not needed any more, and who called it goes on.
fn finish(connection: &Connection, run: i64, end: Ending, now: Timestamp) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE runs SET status = ?2, ended_at = ?3 WHERE id = ?1")?
        .execute(params![run, end, now.0])?;
    state::finish(connection, run, end)?;
    connection
        .prepare_cached("UPDATE tasks SET state = 'skipped' WHERE run = ?1 AND work = 'control'")?
        .execute([run])?;
    reply(connection, run, now)?;
    let caller = connection
        .prepare_cached("SELECT parent_run, parent_task, parent_item FROM runs WHERE id = ?1")?
        .query_row([run], |row| {
            Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<usize>>(1)?, row.get::<_, Option<usize>>(2)?))
        })?;
    // Only who still waits for it: what was given up meanwhile stays given up.
    match caller {
        (Some(caller), Some(task), Some(item)) => connection
            .prepare_cached(
                "UPDATE items SET state = 'ready', phase = 'gather', due = ?4
                 WHERE run = ?1 AND task = ?2 AND item = ?3 AND state = 'spread'",
            )?
            .execute(params![caller, task, item, now.0])
            .map(drop),
        (Some(caller), Some(task), None) => connection
            .prepare_cached(
                "UPDATE tasks SET state = 'ready', phase = 'gather', due = ?3
                 WHERE run = ?1 AND task = ?2 AND state = 'spread' AND total IS NULL",
            )?
            .execute(params![caller, task, now.0])
            .map(drop),
        (_, _, _) => Ok(()),
    }
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

/// Settles an attempt of what is no node. Without the lease nothing happens: somebody else has settled it.
pub(super) fn settle(connection: &Connection, lease: Lease, change: &Change, now: Timestamp) -> rusqlite::Result<()> {
    if holds(connection, lease)? { apply::change(connection, lease.run, lease.task, change, now) } else { Ok(()) }
}

fn holds(connection: &Connection, lease: Lease) -> rusqlite::Result<bool> {
    let found = match lease.item {
        None => connection
            .prepare_cached("SELECT state, starts FROM tasks WHERE run = ?1 AND task = ?2")?
            .query_row(params![lease.run, lease.task], |row| Ok((row.get(0)?, row.get(1)?))),
        Some(item) => connection
            .prepare_cached("SELECT state, starts FROM items WHERE run = ?1 AND task = ?2 AND item = ?3")?
            .query_row(params![lease.run, lease.task, item], |row| Ok((row.get(0)?, row.get(1)?))),
    };
    Ok(found.optional()? == Some((TaskState::Running, lease.epoch)))
}
