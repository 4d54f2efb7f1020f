//! A transition as it is made: every change is seen by what follows it.

use std::sync::Arc;

use super::{
    Change, Ending, Event, Graph, Respond, RunFailure, RunView, Spread, TaskPhase, TaskState, TaskView, Timestamp,
    Transition, passes, pause,
};
use crate::{
    HandlerError,
    handler::FailureClass,
    json::write_string,
    server::definition::{Action, Gate, Node},
};

/// The run as it would be, and how it came to that.
pub(super) struct Draft<'a> {
    pub(super) graph: Graph<'a>,
    pub(super) view: RunView,
    out: Transition,
}

/// Whether a node can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// It cannot be told yet.
    Closed,
    /// It starts; of one that converges, with the output of this source.
    Open(Option<usize>),
    /// It never will.
    Never,
}

impl<'a> Draft<'a> {
    pub(super) fn new(graph: Graph<'a>, view: &RunView) -> Self {
        Self { graph, view: view.clone(), out: Transition::default() }
    }

    /// Makes a change.
    pub(super) fn change(&mut self, task: usize, change: Change) {
        self.view.change(task, &change);
        self.out.changes.push((task, change));
    }

    /// All that follows.
    pub(super) fn finish(mut self) -> Transition {
        if self.view.ending.is_some() {
            self.close();
        } else {
            self.flow();
            let over = |task: &TaskView| match task.state {
                TaskState::Done | TaskState::Passed | TaskState::Caught | TaskState::Dormant => true,
                TaskState::Waiting
                | TaskState::Ready
                | TaskState::Running
                | TaskState::Failed
                | TaskState::Skipped
                | TaskState::Spread => false,
            };
            if self.view.tasks.iter().all(over) {
                self.out.end = Some(Ending::Completed);
            }
            self.respond();
        }
        self.out
    }

    /// An event of a task.
    pub(super) fn of_task(&mut self, task: usize, event: Event, now: Timestamp, dice: u32) {
        let failing = self.view.ending.is_some();
        let change = match event {
            Event::Completed(output) => Change::Complete(output),
            Event::Chosen(branch) => Change::Choose(branch),
            Event::Failed(error) => return self.fail(task, &error, now, dice),
            Event::Unanswered => return self.unanswered(task),
            Event::Released(due) if !failing || self.goes_on(task) => Change::GiveBack { due },
            Event::Parked { phase, due } if !failing => Change::Park { phase, due },
            Event::Spread(inputs) if !failing => Change::Spread { inputs, open: self.width(task) },
            Event::Called(run) if !failing => Change::Call(run),
            Event::Released(_)
            | Event::Parked { .. }
            | Event::Spread(_)
            | Event::Called(_)
            | Event::Dropped
            | Event::Page { .. }
            | Event::Stopped(_)
            | Event::TimeOver(_) => Change::Skip,
        };
        self.change(task, change);
    }

    /// An event of the run as a whole.
    pub(super) fn of_run(&mut self, event: Event) {
        let (failure, abrupt) = match event {
            Event::Stopped(failure) => (failure, false),
            Event::TimeOver(failure) => (failure, true),
            _ => return,
        };
        if self.view.ending.is_none() {
            self.begin_to_fail(failure);
        }
        if abrupt {
            for task in 0..self.view.tasks.len() {
                if self.compensated_by(task).is_none() && self.is_under_way(task) {
                    if self.view.tasks[task].items().is_some() {
                        self.change(task, Change::Halt { error: None });
                    }
                    self.change(task, Change::Skip);
                }
            }
        }
    }

    fn fail(&mut self, task: usize, error: &HandlerError, now: Timestamp, dice: u32) {
        let Some(node) = self.graph.nodes.get(task) else { return self.give_up(task, "", error) };
        let failures = self.view.tasks[task].failures + 1;
        // What was gathered from items has failed for good already, item by item; another run can be tried again.
        let repeatable = self.view.tasks[task].phase != TaskPhase::Gather || matches!(node.action, Action::Topology(_));
        let begins = self.view.ending.is_none() || node.compensates.is_some();
        if repeatable && begins && passes(node.retry, error, failures) {
            let due = now.plus_ms(pause(node.retry, error, failures, dice));
            self.change(task, Change::Retry { due, reason: error.to_string() });
        } else {
            self.give_up(task, node.name, error);
        }
    }

    /// `task`, which the author named `name`, will not be tried again.
    pub(super) fn give_up(&mut self, task: usize, name: &str, error: &HandlerError) {
        let catch = self.graph.nodes.get(task).is_some_and(|node| node.catch);
        let reason = error.to_string();
        if self.view.ending.is_some() {
            self.change(task, Change::Fail { reason });
        } else if catch {
            self.change(task, Change::Catch { error: error_object(error), reason, unanswered: false });
        } else {
            self.change(task, Change::Fail { reason });
            self.begin_to_fail(failure_of(name, error));
        }
    }

    /// Nobody answered the wait `task` in time.
    fn unanswered(&mut self, task: usize) {
        let error = HandlerError::transient("wait-timeout", "nobody answered in time").of_class(FailureClass::Timeout);
        let node = self.graph.nodes.get(task);
        let caught = node.is_some_and(|node| matches!(node.action, Action::Wait(wait) if wait.catch_timeout));
        if caught && self.view.ending.is_none() {
            let reason = error.to_string();
            self.change(task, Change::Catch { error: error_object(&error), reason, unanswered: true });
        } else {
            self.give_up(task, node.map_or("", |node| node.name), &error);
        }
    }

    /// From here on the run fails.
    pub(super) fn begin_to_fail(&mut self, failure: RunFailure) {
        self.view.ending = Some(failure.ending);
        self.out.failure = Some(failure);
        for task in 0..self.view.tasks.len() {
            if self.view.tasks[task].state == TaskState::Spread {
                self.change(task, Change::Recall);
            }
        }
    }

    /// Starts and passes what can be told to start or never to. One pass is enough: what a node needs is before it.
    pub(super) fn flow(&mut self) {
        for (idx, node) in self.graph.nodes.iter().enumerate() {
            if self.view.tasks.get(idx).is_none_or(|task| task.state != TaskState::Waiting) {
                continue;
            }
            let change = match self.entry(node) {
                Entry::Closed => continue,
                Entry::Never => Change::Pass,
                Entry::Open(Some(from)) => Change::Adopt { from },
                Entry::Open(None) if self.view.tasks[idx].phase == TaskPhase::Answered => Change::Finish,
                Entry::Open(None) => Change::Ready,
            };
            self.change(idx, change);
        }
    }

    fn entry(&self, node: &Node) -> Entry {
        let gates = any(node.gates.iter().map(|gate| self.gate(*gate)));
        let lacks = any(node.after.iter().map(|idx| self.done(*idx).map(|done| !done)));
        let needs = lacks.map(|lacks| !lacks);
        let converging = node.action.sources();
        let sources = any(converging.iter().map(|idx| self.done(*idx)));
        let first = converging.iter().copied().find(|idx| self.done(*idx) == Some(true));
        // No gates, or nothing to converge, is no obstacle.
        let gates = if node.gates.is_empty() { Some(true) } else { gates };
        let sources = if converging.is_empty() { Some(true) } else { sources };
        match (gates, needs, sources) {
            (Some(true), Some(true), Some(true)) => Entry::Open(first),
            (Some(false), _, _) | (_, Some(false), _) | (_, _, Some(false)) => Entry::Never,
            _ => Entry::Closed,
        }
    }

    /// Whether a node is done; none while that cannot be told.
    fn done(&self, idx: usize) -> Option<bool> {
        match self.view.tasks.get(idx)?.state {
            TaskState::Done => Some(true),
            TaskState::Passed | TaskState::Caught | TaskState::Failed | TaskState::Skipped | TaskState::Dormant => {
                Some(false)
            }
            TaskState::Waiting | TaskState::Ready | TaskState::Running | TaskState::Spread => None,
        }
    }

    /// Whether a gate is open; none while that cannot be told.
    fn gate(&self, gate: Gate) -> Option<bool> {
        let done = self.done(gate.node())?;
        let task = self.view.tasks.get(gate.node())?;
        let caught = task.state == TaskState::Caught;
        Some(match gate {
            Gate::Branch { node: _, branch } => done && task.branch == Some(branch),
            Gate::Caught { node: _ } => caught && task.branch == Some(0),
            Gate::TimedOut { node: _ } => caught && task.branch == Some(1),
        })
    }

    /// Tells the output as soon as it is there.
    fn respond(&mut self) {
        let done = |change: &Change| {
            matches!(change, Change::Complete(_) | Change::Adopt { .. } | Change::Finish | Change::Choose(_))
        };
        let responses = self.graph.responses;
        let responded = |(task, change): &(usize, Change)| (done(change) && responses.contains(task)).then_some(*task);
        if let Some(task) = self.out.changes.iter().find_map(responded) {
            let follows = |node: &Node| node.after.contains(&task) || node.action.sources().contains(&task);
            let early = self.graph.nodes.iter().any(follows);
            self.out.respond = Some(Respond { task, early: early && self.out.end.is_none() });
        }
    }

    /// A run that fails begins nothing more. When its last attempt has ended, for a branch that still works may not outlive the
    /// terminal state, what was done is taken back, the latest first; then it ends.
    fn close(&mut self) {
        for task in 0..self.view.tasks.len() {
            if self.compensated_by(task).is_some() {
                continue;
            }
            let view = self.view.tasks[task];
            match (view.state, view.spread) {
                (TaskState::Waiting, _) => self.change(task, Change::Skip),
                (TaskState::Ready, _) if view.phase != TaskPhase::Gather => self.change(task, Change::Skip),
                (TaskState::Spread, Some(Spread::Items(items))) if items.unfinished > items.live => {
                    self.change(task, Change::Halt { error: None });
                    if items.live == 0 {
                        self.change(task, Change::Skip);
                    }
                }
                _ => {}
            }
        }
        if (0..self.view.tasks.len()).any(|task| self.is_under_way(task)) {
            return;
        }
        match self.next_compensation() {
            Some(task) => self.change(task, Change::Ready),
            None => self.out.end = self.view.ending,
        }
    }

    /// The compensation of what was done last of what is not taken back yet.
    fn next_compensation(&self) -> Option<usize> {
        let due = |task: &usize| {
            let of = self.compensated_by(*task)?;
            let (own, of) = (self.view.tasks[*task].state, self.view.tasks.get(of)?);
            (own == TaskState::Dormant && of.state == TaskState::Done).then_some(of.finished?)
        };
        (0..self.view.tasks.len()).filter(|task| due(task).is_some()).max_by_key(due)
    }

    /// The node that `task` takes back, if it is a compensation.
    fn compensated_by(&self, task: usize) -> Option<usize> {
        self.graph.nodes.get(task)?.compensates
    }

    /// Whether an attempt of the task may begin, or go on, in a run that fails.
    fn goes_on(&self, task: usize) -> bool {
        self.compensated_by(task).is_some() || self.view.tasks[task].phase == TaskPhase::Gather
    }

    /// Whether a run that fails has to wait for the task.
    fn is_under_way(&self, task: usize) -> bool {
        matches!(self.view.tasks[task].state, TaskState::Running | TaskState::Ready | TaskState::Spread)
    }

    /// How many items of a node are under way at most.
    pub(super) fn width(&self, task: usize) -> usize {
        match self.graph.nodes.get(task).map(|node| &node.action) {
            Some(Action::Each(each)) => each.concurrency.max(1),
            _ => 1,
        }
    }
}

/// Whether one of them holds; none while that cannot be told.
fn any(of: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut told = Some(false);
    for one in of {
        match one {
            Some(true) => return Some(true),
            Some(false) => {}
            None => told = None,
        }
    }
    told
}

/// The failure of a run in which `name` failed like this.
pub(super) fn failure_of(name: &str, error: &HandlerError) -> RunFailure {
    RunFailure {
        ending: Ending::Failed,
        class: error.class,
        code: error.code.to_string(),
        message: error.message.clone(),
        node: name.to_owned(),
    }
}

/// An error as the expressions of a topology see it.
pub(super) fn error_object(error: &HandlerError) -> Arc<[u8]> {
    let mut out = b"{\"code\":".to_vec();
    write_string(&error.code, &mut out);
    out.extend_from_slice(b",\"message\":");
    write_string(&error.message, &mut out);
    out.extend_from_slice(b",\"class\":");
    write_string(error.class.word(), &mut out);
    out.push(b'}');
    Arc::from(out)
}
