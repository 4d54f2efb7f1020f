//! What a loop or a paging comes to, made of the outputs of its items: one after the other, for there may be many.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
};

use super::{Engine, attempt::too_large, called};
use crate::{
    HandlerError,
    server::{
        definition::{Each, Fold, ItemFailure, Scope, local},
        step::TaskState,
        store::{Claim, Order, StoreError, Visit},
    },
};

/// The largest list, and the largest value of a fold.
use super::attempt::OUTPUT_BYTES;

/// The output of the loop whose items have all ended.
pub(super) async fn each(
    engine: &Engine,
    claim: &Claim,
    each: &'static Each,
    scope: Scope,
) -> Result<Result<Vec<u8>, HandlerError>, StoreError> {
    let order = if each.ordered { Order::List } else { Order::Completion };
    let begun = Gathering::begin(each, scope);
    gather(engine, claim, order, begun, move |gathering, state, output| gathering.item(each, state, output)).await
}

/// The output of the loop over nothing.
pub(super) fn nothing(each: &'static Each, scope: Scope) -> Result<Vec<u8>, HandlerError> {
    Gathering::begin(each, scope)?.end()
}

/// All items of all pages.
pub(super) async fn pages(engine: &Engine, claim: &Claim) -> Result<Result<Vec<u8>, HandlerError>, StoreError> {
    let begun = Ok(Gathering { fold: None, scope: Scope::default(), out: vec![b'['] });
    gather(engine, claim, Order::List, begun, |gathering, _, output| {
        // Each page is a list that this server wrote.
        match output {
            [b'[', items @ .., b']'] if !items.is_empty() => gathering.push(&[items]),
            _ => Ok(()),
        }
    })
    .await
}

/// Shows all items to `add`.
async fn gather(
    engine: &Engine,
    claim: &Claim,
    order: Order,
    begun: Result<Gathering, HandlerError>,
    mut add: impl FnMut(&mut Gathering, TaskState, &[u8]) -> Result<(), HandlerError> + Send + 'static,
) -> Result<Result<Vec<u8>, HandlerError>, StoreError> {
    if let Some(kept) = &claim.kept {
        return Ok(Err(called::failed(Some(kept), None)));
    }
    let gathering = Arc::new(Mutex::new(begun));
    let shared = Arc::clone(&gathering);
    let visit: Visit = Box::new(move |state, output| {
        let mut gathering = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(open) = &mut *gathering else { return false };
        let added = std::panic::catch_unwind(AssertUnwindSafe(|| add(open, state, output)));
        let added = added.unwrap_or_else(|_| Err(HandlerError::permanent("handler-panicked", "the fold panicked")));
        match added {
            Ok(()) => true,
            Err(error) => {
                *gathering = Err(error);
                false
            }
        }
    });
    engine.store.visit(claim.lease.run, claim.lease.task, order, visit).await?;
    let mut gathering = gathering.lock().unwrap_or_else(PoisonError::into_inner);
    let gathered = std::mem::replace(&mut *gathering, Err(HandlerError::permanent("gathered", "gathered already")));
    Ok(gathered.and_then(Gathering::end))
}

/// What there is so far.
struct Gathering {
    fold: Option<Fold>,
    scope: Scope,
    /// The list, less its closing bracket; or the value of the fold.
    out: Vec<u8>,
}

impl Gathering {
    fn begin(each: &Each, scope: Scope) -> Result<Self, HandlerError> {
        let out = match each.fold {
            Some(fold) => (fold.initial)(&scope)?,
            None => vec![b'['],
        };
        Ok(Self { fold: each.fold, scope, out })
    }

    fn item(&mut self, each: &Each, state: TaskState, output: &[u8]) -> Result<(), HandlerError> {
        match (each.on_item_error, state) {
            (ItemFailure::Collect, TaskState::Done) => self.push(&[b"{\"ok\":", output, b"}"]),
            (ItemFailure::Collect, _) => self.push(&[b"{\"error\":", output, b"}"]),
            (ItemFailure::Fail | ItemFailure::Skip, TaskState::Done) => self.push(&[output]),
            (ItemFailure::Fail | ItemFailure::Skip, _) => Ok(()),
        }
    }

    fn push(&mut self, pieces: &[&[u8]]) -> Result<(), HandlerError> {
        match self.fold {
            Some(fold) => {
                self.scope.set_local(local::ACC, std::mem::take(&mut self.out));
                self.scope.set_local(local::ITEM, pieces.concat());
                self.out = (fold.step)(&self.scope)?;
            }
            None => {
                if self.out.len() > 1 {
                    self.out.push(b',');
                }
                pieces.iter().for_each(|piece| self.out.extend_from_slice(piece));
            }
        }
        if self.out.len() > OUTPUT_BYTES { Err(too_large(self.out.len())) } else { Ok(()) }
    }

    fn end(mut self) -> Result<Vec<u8>, HandlerError> {
        if self.fold.is_none() {
            self.out.push(b']');
        }
        Ok(self.out)
    }
}
