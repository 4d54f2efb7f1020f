//! A process that dies at an instant which the test chooses.

use super::*;
use crate::server::store::{Committed, Decide, Right, StoreFuture, Tick, Ticked, layer::Layer};

/// A store whose process dies after so many changes: the next is never answered, nor is any after it.
pub(super) struct Mortal {
    pub(super) store: Arc<Sqlite>,
    pub(super) left: AtomicI64,
    pub(super) died: Notify,
}

impl Mortal {
    fn change<'a, T: 'a>(&self, of: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        if self.left.fetch_sub(1, Ordering::SeqCst) > 0 {
            return of;
        }
        self.died.notify_one();
        Box::pin(std::future::pending())
    }
}

impl Layer for Mortal {
    fn beneath(&self) -> &dyn Store {
        &*self.store
    }

    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        let store = Arc::clone(&self.store);
        // Claims that find nothing change nothing.
        Box::pin(async move {
            let claims = store.claim(request).await?;
            if claims.claims.is_empty() { Ok(claims) } else { self.change(Box::pin(async { Ok(claims) })).await }
        })
    }

    fn tick(&self, tick: Tick) -> StoreFuture<'_, Ticked> {
        let store = Arc::clone(&self.store);
        self.change(Box::pin(async move { store.tick(tick).await }))
    }

    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        let store = Arc::clone(&self.store);
        self.change(Box::pin(async move { store.commit(right, decide, now).await }))
    }

    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()> {
        let store = Arc::clone(&self.store);
        self.change(Box::pin(async move { store.settle(lease, change, now).await }))
    }
}
