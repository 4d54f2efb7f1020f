//! Who waits for a run to change: long polls in this process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::Notify;

/// The waiting readers, by correlation id.
#[derive(Debug, Default)]
pub(crate) struct Waiters(Mutex<HashMap<String, Arc<Notify>>>);

/// One reader's place; gives it up when dropped.
#[derive(Debug)]
pub(crate) struct Waiter<'a> {
    waiters: &'a Waiters,
    correlation_id: String,
    notify: Arc<Notify>,
}

impl Waiters {
    /// Begins to wait. Take the place first and read the run after, or its end may slip between.
    pub(crate) fn join(&self, correlation_id: &str) -> Waiter<'_> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let notify = Arc::clone(places.entry(correlation_id.to_owned()).or_default());
        Waiter { waiters: self, correlation_id: correlation_id.to_owned(), notify }
    }

    /// Wakes those who wait for this run.
    pub(crate) fn wake(&self, correlation_id: &str) {
        if let Some(notify) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(correlation_id) {
            notify.notify_waiters();
        }
    }
}

impl Waiter<'_> {
    /// The next change; enable it before the run is read.
    pub(crate) fn changed(&self) -> tokio::sync::futures::Notified<'_> {
        self.notify.notified()
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        let mut places = self.waiters.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The map and this place hold it: nobody else waits.
        if Arc::strong_count(&self.notify) == 2 {
            places.remove(&self.correlation_id);
        }
    }
}
