//! What follows from an event of a run: pure logic, without I/O, clock or randomness.
//!
//! Goes in: the graph, the states of its tasks, one event. Comes out: the changes, to be committed as one transaction.

use std::sync::Arc;

use super::{
    definition::{Backoff, Node, Retry},
    time::Timestamp,
};
use crate::{HandlerError, handler::FailureClass};

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
    /// The run failed before it started.
    Skipped,
}

/// A task as the logic sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TaskView {
    /// How it stands.
    pub(crate) state: TaskState,
    /// Attempts that ended in a recorded failure.
    pub(crate) failures: u32,
}

/// A run as the logic sees it. Task `i` is node `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunView {
    /// Goes up by one with every change of the run; a transition applies only to the revision it was made from.
    pub(crate) revision: i64,
    /// Whether some node has failed for good, so that the run ends as soon as nothing runs.
    pub(crate) failing: bool,
    /// All nodes.
    pub(crate) tasks: Vec<TaskView>,
}

/// How an attempt ended.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// With an output.
    Completed(Arc<[u8]>),
    /// With a failure.
    Failed(HandlerError),
}

/// All that one event changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transition {
    /// New states of tasks.
    pub(crate) changes: Vec<(usize, Change)>,
    /// Why the run fails, if it begins to fail now.
    pub(crate) failure: Option<RunFailure>,
    /// The terminal state, if this ends the run.
    pub(crate) end: Option<Ending>,
}

/// What happens to one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
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
        /// Why the last attempt failed.
        reason: String,
    },
    /// It may start.
    Ready,
    /// It never starts.
    Skip,
}

/// The `error` of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunFailure {
    /// A stable kebab-case code.
    pub(crate) code: String,
    /// One sentence.
    pub(crate) message: String,
    /// The node that failed.
    pub(crate) node: String,
}

/// A terminal state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Every node is done.
    Completed,
    /// A node failed.
    Failed,
}

/// The states in which a run's tasks begin: what needs nothing is ready.
pub(crate) fn begin(nodes: &[Node]) -> Vec<TaskState> {
    nodes.iter().map(|node| if node.after.is_empty() { TaskState::Ready } else { TaskState::Waiting }).collect()
}

/// What follows from the end of an attempt of `task`, which is running in `view`. `dice` is any number, for jitter.
pub(crate) fn step(nodes: &[Node], view: &RunView, task: usize, event: Event, now: Timestamp, dice: u32) -> Transition {
    match event {
        Event::Completed(output) => complete(nodes, view, task, output),
        Event::Failed(error) => fail(nodes, view, task, &error, now, dice),
    }
}

fn complete(nodes: &[Node], view: &RunView, task: usize, output: Arc<[u8]>) -> Transition {
    let mut transition = Transition { changes: vec![(task, Change::Complete(output))], ..Transition::default() };
    let done = |idx: usize| idx == task || view.tasks[idx].state == TaskState::Done;
    if view.failing {
        skip_the_rest(view, task, &mut transition);
    } else {
        for (idx, node) in nodes.iter().enumerate() {
            let waiting = view.tasks[idx].state == TaskState::Waiting;
            if waiting && node.after.contains(&task) && node.after.iter().all(|needed| done(*needed)) {
                transition.changes.push((idx, Change::Ready));
            }
        }
    }
    transition.end = if view.failing {
        nothing_else_runs(view, task).then_some(Ending::Failed)
    } else {
        (0..nodes.len()).all(done).then_some(Ending::Completed)
    };
    transition
}

fn fail(nodes: &[Node], view: &RunView, task: usize, error: &HandlerError, now: Timestamp, dice: u32) -> Transition {
    let node = &nodes[task];
    let failures = view.tasks[task].failures + 1;
    let again = node.retry.on.contains(&error.class)
        && error.class != FailureClass::Permanent
        && failures < node.retry.attempts;
    if again && !view.failing {
        let due = now.plus_ms(pause(node.retry, failures, dice));
        let retry = Change::Retry { due, reason: error.to_string() };
        return Transition { changes: vec![(task, retry)], ..Transition::default() };
    }
    give_up(view, task, node.name, error)
}

/// What follows when `task`, which the author named `name`, will not be tried again.
pub(crate) fn give_up(view: &RunView, task: usize, name: &str, error: &HandlerError) -> Transition {
    let mut transition = Transition {
        changes: vec![(task, Change::Fail { reason: error.to_string() })],
        failure: None,
        end: nothing_else_runs(view, task).then_some(Ending::Failed),
    };
    if !view.failing {
        transition.failure =
            Some(RunFailure { code: error.code.to_string(), message: error.message.clone(), node: name.to_owned() });
    }
    skip_the_rest(view, task, &mut transition);
    transition
}

/// A run that fails begins nothing more.
fn skip_the_rest(view: &RunView, task: usize, transition: &mut Transition) {
    for (idx, other) in view.tasks.iter().enumerate() {
        if idx != task && matches!(other.state, TaskState::Waiting | TaskState::Ready) {
            transition.changes.push((idx, Change::Skip));
        }
    }
}

/// A failing run ends when its last attempt has ended: a branch that still works may not outlive the terminal state.
fn nothing_else_runs(view: &RunView, task: usize) -> bool {
    view.tasks.iter().enumerate().all(|(idx, other)| idx == task || other.state != TaskState::Running)
}

/// The pause after the `failures`-th failure.
fn pause(retry: Retry, failures: u32, dice: u32) -> u64 {
    let doublings = match retry.backoff {
        Backoff::Exponential => failures.saturating_sub(1).min(32),
        Backoff::Constant => 0,
    };
    let full = retry.delay_ms.saturating_mul(1 << doublings).min(retry.max_delay_ms);
    if retry.jitter { full - full / 2 * u64::from(dice) / (u64::from(u32::MAX) + 1) } else { full }
}

/// How one attempt to deliver a reply ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// The receiver has it.
    Accepted,
    /// The receiver wants nothing any more (410).
    Gone,
    /// Anything else, with the pause that the receiver asked for, in milliseconds.
    Failed {
        /// What happened.
        reason: String,
        /// From `Retry-After`.
        retry_after_ms: Option<u64>,
    },
}

/// The pauses between the attempts at 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h after the run's end, in seconds.
const REPLY_PAUSES: [u64; 7] = [5, 295, 1_500, 5_400, 10_800, 18_000, 50_400];

/// What becomes of a reply of which `failures` attempts have failed before.
pub(crate) fn step_reply(failures: u32, outcome: Delivery, now: Timestamp, dice: u32) -> Change {
    match outcome {
        Delivery::Accepted => Change::Complete(Arc::from([])),
        Delivery::Gone => Change::Fail { reason: "the receiver answered 410".into() },
        Delivery::Failed { reason, retry_after_ms } => match REPLY_PAUSES.get(failures as usize) {
            None => Change::Fail { reason },
            Some(seconds) => {
                // 0.9 to 1.1 of the pause, so that receivers which were down see no storm when they return.
                let full = seconds * 1000;
                let jittered = full * 9 / 10 + full / 5 * u64::from(dice) / (u64::from(u32::MAX) + 1);
                let asked = retry_after_ms.unwrap_or(0).min(LONGEST_RETRY_AFTER_MS);
                Change::Retry { due: now.plus_ms(jittered.max(asked)), reason }
            }
        },
    }
}

/// A receiver may slow us down, not put us off for ever.
const LONGEST_RETRY_AFTER_MS: u64 = 6 * 3_600_000;

#[cfg(test)]
mod tests;
