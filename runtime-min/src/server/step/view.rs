//! A run as the logic sees it, and what changes do to that.

#[cfg(test)]
use super::Transition;
use super::{Change, Ending, ItemChange};

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskState {
    /// Others come first.
    Waiting,
    /// It may start when it is due.
    Ready,
    /// An attempt is under way.
    Running,
    /// Its output is recorded, for ever.
    Done,
    /// It will not be tried again.
    Failed,
    /// The run failed before it could be done.
    Skipped,
    /// It is on a branch that was not taken.
    Passed,
    /// It will not be tried again, and its error path is taken.
    Caught,
    /// Its items, pages or the run of its topology are under way.
    Spread,
    /// A compensation for which there was no need so far.
    Dormant,
}

/// What is to be done when a task or an item starts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskPhase {
    /// Its work.
    Begin,
    /// A wait asked; it is due when nobody has answered.
    Asked,
    /// A wait was answered before it asked.
    Answered,
    /// A timer is set; it is due when the time has come.
    Slept,
    /// What was spread has ended: its results are to be gathered.
    Gather,
    /// The run is to be stopped.
    Stop,
}

/// A task as the logic sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskView {
    /// How it stands.
    pub(crate) state: TaskState,
    /// What comes next.
    pub(crate) phase: TaskPhase,
    /// Attempts that ended in a recorded failure.
    pub(crate) failures: u32,
    /// The branch that a switch took; of a caught wait 1 if it was not answered in time.
    pub(crate) branch: Option<usize>,
    /// Its place in the order in which tasks were done.
    pub(crate) finished: Option<u32>,
    /// What of it is under way, while it is spread.
    pub(crate) spread: Option<Spread>,
}

/// What a spread task has under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Items or pages.
    Items(Items),
    /// The run of another topology.
    Run,
}

/// The items of a task, counted: the logic never sees them one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Items {
    /// How many there are.
    pub(crate) total: usize,
    /// The first that may not start yet.
    pub(crate) next: usize,
    /// How many have not ended.
    pub(crate) unfinished: usize,
    /// How many have begun and not ended, or have a run under way. The others can be skipped.
    pub(crate) live: usize,
    /// Whether no more are begun, and some never were or one has failed.
    pub(crate) halted: bool,
}

/// A run as the logic sees it. Task `i` is node `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunView {
    /// How it will end, if something has failed: as soon as nothing runs, and all is taken back.
    pub(crate) ending: Option<Ending>,
    /// All nodes.
    pub(crate) tasks: Vec<TaskView>,
}

impl TaskView {
    /// A task to which nothing has happened yet.
    pub(crate) fn new(state: TaskState) -> Self {
        Self { state, phase: TaskPhase::Begin, failures: 0, branch: None, finished: None, spread: None }
    }

    /// The items, while it is spread over some.
    pub(crate) fn items(&self) -> Option<Items> {
        match self.spread {
            Some(Spread::Items(items)) => Some(items),
            Some(Spread::Run) | None => None,
        }
    }

    fn count(&mut self, change: impl FnOnce(&mut Items)) {
        if let Some(Spread::Items(items)) = &mut self.spread {
            change(items);
        }
    }
}

impl RunView {
    /// The run after a transition. What a store does must come to the same.
    #[cfg(test)]
    pub(crate) fn apply(&mut self, transition: &Transition) {
        for (task, change) in &transition.changes {
            self.change(*task, change);
        }
        if let Some(failure) = &transition.failure {
            self.ending = Some(failure.ending);
        }
    }

    /// The run after one change.
    pub(super) fn change(&mut self, task: usize, change: &Change) {
        use TaskState::{Caught, Done, Failed, Passed, Ready, Skipped, Waiting};
        let finished = self.tasks.iter().filter(|task| task.finished.is_some()).count();
        let finished = u32::try_from(finished).unwrap_or(u32::MAX);
        let Some(view) = self.tasks.get_mut(task) else { return };
        let state = match change {
            Change::Complete(_) | Change::Adopt { from: _ } | Change::Finish => Done,
            Change::Choose(branch) => {
                view.branch = Some(*branch);
                Done
            }
            Change::Keep(_) => {
                view.phase = TaskPhase::Answered;
                Waiting
            }
            Change::Retry { due: _, reason: _ } => {
                view.failures += 1;
                view.phase = TaskPhase::Begin;
                Ready
            }
            Change::Park { phase, due: _ } => {
                view.phase = *phase;
                Ready
            }
            Change::Fail { reason: _ } => {
                view.failures += 1;
                Failed
            }
            Change::Catch { error: _, reason: _, unanswered } => {
                view.failures += 1;
                view.branch = Some(usize::from(*unanswered));
                Caught
            }
            Change::Ready | Change::GiveBack { due: _ } => Ready,
            Change::Skip => Skipped,
            Change::Pass => Passed,
            Change::Spread { inputs, open } => {
                let (total, next) = (inputs.len(), inputs.len().min(*open));
                let items = Items { total, next, unfinished: total, live: 0, halted: false };
                view.spread = Some(Spread::Items(items));
                TaskState::Spread
            }
            Change::Call(_) => {
                view.spread = Some(Spread::Run);
                TaskState::Spread
            }
            Change::Gather => {
                view.phase = TaskPhase::Gather;
                Ready
            }
            Change::Item(_, change) => return view.count(|items| items.item(change)),
            Change::Open(_) => return view.count(|items| items.next += 1),
            Change::Append { input: _, seen: _, open } => {
                return view.count(|items| {
                    items.total += 1;
                    items.unfinished += 1;
                    items.next += usize::from(*open);
                });
            }
            Change::Halt { error: _ } => {
                return view.count(|items| {
                    items.unfinished = items.live;
                    items.halted = true;
                });
            }
            Change::Recall => return,
        };
        view.state = state;
        if state == Done {
            view.finished = Some(finished);
        }
        if state != TaskState::Spread {
            view.spread = None;
        }
    }
}

impl Items {
    /// After a change of one of them, which was running.
    fn item(&mut self, change: &ItemChange) {
        match change {
            ItemChange::Complete(_) | ItemChange::Fail { error: _, reason: _ } | ItemChange::Skip => {
                self.unfinished -= 1;
                self.live -= 1;
            }
            ItemChange::Retry { due: _, reason: _ } => self.live -= 1,
            // One that gathers has begun, whether it is running or not.
            ItemChange::GiveBack { due: _, phase } => self.live -= usize::from(*phase != TaskPhase::Gather),
            ItemChange::Call(_) => {}
        }
    }
}
