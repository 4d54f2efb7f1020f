//! The pack's state: values by map and key. Who reads or writes one does so in the commit of a node.

use rusqlite::{Connection, OptionalExtension, params};

use super::super::{StatePlace, StateWrite};

/// The value at a place.
pub(super) fn read(connection: &Connection, place: &StatePlace) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .prepare_cached("SELECT value FROM state WHERE map = ?1 AND key = ?2")?
        .query_row(params![place.map, place.key], |row| row.get(0))
        .optional()
}

/// Changes the value at a place.
pub(super) fn write(connection: &Connection, place: &StatePlace, write: &StateWrite) -> rusqlite::Result<()> {
    match write {
        StateWrite::Put(value) => connection
            .prepare_cached(
                "INSERT INTO state (map, key, value) VALUES (?1, ?2, ?3)
                 ON CONFLICT (map, key) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![place.map, place.key, &value[..]]),
        StateWrite::Delete => connection
            .prepare_cached("DELETE FROM state WHERE map = ?1 AND key = ?2")?
            .execute(params![place.map, place.key]),
    }
    .map(drop)
}
