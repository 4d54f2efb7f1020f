//! What follows from an event of an item or a page.

use std::sync::Arc;

use super::{
    Change, Event, ItemChange, TaskPhase, Timestamp,
    draft::{Draft, error_object, failure_of},
    passes, pause,
};
use crate::{
    HandlerError,
    server::definition::{Action, ItemFailure},
};

impl Draft<'_> {
    /// An event of the item `of` (its task and index), which has failed `failures` times before, and was in `phase`.
    pub(super) fn of_item(
        &mut self,
        of: (usize, usize),
        failures: u32,
        phase: TaskPhase,
        event: Event,
        now: Timestamp,
        dice: u32,
    ) {
        let (task, item) = of;
        let halted = self.view.tasks.get(task).and_then(|task| task.items()).is_none_or(|items| items.halted);
        let begins = self.view.ending.is_none() && !halted;
        let change = match event {
            Event::Completed(output) => ItemChange::Complete(output),
            Event::Page { output, next, seen } => return self.page(task, item, output, next, seen),
            Event::Failed(error) => {
                let node = self.graph.nodes.get(task);
                match node.map(|node| node.retry).filter(|retry| begins && passes(*retry, &error, failures + 1)) {
                    Some(retry) => {
                        let due = now.plus_ms(pause(retry, &error, failures + 1, dice));
                        ItemChange::Retry { due, reason: error.to_string() }
                    }
                    None => return self.give_up_item(task, item, node.map_or("", |node| node.name), &error),
                }
            }
            Event::Called(run) if begins => ItemChange::Call(run),
            Event::Released(due) if begins || phase == TaskPhase::Gather => ItemChange::GiveBack { due, phase },
            Event::Called(_)
            | Event::Released(_)
            | Event::Dropped
            | Event::Chosen(_)
            | Event::Parked { .. }
            | Event::Unanswered
            | Event::Spread(_)
            | Event::Stopped(_)
            | Event::TimeOver(_) => ItemChange::Skip,
        };
        self.change(task, Change::Item(item, change));
        self.go_on(task);
    }

    /// An item will not be tried again: what that means for its node, which the author named `name`.
    pub(super) fn give_up_item(&mut self, task: usize, item: usize, name: &str, error: &HandlerError) {
        let change = ItemChange::Fail { error: error_object(error), reason: error.to_string() };
        self.change(task, Change::Item(item, change));
        match self.graph.nodes.get(task).map(|node| &node.action) {
            Some(Action::Each(each)) => match each.on_item_error {
                ItemFailure::Fail => self.halt(task, error),
                ItemFailure::Skip | ItemFailure::Collect => {}
            },
            Some(_) => self.halt(task, error),
            // Nothing is known of the node any more, so nobody could gather its items.
            None if self.view.ending.is_none() => self.begin_to_fail(failure_of(name, error)),
            None => {}
        }
        self.go_on(task);
    }

    /// An item's failure fails its node, as soon as the others have ended.
    fn halt(&mut self, task: usize, error: &HandlerError) {
        if self.view.tasks[task].items().is_some_and(|items| !items.halted) {
            self.change(task, Change::Halt { error: Some(error.clone()) });
            self.change(task, Change::Recall);
        }
    }

    fn page(&mut self, task: usize, page: usize, output: Arc<[u8]>, next: Option<Arc<[u8]>>, seen: usize) {
        self.change(task, Change::Item(page, ItemChange::Complete(output)));
        if let Some(input) = next {
            // In a run that fails the next page is known and never begun, so that nobody takes the pages for complete.
            self.change(task, Change::Append { input, seen, open: self.view.ending.is_none() });
        }
        self.go_on(task);
    }

    /// After a change of an item: gathers when all have ended, or begins another.
    fn go_on(&mut self, task: usize) {
        let Some(items) = self.view.tasks.get(task).and_then(|task| task.items()) else { return };
        let failing = self.view.ending.is_some();
        if items.unfinished == 0 {
            self.change(task, if items.halted && failing { Change::Skip } else { Change::Gather });
            return;
        }
        if failing || items.halted || items.next == items.total {
            return;
        }
        // Those that wait to be tried again keep their places.
        if items.next - (items.total - items.unfinished) < self.width(task) {
            self.change(task, Change::Open(items.next));
        }
    }
}
