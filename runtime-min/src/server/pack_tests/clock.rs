//! A clock that stands still while something is done, and jumps when all that is left is to wait.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
};

use tokio::sync::Notify;

use crate::server::time::{Clock, Timestamp};

/// A test's time. It goes on when [`TestClock::advance`] says so.
#[derive(Debug)]
pub(super) struct TestClock {
    now: AtomicI64,
    moved: Notify,
    /// Until when stubs wait.
    pauses: Mutex<Vec<i64>>,
}

impl TestClock {
    /// A clock that stands at this time, in milliseconds since 1970.
    pub(super) fn at(now: i64) -> Self {
        Self { now: AtomicI64::new(now), moved: Notify::new(), pauses: Mutex::default() }
    }

    /// Goes on to `then`, if that is later.
    pub(super) fn advance(&self, then: i64) {
        self.now.fetch_max(then, Ordering::SeqCst);
        self.moved.notify_waiters();
    }

    /// Takes so many milliseconds: an attempt that does it is under way, and keeps nobody from jumping ahead.
    pub(super) async fn pause(&self, ms: u64) {
        if ms == 0 {
            return;
        }
        let due = self.now().plus_ms(ms);
        self.pauses.lock().unwrap_or_else(PoisonError::into_inner).push(due.0);
        self.until(due).await;
    }

    /// Until when stubs wait that have to wait yet.
    pub(super) fn pauses(&self) -> Vec<i64> {
        let now = self.now().0;
        let mut pauses = self.pauses.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.retain(|due| *due > now);
        pauses.clone()
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    fn until(&self, due: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            loop {
                let moved = self.moved.notified();
                tokio::pin!(moved);
                // Listens before it looks, so that no jump in between is missed.
                moved.as_mut().enable();
                if self.now() >= due {
                    return;
                }
                moved.await;
            }
        })
    }
}
