//! What follows from an event of a run: pure logic, without I/O, clock or randomness.
//!
//! Goes in: the graph, the states of its tasks, one event. Comes out: the changes, to be committed as one transaction.

mod change;
mod draft;
mod items;
mod reply;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

pub(crate) use change::{Change, ItemChange, Respond, RunFailure, Transition};
use draft::Draft;
pub(crate) use reply::{Delivery, step_reply};
pub(crate) use view::{Items, RunView, Spread, TaskPhase, TaskState, TaskView};

use super::{
    definition::{Backoff, Node, Retry, Tool},
    store::NewRun,
    time::Timestamp,
};
use crate::{HandlerError, handler::FailureClass};

/// What the logic knows of a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Graph<'a> {
    /// The nodes. Task `i` is node `i`.
    pub(crate) nodes: &'a [Node],
    /// Those whose output is the run's.
    pub(crate) responses: &'a [usize],
}

impl Graph<'_> {
    /// Of a run whose tool is no longer here: nothing is known of its nodes, so nothing can be tried again or taken back.
    pub(crate) const UNKNOWN: Self = Self { nodes: &[], responses: &[] };
}

impl Tool {
    /// What the logic knows of it.
    pub(crate) fn graph(&self) -> Graph<'_> {
        Graph { nodes: self.nodes, responses: self.responses }
    }
}

/// Of what an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Of an attempt of this task, which is running; or of an answer to it.
    Task(usize),
    /// Of an attempt of one of its items, which is running.
    Item {
        /// The task.
        task: usize,
        /// The item's index; of a page its number.
        item: usize,
        /// The item's recorded failures before.
        failures: u32,
        /// Where the item was when the attempt began.
        phase: TaskPhase,
    },
    /// Of the run as a whole.
    Run,
}

/// What happened.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// An attempt ended with an output.
    Completed(Arc<[u8]>),
    /// A switch took this branch.
    Chosen(usize),
    /// An attempt ended with a failure.
    Failed(HandlerError),
    /// A wait asked, or a timer was set: nothing is to be done before `due`.
    Parked {
        /// [`TaskPhase::Asked`] or [`TaskPhase::Slept`].
        phase: TaskPhase,
        /// When.
        due: Timestamp,
    },
    /// Nobody answered a wait in time.
    Unanswered,
    /// A loop has these items, at least one; or paging begins with this cursor.
    Spread(Vec<Arc<[u8]>>),
    /// A page came.
    Page {
        /// The list of its items.
        output: Arc<[u8]>,
        /// The next page's cursor.
        next: Option<Arc<[u8]>>,
        /// How many items there are with it.
        seen: usize,
    },
    /// Another topology is to be run.
    Called(Box<NewRun>),
    /// An attempt is given back as if it had not begun, due again at the given time.
    Released(Timestamp),
    /// A task was taken from the queue of a run that is failing, and not begun.
    Dropped,
    /// The run is to stop. What is under way may end, and what was done is taken back.
    Stopped(RunFailure),
    /// The run's time is over. As [`Event::Stopped`], but nothing is waited for: what is under way is too late.
    TimeOver(RunFailure),
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Every node is done, or was not to be.
    Completed,
    /// A node failed.
    Failed,
    /// Its time was over.
    TimedOut,
    /// It was told to stop.
    Cancelled,
}

/// The states in which a run's tasks begin: what needs nothing is ready.
pub(crate) fn begin(graph: Graph<'_>) -> Vec<TaskState> {
    let tasks = graph.nodes.iter().map(|node| match node.compensates {
        Some(_) => TaskView::new(TaskState::Dormant),
        None => TaskView::new(TaskState::Waiting),
    });
    let mut draft = Draft::new(graph, &RunView { ending: None, tasks: tasks.collect() });
    draft.flow();
    draft.view.tasks.iter().map(|task| task.state).collect()
}

/// What follows from `event`. `dice` is any number, for jitter.
pub(crate) fn step(
    graph: Graph<'_>,
    view: &RunView,
    subject: Subject,
    event: Event,
    now: Timestamp,
    dice: u32,
) -> Transition {
    let mut draft = Draft::new(graph, view);
    match subject {
        Subject::Task(task) => draft.of_task(task, event, now, dice),
        Subject::Item { task, item, failures, phase } => draft.of_item((task, item), failures, phase, event, now, dice),
        Subject::Run => draft.of_run(event),
    }
    draft.finish()
}

/// What follows from an answer to the wait `task`; none where it is no longer open. An answer may come before the question:
/// who was told the token need not wait for us.
pub(crate) fn answer(graph: Graph<'_>, view: &RunView, task: usize, output: Arc<[u8]>) -> Option<Transition> {
    let found = view.tasks.get(task)?;
    if view.ending.is_some() || found.phase == TaskPhase::Answered {
        return None;
    }
    let mut draft = Draft::new(graph, view);
    match found.state {
        TaskState::Waiting => draft.change(task, Change::Keep(output)),
        // An attempt that only asks, or is too late to say that nobody answered, has lost its lease by this.
        TaskState::Ready | TaskState::Running => draft.change(task, Change::Complete(output)),
        TaskState::Done
        | TaskState::Failed
        | TaskState::Skipped
        | TaskState::Passed
        | TaskState::Caught
        | TaskState::Spread
        | TaskState::Dormant => return None,
    }
    Some(draft.finish())
}

/// What follows when the tool of a run is no longer here, or an attempt killed the process too often: `subject`, which the author
/// named `name`, is not tried again. With the graph, if there is one.
pub(crate) fn give_up(
    graph: Graph<'_>,
    view: &RunView,
    subject: Subject,
    name: &str,
    error: &HandlerError,
) -> Transition {
    let mut draft = Draft::new(graph, view);
    match subject {
        Subject::Task(task) => draft.give_up(task, name, error),
        Subject::Item { task, item, .. } => draft.give_up_item(task, item, name, error),
        Subject::Run => {}
    }
    draft.finish()
}

/// Whether a node's failure is worth another attempt.
fn passes(retry: Retry, error: &HandlerError, failures: u32) -> bool {
    error.class != FailureClass::Permanent && retry.on.contains(&error.class) && failures < retry.attempts
}

/// Services and receivers may slow us down, not put us off for ever.
const LONGEST_RETRY_AFTER_MS: u64 = 6 * 3_600_000;

/// The pause after the `failures`-th failure, which is `error`: at least as long as the other side asks for.
fn pause(retry: Retry, error: &HandlerError, failures: u32, dice: u32) -> u64 {
    let asked = error.retry_after_ms.unwrap_or(0).min(LONGEST_RETRY_AFTER_MS);
    own_pause(retry, failures, dice).max(asked)
}

/// The pause that the topology says.
fn own_pause(retry: Retry, failures: u32, dice: u32) -> u64 {
    let doublings = match retry.backoff {
        Backoff::Exponential => failures.saturating_sub(1).min(32),
        Backoff::Constant => 0,
    };
    let full = retry.delay_ms.saturating_mul(1 << doublings).min(retry.max_delay_ms);
    if retry.jitter { full - full / 2 * u64::from(dice) / (u64::from(u32::MAX) + 1) } else { full }
}
