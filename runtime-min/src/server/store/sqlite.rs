//! The default store: one SQLite file in the data folder, which is locked for as long as the store lives.

mod apply;
mod claim;
mod commit;
mod insert;
mod items;
mod read;
#[cfg(feature = "pack-tests")]
mod standing;
mod state;
#[cfg(test)]
mod tests;
mod triggers;

use std::{
    fs::{DirBuilder, File},
    future::Future,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::Notify;

use super::{
    Accepted, Awaited, ClaimRequest, Claims, Committed, Decide, IDEMPOTENCY_MS, IdempotencyKey, Lease, NewRun, Order,
    Recalled, Right, RunRecord, Store, StoreFuture, Tick, Ticked, Visit, Work, readers::Readers, schema,
    writer::Writer,
};
use crate::server::{step::Change, time::Timestamp};

/// Runs in a SQLite file.
pub(crate) struct Sqlite {
    writer: Writer,
    readers: Readers,
    queues: Arc<Queues>,
    recent: Arc<Mutex<Option<claim::Recent>>>,
    _lock: File,
}

/// Who waits for tasks to become due.
#[derive(Default)]
struct Queues {
    nodes: Notify,
    replies: Notify,
}

/// The oldest SQLite whose WAL we trust: before it a checkpoint could, rarely, corrupt the file.
const OLDEST_SQLITE: i32 = 3_051_003;

impl Sqlite {
    /// Opens the store of a data folder, which is made if absent, and takes back what a dead process had under way.
    pub(crate) fn open(folder: &Path, now: Timestamp) -> Result<Self, String> {
        if rusqlite::version_number() < OLDEST_SQLITE {
            return Err(format!("SQLite {} is too old: 3.51.3 is needed", rusqlite::version()));
        }
        // Arguments and outputs are nobody else's. A folder or file that is there keeps what its owner chose.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
        let lock = lock(folder)?;
        let file = folder.join("journal.sqlite");
        let place = |reason: String| format!("cannot use `{}`: {reason}", file.display());
        let connection = open_writer(&file).map_err(place)?;
        schema::migrate(&connection).map_err(place)?;
        claim::take_back(&connection, now).map_err(|error| place(error.to_string()))?;
        let writer = Writer::start(connection).map_err(|error| error.to_string())?;
        let readers = Readers::start(&file).map_err(|error| error.to_string())?;
        Ok(Self { writer, readers, queues: Arc::default(), recent: Arc::default(), _lock: lock })
    }
}

#[cfg(test)]
impl Sqlite {
    /// Open runs that nobody would ever go on with; none in a sound store.
    pub(crate) async fn stranded(&self) -> Result<Vec<String>, super::StoreError> {
        self.readers.read(read::stranded).await
    }
}

/// Two servers on one folder would run everything twice.
fn lock(folder: &Path) -> Result<File, String> {
    let path = folder.join("lock");
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(&path)
        .map_err(|error| format!("cannot open `{}`: {error}", path.display()))?;
    file.try_lock().map_err(|_| format!("another server uses the data folder `{}`", folder.display()))?;
    Ok(file)
}

fn open_writer(file: &Path) -> Result<Connection, String> {
    let text = |error: rusqlite::Error| error.to_string();
    // SQLite gives its side files the mode of the file that it finds.
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(file)
        .map_err(|error| error.to_string())?;
    let connection = Connection::open(file).map_err(text)?;
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
             PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
        )
        .map_err(text)?;
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).map_err(text)?;
    let synchronous: i64 = connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).map_err(text)?;
    // 2 is FULL. With less, a power cut loses acknowledged runs; a file system without shared memory refuses WAL.
    if mode != "wal" || synchronous != 2 {
        return Err(format!("it cannot be made durable here (journal mode {mode}, synchronous {synchronous})"));
    }
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

impl Store for Sqlite {
    fn accept(&self, run: NewRun) -> StoreFuture<'_, Accepted> {
        let queues = Arc::clone(&self.queues);
        let bytes = run.args.len() + 512;
        let apply = move |connection: &Connection| accept(connection, &run);
        Box::pin(self.writer.write_then(bytes, apply, move |accepted| match accepted {
            Accepted::New => queues.nodes.notify_one(),
            Accepted::Known(_) => {}
        }))
    }

    fn watch(&self, triggers: Vec<&'static str>, now: Timestamp) -> StoreFuture<'_, Vec<Timestamp>> {
        Box::pin(self.writer.write(64 * triggers.len(), move |connection| triggers::watch(connection, &triggers, now)))
    }

    fn tick(&self, tick: Tick) -> StoreFuture<'_, Ticked> {
        let queues = Arc::clone(&self.queues);
        let bytes = tick.run.args.len() + 512;
        let apply = move |connection: &Connection| triggers::tick(connection, &tick);
        Box::pin(self.writer.write_then(bytes, apply, move |ticked| match ticked {
            Ticked::New => queues.nodes.notify_one(),
            Ticked::Open(_) | Ticked::Seen => {}
        }))
    }

    fn recall(&self, key: IdempotencyKey, now: Timestamp) -> StoreFuture<'_, Option<Recalled>> {
        Box::pin(self.readers.read(move |connection| recall(connection, &key, now)))
    }

    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        let recent = Arc::clone(&self.recent);
        Box::pin(self.writer.write(256 * request.limit, move |connection| {
            claim::claim(connection, &request, &mut recent.lock().unwrap_or_else(PoisonError::into_inner))
        }))
    }

    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        let queues = Arc::clone(&self.queues);
        let bytes = 512 + decide.bytes;
        let apply = move |connection: &Connection| commit::commit(connection, right, decide.step, now);
        Box::pin(self.writer.write_then(bytes, apply, move |committed| match committed {
            // Who is woken for nothing looks once.
            Committed::Applied(_) => {
                queues.nodes.notify_one();
                queues.replies.notify_one();
            }
            Committed::Stale => {}
        }))
    }

    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()> {
        let queues = Arc::clone(&self.queues);
        let apply = move |connection: &Connection| commit::settle(connection, lease, &change, now);
        Box::pin(self.writer.write_then(256, apply, move |()| {
            queues.nodes.notify_one();
            queues.replies.notify_one();
        }))
    }

    fn recorded(&self, run: i64, tasks: Vec<usize>) -> StoreFuture<'_, Vec<Option<Arc<[u8]>>>> {
        Box::pin(self.readers.read(move |connection| read::recorded(connection, run, &tasks)))
    }

    fn tokens(&self, run: i64) -> StoreFuture<'_, Vec<(usize, String)>> {
        Box::pin(self.readers.read(move |connection| read::tokens(connection, run)))
    }

    fn visit(&self, run: i64, task: usize, order: Order, visit: Visit) -> StoreFuture<'_, ()> {
        Box::pin(self.readers.read(move |connection| read::visit(connection, run, task, order, visit)))
    }

    fn called(&self, run: i64, task: usize, item: Option<usize>) -> StoreFuture<'_, Option<RunRecord>> {
        Box::pin(self.readers.read(move |connection| read::called(connection, run, task, item)))
    }

    fn awaited(&self, token: String) -> StoreFuture<'_, Option<Awaited>> {
        Box::pin(self.readers.read(move |connection| read::awaited(connection, &token)))
    }

    fn run(&self, correlation_id: String) -> StoreFuture<'_, Option<RunRecord>> {
        Box::pin(self.readers.read(move |connection| read::run(connection, &correlation_id)))
    }

    fn wait_ready(&self, work: Work) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(match work {
            Work::Node | Work::Control => self.queues.nodes.notified(),
            Work::Reply => self.queues.replies.notified(),
        })
    }

    fn wait_broken(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.writer.health().wait_broken())
    }

    fn trouble(&self) -> StoreFuture<'_, Option<String>> {
        Box::pin(async move {
            if self.writer.health().trouble().is_none() {
                return Ok(None);
            }
            // Nobody may be writing any more because of this answer: try, so that it can change.
            let tried = self.writer.write(64, |connection| connection.execute_batch(schema::PROBE)).await;
            Ok(tried.err().map(|error| error.to_string()))
        })
    }
}

/// The run, its tasks and the kept answer in one transaction: nothing of it exists without the rest.
fn accept(connection: &Connection, run: &NewRun) -> rusqlite::Result<Accepted> {
    if let Some((key, _)) = &run.idempotency
        && let Some(known) = recall(connection, key, run.now)?
    {
        return Ok(Accepted::Known(known));
    }
    insert::run(connection, run, None)?;
    if let Some((key, recalled)) = &run.idempotency {
        let expired = run.now.0 - IDEMPOTENCY_MS;
        connection.prepare_cached("DELETE FROM answers WHERE created_at < ?1")?.execute([expired])?;
        connection
            .prepare_cached(
                "INSERT INTO answers (caller, route, key, body, answer, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![key.caller, key.route, key.key, recalled.body, recalled.answer, run.now.0])?;
    }
    Ok(Accepted::New)
}

fn recall(connection: &Connection, key: &IdempotencyKey, now: Timestamp) -> rusqlite::Result<Option<Recalled>> {
    connection
        .prepare_cached(
            "SELECT body, answer FROM answers WHERE caller = ?1 AND route = ?2 AND key = ?3 AND created_at >= ?4",
        )?
        .query_row(params![key.caller, key.route, key.key, now.0 - IDEMPOTENCY_MS], |row| {
            Ok(Recalled { body: row.get(0)?, answer: row.get(1)? })
        })
        .optional()
}
