//! The pack's state: values by map and key. Who reads or writes one does so in the commit of a node.

use rusqlite::{Connection, OptionalExtension, params};

use super::super::{StatePlace, StateWrite};
use crate::server::step::Ending;

/// The value at a place.
pub(super) fn read(connection: &Connection, place: &StatePlace) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .prepare_cached("SELECT value FROM state WHERE map = ?1 AND key = ?2")?
        .query_row(params![place.map, place.key], |row| row.get(0))
        .optional()
}

/// Changes the value at a place, for this run.
pub(super) fn write(connection: &Connection, run: i64, place: &StatePlace, write: &StateWrite) -> rusqlite::Result<()> {
    match write {
        StateWrite::Put(value) => connection
            .prepare_cached(
                "INSERT INTO state (map, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT (map, key) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![place.map, place.key, &value[..]]),
        StateWrite::PutAtEnd(value) => connection
            .prepare_cached("INSERT OR REPLACE INTO watermarks (run, map, key, value) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![run, place.map, place.key, &value[..]]),
        StateWrite::Delete => connection
            .prepare_cached("DELETE FROM state WHERE map = ?1 AND key = ?2")?
            .execute(params![place.map, place.key]),
    }
    .map(drop)
}

/// Ends what a run has put for its end: it is written, or forgotten.
pub(super) fn finish(connection: &Connection, run: i64, end: Ending) -> rusqlite::Result<()> {
    if end == Ending::Completed {
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO state (map, key, value) SELECT map, key, value FROM watermarks WHERE run = ?1",
            )?
            .execute([run])?;
    }
    connection.prepare_cached("DELETE FROM watermarks WHERE run = ?1")?.execute([run]).map(drop)
}
