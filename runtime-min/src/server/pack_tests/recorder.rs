//! A store that notes when attempts begin and end, around the store that serves.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::{case::Mark, clock::TestClock};
use crate::server::{
    step::TaskPhase,
    store::{
        ClaimRequest, Claims, Committed, Decide, Lease, Right, Store, StoreFuture, Work, layer::Layer, sqlite::Sqlite,
    },
    time::{Clock, Timestamp},
};

/// The store, and what happened to the run that is not nested.
pub(super) struct Recorder {
    pub(super) store: Arc<Sqlite>,
    clock: Arc<TestClock>,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    marks: Vec<Mark>,
    /// The nodes of tasks, by run and task.
    nodes: BTreeMap<(i64, usize), String>,
}

impl Recorder {
    pub(super) fn new(store: Arc<Sqlite>, clock: Arc<TestClock>) -> Self {
        Self { store, clock, noted: Mutex::default() }
    }

    /// All marks so far.
    pub(super) fn marks(&self) -> Vec<Mark> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).marks.clone()
    }

    /// Notes that a node got what it waited for.
    pub(super) fn answered(&self, node: &str) {
        let mark = Mark { node: node.to_owned(), is_end: true, is_item: false, at: self.clock.now().0 };
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).marks.push(mark);
    }

    fn began(&self, claims: &Claims) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        for claim in claims.claims.iter().filter(|claim| claim.work == Work::Node && claim.run.depth == 1) {
            noted.nodes.insert((claim.lease.run, claim.lease.task), claim.name.clone());
            // Later phases of a node are no attempts, and what is dropped since the run fails is none.
            if claim.phase == TaskPhase::Begin {
                let is_item = claim.lease.item.is_some();
                let mark = Mark { node: claim.name.clone(), is_end: false, is_item, at: self.clock.now().0 };
                noted.marks.push(mark);
            }
        }
    }

    fn ended(&self, lease: Lease) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(node) = noted.nodes.get(&(lease.run, lease.task)).cloned() {
            let mark = Mark { node, is_end: true, is_item: lease.item.is_some(), at: self.clock.now().0 };
            noted.marks.push(mark);
        }
    }
}

impl Layer for Recorder {
    fn beneath(&self) -> &dyn Store {
        &*self.store
    }

    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims> {
        Box::pin(async move {
            let claims = self.store.claim(request).await?;
            self.began(&claims);
            Ok(claims)
        })
    }

    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed> {
        Box::pin(async move {
            let committed = self.store.commit(right, decide, now).await?;
            match (right, committed) {
                (Right::Lease(lease), Committed::Applied(_)) => self.ended(lease),
                (Right::Lease(_) | Right::Token { .. }, _) => {}
            }
            Ok(committed)
        })
    }
}
