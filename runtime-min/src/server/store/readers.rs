//! A few threads read. They are the store's own, so that handlers which block starve no reader, and as many as there are
//! connections, so that the file is never opened more often.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use super::StoreError;

/// How many.
const THREADS: usize = 4;

/// The handle of the reading threads; they end when it is gone.
pub(super) struct Readers {
    queue: mpsc::Sender<Reading>,
}

/// What one thread is asked; without a connection that could be opened it gets the reason.
type Reading = Box<dyn FnOnce(rusqlite::Result<&Connection>) + Send>;

impl Readers {
    /// Starts the threads. Each opens the file when it is first asked.
    pub(super) fn start(file: &Path) -> std::io::Result<Self> {
        let (queue, readings) = mpsc::channel();
        let readings = Arc::new(Mutex::new(readings));
        for _ in 0..THREADS {
            let (file, readings) = (file.to_owned(), Arc::clone(&readings));
            thread::Builder::new().name("reader".into()).spawn(move || run(&file, &readings))?;
        }
        Ok(Self { queue })
    }

    /// Reads through a connection that cannot write.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, receiver) = oneshot::channel();
        let reading = Box::new(move |connection: rusqlite::Result<&Connection>| {
            // Nobody waits for the answer any more: a long poll whose caller went away.
            if !sender.is_closed() {
                drop(sender.send(connection.and_then(work)));
            }
        });
        let stopped = || StoreError::Unavailable("the readers have stopped".into());
        self.queue.send(reading).map_err(|_| stopped())?;
        match receiver.await {
            Ok(read) => read.map_err(|error| StoreError::Unavailable(error.to_string())),
            Err(_) => Err(stopped()),
        }
    }
}

fn run(file: &Path, readings: &Mutex<mpsc::Receiver<Reading>>) {
    let mut connection = None;
    loop {
        // The others wait for the lock while this one waits for work.
        let reading = readings.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(reading) = reading else { return };
        if connection.is_none() {
            match open(file) {
                Ok(opened) => connection = Some(opened),
                Err(error) => {
                    reading(Err(error));
                    continue;
                }
            }
        }
        if let Some(open) = &connection {
            // A bug in one reading costs its caller an answer, and nobody a thread.
            let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reading(Ok(open))));
            if read.is_err() {
                connection = None;
            }
        }
    }
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    let connection =
        Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")?;
    Ok(connection)
}
