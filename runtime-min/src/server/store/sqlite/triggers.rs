//! What is known of triggers: up to when their ticks are seen, and the run that the last one began.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    super::{Tick, Ticked},
    insert,
};
use crate::server::time::Timestamp;

/// Begins to watch these triggers, and forgets the others: one that comes back later has missed nothing.
pub(super) fn watch(
    connection: &Connection,
    triggers: &[&'static str],
    now: Timestamp,
) -> rusqlite::Result<Vec<Timestamp>> {
    let known: Vec<String> = connection
        .prepare_cached("SELECT name FROM triggers")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for gone in known.iter().filter(|name| !triggers.contains(&name.as_str())) {
        connection.prepare_cached("DELETE FROM triggers WHERE name = ?1")?.execute([gone])?;
    }
    let watch = |name: &&'static str| {
        connection
            .prepare_cached("INSERT INTO triggers (name, last_tick) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
            .execute(params![name, now.0])?;
        connection
            .prepare_cached("SELECT last_tick FROM triggers WHERE name = ?1")?
            .query_row([name], |row| Ok(Timestamp(row.get(0)?)))
    };
    triggers.iter().map(watch).collect()
}

/// Notes a tick, and records its run if no other is open.
pub(super) fn tick(connection: &Connection, tick: &Tick) -> rusqlite::Result<Ticked> {
    let Tick { trigger, at, run } = tick;
    let known = connection
        .prepare_cached(
            "SELECT last_tick, (SELECT correlation_id FROM runs WHERE runs.id = open_run AND status = 'open')
             FROM triggers WHERE name = ?1",
        )?
        .query_row([trigger], |row| Ok((Timestamp(row.get(0)?), row.get::<_, Option<String>>(1)?)))
        .optional()?;
    let open = match known {
        Some((last, _)) if last >= *at => return Ok(Ticked::Seen),
        Some((_, open)) => open,
        None => None,
    };
    let number = match open {
        Some(_) => None,
        None => Some(insert::run(connection, run, None)?),
    };
    connection
        .prepare_cached(
            "INSERT INTO triggers (name, last_tick, open_run) VALUES (?1, ?2, ?3)
             ON CONFLICT DO UPDATE SET last_tick = ?2, open_run = coalesce(?3, open_run)",
        )?
        .execute(params![trigger, at.0, number])?;
    Ok(match open {
        Some(open) => Ticked::Open(open),
        None => Ticked::New,
    })
}
