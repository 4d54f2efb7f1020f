//! What a transition changes.

use std::sync::Arc;

use super::{Ending, NewRun, TaskPhase, Timestamp};
use crate::{HandlerError, handler::FailureClass};

/// All that one event changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transition {
    /// What happens to tasks, in this order.
    pub(crate) changes: Vec<(usize, Change)>,
    /// Why the run fails, if it begins to fail now.
    pub(crate) failure: Option<RunFailure>,
    /// The run's output, if it is there now.
    pub(crate) respond: Option<Respond>,
    /// The terminal state, if this ends the run.
    pub(crate) end: Option<Ending>,
}

/// What happens to one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Its output is recorded.
    Complete(Arc<[u8]>),
    /// It took this branch; its output is `null`.
    Choose(usize),
    /// Its output is that of another task.
    Adopt {
        /// Which is done.
        from: usize,
    },
    /// What was kept for it is its output.
    Finish,
    /// An answer that came before the question is kept for it.
    Keep(Arc<[u8]>),
    /// It is tried again, at the given time at the earliest.
    Retry {
        /// When.
        due: Timestamp,
        /// Why the last attempt failed.
        reason: String,
    },
    /// It starts again when it is due, unless something else comes before.
    Park {
        /// Why.
        phase: TaskPhase,
        /// When.
        due: Timestamp,
    },
    /// It is not tried again.
    Fail {
        /// Why the last attempt failed.
        reason: String,
    },
    /// It is not tried again, and its error path is taken.
    Catch {
        /// The error for those who read it, a JSON text.
        error: Arc<[u8]>,
        /// The same in words.
        reason: String,
        /// Whether it is a wait that nobody answered, and has a path for that.
        unanswered: bool,
    },
    /// It may start.
    Ready,
    /// Its attempt is given back, and may start again at the given time.
    GiveBack {
        /// When.
        due: Timestamp,
    },
    /// It never starts, or what it had under way is no longer awaited.
    Skip,
    /// It is on a branch that was not taken.
    Pass,
    /// Its items are recorded, and the first `open` may start.
    Spread {
        /// The items, or the first page's cursor.
        inputs: Vec<Arc<[u8]>>,
        /// How many.
        open: usize,
    },
    /// This run is begun for it.
    Call(Box<NewRun>),
    /// Its results are to be gathered.
    Gather,
    /// What happens to one of its items.
    Item(usize, ItemChange),
    /// This item may start.
    Open(usize),
    /// There is one more page.
    Append {
        /// Its cursor.
        input: Arc<[u8]>,
        /// How many items come before it.
        seen: usize,
        /// Whether it may start.
        open: bool,
    },
    /// None of its items is begun any more; those that have not begun are skipped.
    Halt {
        /// The failure of the item which brought this about; none where the run fails.
        error: Option<HandlerError>,
    },
    /// The runs that were begun for it are told to stop.
    Recall,
}

/// What happens to one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ItemChange {
    /// Its output is recorded.
    Complete(Arc<[u8]>),
    /// It is tried again, at the given time at the earliest.
    Retry {
        /// When.
        due: Timestamp,
        /// Why the last attempt failed.
        reason: String,
    },
    /// It is not tried again.
    Fail {
        /// The error for those who read it, a JSON text.
        error: Arc<[u8]>,
        /// The same in words.
        reason: String,
    },
    /// Its attempt is given back.
    GiveBack {
        /// When it may start again.
        due: Timestamp,
        /// What the attempt was about, as before.
        phase: TaskPhase,
    },
    /// It never starts.
    Skip,
    /// This run is begun for it.
    Call(Box<NewRun>),
}

/// The output of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Respond {
    /// The task that has it.
    pub(crate) task: usize,
    /// Whether the reply goes out now, and not at the end of the run.
    pub(crate) early: bool,
}

/// The `error` of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunFailure {
    /// How the run ends by it.
    pub(crate) ending: Ending,
    /// Whether running it again may help; for the node that called it.
    pub(crate) class: FailureClass,
    /// A stable kebab-case code.
    pub(crate) code: String,
    /// One sentence.
    pub(crate) message: String,
    /// The node that failed; empty where it is the run as a whole.
    pub(crate) node: String,
}
