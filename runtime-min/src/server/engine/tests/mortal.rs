//! A process that dies at an instant which the test chooses.

use super::*;
use crate::server::store::{
    Awaited, Committed, Decide, IdempotencyKey, NewRun, Order, Recalled, Right, StoreFuture, Visit,
};

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

impl Store for Mortal {
    fn accept(&self, run: NewRun) -> StoreFuture<'_, Accepted> {
        self.store.accept(run)
    }

    fn recall(&self, key: IdempotencyKey, now: Timestamp) -> StoreFuture<'_, Option<Recalled>> {
        self.store.recall(key, now)
    }

    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        let store = Arc::clone(&self.store);
        // Claims that find nothing change nothing.
        Box::pin(async move {
            let claims = store.claim(request).await?;
            if claims.claims.is_empty() { Ok(claims) } else { self.change(Box::pin(async { Ok(claims) })).await }
        })
    }

    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        let store = Arc::clone(&self.store);
        self.change(Box::pin(async move { store.commit(right, decide, now).await }))
    }

    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()> {
        let store = Arc::clone(&self.store);
        self.change(Box::pin(async move { store.settle(lease, change, now).await }))
    }

    fn recorded(&self, run: i64, tasks: Vec<usize>) -> StoreFuture<'_, Vec<Option<Arc<[u8]>>>> {
        self.store.recorded(run, tasks)
    }

    fn tokens(&self, run: i64) -> StoreFuture<'_, Vec<(usize, String)>> {
        self.store.tokens(run)
    }

    fn visit(&self, run: i64, task: usize, order: Order, visit: Visit) -> StoreFuture<'_, ()> {
        self.store.visit(run, task, order, visit)
    }

    fn called(&self, run: i64, task: usize, item: Option<usize>) -> StoreFuture<'_, Option<RunRecord>> {
        self.store.called(run, task, item)
    }

    fn awaited(&self, token: String) -> StoreFuture<'_, Option<Awaited>> {
        self.store.awaited(token)
    }

    fn run(&self, correlation_id: String) -> StoreFuture<'_, Option<RunRecord>> {
        self.store.run(correlation_id)
    }

    fn wait_ready(&self, work: Work) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.wait_ready(work)
    }

    fn wait_broken(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.store.wait_broken()
    }

    fn trouble(&self) -> StoreFuture<'_, Option<String>> {
        self.store.trouble()
    }
}
