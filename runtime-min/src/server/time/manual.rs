//! A clock for tests, ours and a pack's.

use std::{
    future::Future,
    pin::Pin,
    sync::atomic::{AtomicI64, Ordering},
};

use tokio::sync::Notify;

use super::{Clock, Timestamp};

/// A clock that stands still but for when it is told to go on.
#[derive(Debug)]
pub(crate) struct ManualClock {
    now: AtomicI64,
    moved: Notify,
}

impl ManualClock {
    /// A clock that stands at this time.
    pub(crate) fn at(now: Timestamp) -> Self {
        Self { now: AtomicI64::new(now.0), moved: Notify::new() }
    }

    /// Goes on to `then`, if that is later.
    pub(crate) fn advance(&self, then: Timestamp) {
        self.now.fetch_max(then.0, Ordering::SeqCst);
        self.moved.notify_waiters();
    }
}

impl Clock for ManualClock {
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
