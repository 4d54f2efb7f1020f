//! A clock that stands still while something is done, and jumps when all that is left is to wait.

use std::{
    future::Future,
    pin::Pin,
    sync::{Mutex, PoisonError},
};

use crate::server::time::{Clock, Timestamp, manual::ManualClock};

/// A test's time. It goes on when [`TestClock::advance`] says so.
#[derive(Debug)]
pub(super) struct TestClock {
    time: ManualClock,
    /// Until when stubs wait.
    pauses: Mutex<Vec<i64>>,
}

impl TestClock {
    /// A clock that stands at this time, in milliseconds since 1970.
    pub(super) fn at(now: i64) -> Self {
        Self { time: ManualClock::at(Timestamp(now)), pauses: Mutex::default() }
    }

    /// Goes on to `then`, if that is later.
    pub(super) fn advance(&self, then: i64) {
        self.time.advance(Timestamp(then));
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
        self.time.now()
    }

    fn until(&self, due: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.time.until(due)
    }
}
