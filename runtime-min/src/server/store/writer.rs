//! One thread writes: operations that wait together are committed together.
//!
//! A commit costs an fsync, whatever is in it. With 64 callers waiting, one fsync serves them all.

use std::{
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use rusqlite::{Connection, ErrorCode};
use tokio::sync::{Notify, oneshot};

use super::StoreError;

/// Operations in one commit at most.
const BATCH: usize = 512;

/// Payload bytes after which a batch is closed.
const BATCH_BYTES: usize = 1 << 20;

/// The handle of the writing thread; it ends when all handles are gone.
pub(super) struct Writer {
    queue: mpsc::Sender<Operation>,
    health: Arc<Health>,
}

/// What the thread says of itself.
#[derive(Default)]
pub(super) struct Health {
    trouble: Mutex<Option<String>>,
    broken: Notify,
}

struct Operation {
    bytes: usize,
    /// Runs inside the batch's transaction, before its commit.
    work: Box<dyn FnOnce(&Connection) -> Attempted + Send>,
}

/// What an operation came to, and how its caller is told.
type Attempted = (Answer, rusqlite::Result<()>);

/// Tells the caller, once it is known whether the batch is durable.
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

impl Health {
    /// Why nothing can be written just now.
    pub(super) fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until a commit's outcome is unknown.
    pub(super) async fn wait_broken(&self) {
        self.broken.notified().await;
    }

    fn set(&self, trouble: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

impl Writer {
    /// Starts the thread on a connection that nobody else writes through.
    pub(super) fn start(connection: Connection) -> std::io::Result<Self> {
        let (queue, operations) = mpsc::channel();
        let health = Arc::new(Health::default());
        let of_thread = Arc::clone(&health);
        thread::Builder::new().name("journal".into()).spawn(move || run(&connection, &operations, &of_thread))?;
        Ok(Self { queue, health })
    }

    /// How the thread is.
    pub(super) fn health(&self) -> &Health {
        &self.health
    }

    /// Runs `work` in a transaction, with others; answers when that is durable. `bytes` is about how much it writes.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write_then(bytes, work, |_| {}).await
    }

    /// The same, and runs `then` on the writing thread as soon as it is durable: also where the caller has gone away, as
    /// one does whose connection broke off. What is durable must be begun.
    pub(super) async fn write_then<T: Send + 'static>(
        &self,
        bytes: usize,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
        then: impl FnOnce(&T) + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, receiver) = oneshot::channel();
        let work = Box::new(move |connection: &Connection| -> Attempted {
            let result = work(connection);
            let failure = result.as_ref().map_err(ToString::to_string).err();
            let (value, outcome) = match result {
                Ok(value) => (Some(value), Ok(())),
                Err(error) => (None, Err(error)),
            };
            let answer = move |durable: Result<(), StoreError>| {
                let answer = match (durable, value) {
                    (Ok(()), Some(value)) => {
                        then(&value);
                        Ok(value)
                    }
                    (Ok(()), None) => Err(StoreError::Unavailable(failure.unwrap_or_default())),
                    (Err(error), _) => Err(error),
                };
                // A caller that has gone away does not need to know.
                drop(sender.send(answer));
            };
            (Box::new(answer), outcome)
        });
        let stopped = || StoreError::Unavailable("the journal has stopped".into());
        self.queue.send(Operation { bytes, work }).map_err(|_| stopped())?;
        receiver.await.unwrap_or_else(|_| Err(stopped()))
    }
}

/// Whatever ends the thread, a panic too, nothing is durable from then on.
struct Ends<'a>(&'a Health);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if self.0.trouble().is_none() {
            self.0.set(Some("the journal has stopped".into()));
        }
        self.0.broken.notify_one();
    }
}

fn run(connection: &Connection, operations: &mpsc::Receiver<Operation>, health: &Health) {
    let _ends = Ends(health);
    while let Ok(first) = operations.recv() {
        let mut bytes = first.bytes;
        let mut batch = vec![first];
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            match operations.try_recv() {
                Ok(operation) => {
                    bytes += operation.bytes;
                    batch.push(operation);
                }
                Err(_) => break,
            }
        }
        let before = connection.total_changes();
        let (answers, outcome) = commit(connection, batch);
        match &outcome {
            Ok(()) if connection.total_changes() > before => health.set(None),
            // An empty commit touches no disk, and so proves nothing.
            Ok(()) => {}
            Err(error) => health.set(Some(error.to_string())),
        }
        let unknown = matches!(outcome, Err(StoreError::Unknown(_)));
        for answer in answers {
            answer(outcome.clone());
        }
        if unknown {
            // Never a second fsync after a failed one: the kernel may have dropped the pages and would report success.
            return;
        }
    }
}

/// Runs a batch in one transaction. Each operation has a savepoint, so that one which fails takes no other with it.
fn commit(connection: &Connection, batch: Vec<Operation>) -> (Vec<Answer>, Result<(), StoreError>) {
    let mut answers = Vec::with_capacity(batch.len());
    if let Err(error) = execute(connection, "BEGIN IMMEDIATE") {
        // Without a transaction the operations may not run; dropping them tells their callers.
        return (answers, Err(StoreError::Unavailable(error.to_string())));
    }
    for operation in batch {
        if let Err(error) = attempt(connection, operation, &mut answers) {
            return (answers, Err(give_up(connection, &error)));
        }
    }
    match execute(connection, "COMMIT") {
        Ok(()) => (answers, Ok(())),
        Err(error) if full(&error) => (answers, Err(give_up(connection, &error))),
        Err(error) => (answers, Err(StoreError::Unknown(error.to_string()))),
    }
}

/// Runs one operation; an error is one of the whole batch.
fn attempt(connection: &Connection, operation: Operation, answers: &mut Vec<Answer>) -> rusqlite::Result<()> {
    execute(connection, "SAVEPOINT operation")?;
    let (answer, outcome) = (operation.work)(connection);
    answers.push(answer);
    match outcome {
        Ok(()) => {}
        Err(error) if fatal(&error) => return Err(error),
        Err(_) => execute(connection, "ROLLBACK TO operation")?,
    }
    execute(connection, "RELEASE operation")
}

/// Before a commit was tried, a rollback leaves nothing behind.
fn give_up(connection: &Connection, error: &rusqlite::Error) -> StoreError {
    if connection.is_autocommit() {
        return StoreError::Unavailable(error.to_string());
    }
    match execute(connection, "ROLLBACK") {
        Ok(()) => StoreError::Unavailable(error.to_string()),
        Err(rollback) => StoreError::Unknown(format!("{error}; {rollback}")),
    }
}

fn execute(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Errors of the file, not of one operation: SQLite may have rolled back the whole transaction.
fn fatal(error: &rusqlite::Error) -> bool {
    full(error)
        || matches!(
            error.sqlite_error_code(),
            Some(
                ErrorCode::SystemIoFailure
                    | ErrorCode::DatabaseCorrupt
                    | ErrorCode::OutOfMemory
                    | ErrorCode::NotADatabase
                    | ErrorCode::OperationInterrupted
            )
        )
}

/// A full disk is found before the commit record is written, so the transaction is certainly not durable.
fn full(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::DatabaseBusy))
}
