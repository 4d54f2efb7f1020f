//! Work on many things alike, shared among the cores.
//!
//! What comes out is in the order of what went in, so that no answer depends on who was faster.

use std::{
    num::NonZero,
    panic,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Below this many the work takes no longer than starting somebody else for it.
const FEW: usize = 32;

/// As much as the first thread has on the systems that we know: whoever nests deep is refused by the same bounds everywhere.
const STACK: usize = 8 << 20;

/// What `work` makes of each of `items`; `memory` is what one worker remembers from one to the next.
///
/// # Panics
/// When `work` does.
pub(crate) fn map<T: Sync, M, R: Send>(
    items: &[T],
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, usize, &T) -> R + Sync,
) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    map_among(cores.min(items.len() / FEW), items, memory, work)
}

/// The same for items that `work` takes to pieces.
///
/// # Panics
/// When `work` does.
pub(crate) fn map_owned<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let take = |item: &Mutex<Option<T>>| item.lock().unwrap_or_else(PoisonError::into_inner).take();
    map(&items, || (), |(), _, item| work(take(item).expect("nobody takes an item twice")))
}

fn map_among<T: Sync, M, R: Send>(
    workers: usize,
    items: &[T],
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut memory = memory();
        let mut made = Vec::new();
        loop {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(idx) else { return made };
            made.push((idx, work(&mut memory, idx, item)));
        }
    };
    if workers < 2 {
        return take().into_iter().map(|(_, made)| made).collect();
    }
    let mut made = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take);
        // This thread works too, and does all of it where no other can be started.
        let others: Vec<_> = (1..workers).map_while(|worker| start(worker).ok()).collect();
        let mut made = take();
        for other in others {
            made.extend(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
        made
    });
    made.sort_unstable_by_key(|(idx, _)| *idx);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_items_however_many_work() {
        let items: Vec<usize> = (0..1000).collect();
        for workers in [0, 1, 2, 7] {
            let made = map_among(workers, &items, || (), |(), idx, item| (idx, item * 2));
            assert_eq!(made, (0..1000).map(|idx| (idx, idx * 2)).collect::<Vec<_>>(), "{workers} workers");
        }
        let texts: Vec<String> = items.iter().map(usize::to_string).collect();
        assert_eq!(map_owned(texts.clone(), |text| text), texts);
    }

    #[test]
    fn a_worker_keeps_its_memory_and_all_is_done_once() {
        let items = [(); 500];
        let made = map_among(
            3,
            &items,
            || 0,
            |count, _, ()| {
                *count += 1;
                *count
            },
        );
        // Each worker has counted to what it has done.
        let most = made.iter().filter(|count| **count == 1).count();
        assert!((1..=3).contains(&most), "{most} workers had something to do");
        assert_eq!(made.len(), 500);
    }

    #[test]
    #[should_panic(expected = "the 40th")]
    fn a_panic_of_a_worker_is_one_of_the_caller() {
        let items: Vec<usize> = (0..100).collect();
        map_among(2, &items, || (), |(), _, item| assert_ne!(*item, 40, "the 40th"));
    }
}
