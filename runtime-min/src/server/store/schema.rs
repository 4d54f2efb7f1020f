//! The tables of the SQLite store, and how states are written in them.

use rusqlite::{
    Connection, ToSql,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};

use super::Work;
use crate::{
    handler::FailureClass,
    server::step::{Ending, TaskPhase, TaskState},
};

/// The number of this layout, kept in `user_version`. Payloads are blobs: what was received or produced, byte for byte.
pub(super) const LAYOUT: i64 = 4;

/// Writes, and leaves nothing behind: what tells whether the disk takes anything.
pub(super) const PROBE: &str = "
INSERT OR REPLACE INTO answers (caller, route, key, body, answer, created_at) VALUES ('', '', '', x'', x'', 0);
DELETE FROM answers WHERE caller = '' AND route = '' AND key = '';
";

/// Creates the tables. The partial indexes hold open work only, so a million finished runs cost an open one nothing.
pub(super) const CREATE: &str = "
CREATE TABLE runs (
    id             INTEGER PRIMARY KEY,
    correlation_id TEXT NOT NULL UNIQUE,
    tool           TEXT NOT NULL,
    version        TEXT NOT NULL,
    shape          BLOB NOT NULL,
    caller         TEXT,
    reply_id       TEXT,
    reply_to       TEXT,
    args           BLOB NOT NULL,
    accepted_at    INTEGER NOT NULL,
    depth          INTEGER NOT NULL,
    parent_run     INTEGER REFERENCES runs (id),
    parent_task    INTEGER,
    parent_item    INTEGER,
    response       INTEGER,
    early          INTEGER NOT NULL DEFAULT 0,
    ending         TEXT,
    failure        BLOB,
    class          TEXT,
    status         TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed', 'failed', 'timed_out', 'cancelled')),
    ended_at       INTEGER,
    CHECK ((status = 'open') = (ended_at IS NULL)),
    CHECK ((ending IS NULL) = (failure IS NULL))
) STRICT;
CREATE INDEX runs_called ON runs (parent_run, parent_task, parent_item) WHERE parent_run IS NOT NULL;
CREATE TABLE tasks (
    run        INTEGER NOT NULL REFERENCES runs (id),
    task       INTEGER NOT NULL,
    work       TEXT NOT NULL CHECK (work IN ('node', 'control', 'reply')),
    name       TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'running', 'done', 'failed', 'skipped', 'passed', 'caught',
                                              'spread', 'dormant')),
    phase      TEXT NOT NULL DEFAULT 'begin' CHECK (phase IN ('begin', 'asked', 'answered', 'slept', 'gather', 'stop')),
    due        INTEGER NOT NULL,
    starts     INTEGER NOT NULL DEFAULT 0,
    failures   INTEGER NOT NULL DEFAULT 0,
    crashes    INTEGER NOT NULL DEFAULT 0,
    branch     INTEGER,
    finished   INTEGER,
    total      INTEGER,
    next       INTEGER,
    unfinished INTEGER,
    halted     INTEGER NOT NULL DEFAULT 0,
    token      TEXT,
    reason     TEXT,
    output     BLOB,
    UNIQUE (run, task)
) STRICT;
CREATE INDEX tasks_ready ON tasks (work, due) WHERE state = 'ready';
CREATE INDEX tasks_running ON tasks (run) WHERE state = 'running';
CREATE UNIQUE INDEX tasks_awaited ON tasks (token) WHERE token IS NOT NULL;
CREATE TABLE items (
    run      INTEGER NOT NULL REFERENCES runs (id),
    task     INTEGER NOT NULL,
    item     INTEGER NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'running', 'done', 'failed', 'skipped', 'spread')),
    phase    TEXT NOT NULL DEFAULT 'begin' CHECK (phase IN ('begin', 'gather')),
    live     INTEGER GENERATED ALWAYS AS (state IN ('running', 'spread') OR (state = 'ready' AND phase = 'gather')) VIRTUAL,
    due      INTEGER NOT NULL,
    starts   INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    crashes  INTEGER NOT NULL DEFAULT 0,
    seen     INTEGER NOT NULL DEFAULT 0,
    finished INTEGER,
    reason   TEXT,
    input    BLOB NOT NULL,
    output   BLOB,
    UNIQUE (run, task, item)
) STRICT;
CREATE INDEX items_ready ON items (due) WHERE state = 'ready';
CREATE INDEX items_live ON items (run, task) WHERE live = 1;
CREATE TABLE answers (
    caller     TEXT NOT NULL,
    route      TEXT NOT NULL,
    key        TEXT NOT NULL,
    body       BLOB NOT NULL,
    answer     BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (caller, route, key)
) STRICT;
CREATE INDEX answers_by_age ON answers (created_at);
CREATE TABLE triggers (
    name      TEXT PRIMARY KEY,
    last_tick INTEGER NOT NULL,
    open_run  INTEGER REFERENCES runs (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE state (
    map   TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (map, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE watermarks (
    run   INTEGER NOT NULL REFERENCES runs (id),
    map   TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (run, map, key)
) STRICT, WITHOUT ROWID;
";

/// Creates the tables in an empty file.
pub(super) fn migrate(connection: &Connection) -> Result<(), String> {
    let found: i64 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(|error| error.to_string())?;
    match found {
        LAYOUT => Ok(()),
        0 => connection
            .execute_batch(&format!("BEGIN IMMEDIATE; {CREATE} PRAGMA user_version = {LAYOUT}; COMMIT"))
            .map_err(|error| error.to_string()),
        other => Err(format!("its layout is number {other}, this server knows {LAYOUT}: use the server that wrote it")),
    }
}

/// Enums whose states are words in a column.
macro_rules! words {
    ($ty:ty { $($variant:path = $word:literal),* $(,)? }) => {
        impl ToSql for $ty {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::from(match self { $($variant => $word),* }))
            }
        }

        impl FromSql for $ty {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok($variant),)*
                    other => Err(FromSqlError::Other(format!("unexpected word `{other}`").into())),
                }
            }
        }
    };
}

words!(TaskState {
    TaskState::Waiting = "waiting",
    TaskState::Ready = "ready",
    TaskState::Running = "running",
    TaskState::Done = "done",
    TaskState::Failed = "failed",
    TaskState::Skipped = "skipped",
    TaskState::Passed = "passed",
    TaskState::Caught = "caught",
    TaskState::Spread = "spread",
    TaskState::Dormant = "dormant",
});
words!(TaskPhase {
    TaskPhase::Begin = "begin",
    TaskPhase::Asked = "asked",
    TaskPhase::Answered = "answered",
    TaskPhase::Slept = "slept",
    TaskPhase::Gather = "gather",
    TaskPhase::Stop = "stop",
});
words!(Work { Work::Node = "node", Work::Control = "control", Work::Reply = "reply" });
words!(Ending {
    Ending::Completed = "completed",
    Ending::Failed = "failed",
    Ending::TimedOut = "timed_out",
    Ending::Cancelled = "cancelled",
});
words!(FailureClass {
    FailureClass::Permanent = "permanent",
    FailureClass::Transient = "transient",
    FailureClass::Timeout = "timeout",
    FailureClass::Connection = "connection",
    FailureClass::Throttled = "429",
    FailureClass::ServerError = "5xx",
    FailureClass::Conflict = "conflict",
});
