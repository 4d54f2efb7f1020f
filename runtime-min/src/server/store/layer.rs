//! A store around another one: for tests, ours and a pack's, which watch what is changed or break it off.

use std::{future::Future, pin::Pin, sync::Arc};

use super::{
    Accepted, Awaited, ClaimRequest, Claims, Committed, Decide, IdempotencyKey, Lease, NewRun, Order, Recalled, Right,
    RunRecord, Store, StoreFuture, Tick, Ticked, Visit, Work,
};
use crate::server::{step::Change, time::Timestamp};

/// What a layer does otherwise than the store beneath it; all else of [`Store`] goes straight there.
pub(crate) trait Layer: Send + Sync {
    /// The store beneath.
    fn beneath(&self) -> &dyn Store;

    /// As [`Store::claim`].
    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        self.beneath().claim(request)
    }

    /// As [`Store::tick`].
    fn tick(&self, tick: Tick) -> StoreFuture<'_, Ticked> {
        self.beneath().tick(tick)
    }

    /// As [`Store::commit`].
    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        self.beneath().commit(right, decide, now)
    }

    /// As [`Store::settle`].
    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()> {
        self.beneath().settle(lease, change, now)
    }
}

impl<L: Layer> Store for L {
    fn accept(&self, run: NewRun) -> StoreFuture<'_, Accepted> {
        self.beneath().accept(run)
    }

    fn watch(&self, triggers: Vec<&'static str>, now: Timestamp) -> StoreFuture<'_, Vec<Timestamp>> {
        self.beneath().watch(triggers, now)
    }

    fn tick(&self, tick: Tick) -> StoreFuture<'_, Ticked> {
        Layer::tick(self, tick)
    }

    fn recall(&self, key: IdempotencyKey, now: Timestamp) -> StoreFuture<'_, Option<Recalled>> {
        self.beneath().recall(key, now)
    }

    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        Layer::claim(self, request)
    }

    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        Layer::commit(self, right, decide, now)
    }

    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()> {
        Layer::settle(self, lease, change, now)
    }

    fn recorded(&self, run: i64, tasks: Vec<usize>) -> StoreFuture<'_, Vec<Option<Arc<[u8]>>>> {
        self.beneath().recorded(run, tasks)
    }

    fn tokens(&self, run: i64) -> StoreFuture<'_, Vec<(usize, String)>> {
        self.beneath().tokens(run)
    }

    fn visit(&self, run: i64, task: usize, order: Order, visit: Visit) -> StoreFuture<'_, ()> {
        self.beneath().visit(run, task, order, visit)
    }

    fn called(&self, run: i64, task: usize, item: Option<usize>) -> StoreFuture<'_, Option<RunRecord>> {
        self.beneath().called(run, task, item)
    }

    fn awaited(&self, token: String) -> StoreFuture<'_, Option<Awaited>> {
        self.beneath().awaited(token)
    }

    fn run(&self, correlation_id: String) -> StoreFuture<'_, Option<RunRecord>> {
        self.beneath().run(correlation_id)
    }

    fn wait_ready(&self, work: Work) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.beneath().wait_ready(work)
    }

    fn wait_broken(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.beneath().wait_broken()
    }

    fn trouble(&self) -> StoreFuture<'_, Option<String>> {
        self.beneath().trouble()
    }
}
