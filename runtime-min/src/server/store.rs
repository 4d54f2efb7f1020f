//! The journal and queue of runs, as one: every state change is one transaction.
//!
//! The executor is the same code over every store. A store knows tasks by number and payloads as bytes; it knows nothing of
//! nodes, schemas or HTTP.

#[cfg(any(test, feature = "pack-tests"))]
pub(crate) mod layer;
mod readers;
mod schema;
pub(crate) mod sqlite;
mod writer;

use std::{collections::BTreeMap, fmt, future::Future, pin::Pin, sync::Arc};

use super::{
    step::{Change, Ending, RunView, TaskPhase, TaskState, Transition},
    time::Timestamp,
};
use crate::handler::FailureClass;

/// What a store's operation answers, later.
pub(crate) type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A journal and queue of runs.
pub(crate) trait Store: Send + Sync {
    /// Records a run with all its tasks. When this answers [`Accepted::New`] the run is durable.
    fn accept(&self, run: NewRun) -> StoreFuture<'_, Accepted>;

    /// Begins to watch these triggers, and forgets the others. Of each the last tick that was seen; of one that is new, `now`.
    fn watch(&self, triggers: Vec<&'static str>, now: Timestamp) -> StoreFuture<'_, Vec<Timestamp>>;

    /// Notes a tick of a trigger and records its run, as one: a crash neither loses a tick nor has it run twice.
    fn tick(&self, tick: Tick) -> StoreFuture<'_, Ticked>;

    /// What was answered to an earlier call with this idempotency key, if that was not too long ago.
    fn recall(&self, key: IdempotencyKey, now: Timestamp) -> StoreFuture<'_, Option<Recalled>>;

    /// Takes tasks that are due. Each is counted as started before this answers.
    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims>;

    /// Reads the run, asks what is to change, and changes that, as one: nothing else changes the run in between. Nothing happens
    /// where the right no longer holds or the run has ended.
    ///
    /// Deciding inside the transaction is what lets a thousand items of one run end at once without any of them trying twice.
    fn commit(&self, right: Right, decide: Decide, now: Timestamp) -> StoreFuture<'_, Committed>;

    /// Settles one attempt of what is no node: a reply, or the control of a run.
    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()>;

    /// What is recorded of these tasks of a run, in the order asked for: outputs, and errors of those whose error path was taken.
    fn recorded(&self, run: i64, tasks: Vec<usize>) -> StoreFuture<'_, Vec<Option<Arc<[u8]>>>>;

    /// The wait tokens of a run, with their tasks.
    fn tokens(&self, run: i64) -> StoreFuture<'_, Vec<(usize, String)>>;

    /// Shows the items of a task one after the other, without ever holding all of them.
    fn visit(&self, run: i64, task: usize, order: Order, visit: Visit) -> StoreFuture<'_, ()>;

    /// The run that was begun last for a task, or for one of its items.
    fn called(&self, run: i64, task: usize, item: Option<usize>) -> StoreFuture<'_, Option<RunRecord>>;

    /// What the answer with this token answers.
    fn awaited(&self, token: String) -> StoreFuture<'_, Option<Awaited>>;

    /// All there is to know about a run.
    fn run(&self, correlation_id: String) -> StoreFuture<'_, Option<RunRecord>>;

    /// Waits until some task may have become due by a change (not by time going by).
    fn wait_ready(&self, work: Work) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Waits until the store can no longer tell what is durable; the process must then stop and recover.
    fn wait_broken(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Why the store cannot accept runs just now, if so.
    fn trouble(&self) -> StoreFuture<'_, Option<String>>;
}

/// Why an operation failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoreError {
    /// Nothing was changed.
    Unavailable(String),
    /// Whether anything was changed is not known: never acknowledged, never run.
    Unknown(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(reason) => write!(f, "the store is unavailable: {reason}"),
            Self::Unknown(reason) => write!(f, "the outcome of a commit is not known: {reason}"),
        }
    }
}

/// A digest of a tool's nodes.
pub(crate) type Shape = [u8; 16];

/// What is to change in a run, told when it is known how the run is; none where nothing is to change any more.
pub(crate) struct Decide {
    /// About how much it writes.
    pub(crate) bytes: usize,
    /// What tells it. Runs inside the store: it must be quick and pure. What it writes of the state is one commit with the run.
    pub(crate) step: Step,
}

/// Tells what is to change in a run that is like this.
pub(crate) enum Step {
    /// The run is all that matters.
    Run(RunStep),
    /// One value of the pack's state matters too, and may change with the run.
    State(StatePlace, StateStep),
}

/// Tells what is to change in a run that is like this; none where nothing is.
pub(crate) type RunStep = Box<dyn FnOnce(&RunView) -> Option<Transition> + Send>;

/// Tells what is to change in a run that is like this, where the value is that; none where there is no value.
pub(crate) type StateStep = Box<dyn FnOnce(&RunView, Option<&[u8]>) -> (Transition, Option<StateWrite>) + Send>;

/// Where a value of the pack's state is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatePlace {
    /// The map, as the pack declares it.
    pub(crate) map: &'static str,
    /// The key in it.
    pub(crate) key: String,
}

/// What happens to a value of the pack's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StateWrite {
    /// From now on it is this.
    Put(Arc<[u8]>),
    /// From the commit that completes the run on it is this; a run that ends otherwise leaves it.
    PutAtEnd(Arc<[u8]>),
    /// From now on there is none.
    Delete,
}

/// By what right a run is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Right {
    /// The lease of an attempt.
    Lease(Lease),
    /// The token of an answer from outside, to a wait of this run.
    Token {
        /// The run's number in the store.
        run: i64,
    },
}

impl Right {
    /// The run's number in the store.
    pub(crate) fn run(self) -> i64 {
        match self {
            Self::Lease(lease) => lease.run,
            Self::Token { run } => run,
        }
    }
}

/// In which order items are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// That of the list.
    List,
    /// That in which they ended.
    Completion,
}

/// Looks at one item: how it stands, and its output, or its error if it failed. Whether to go on.
pub(crate) type Visit = Box<dyn FnMut(TaskState, &[u8]) -> bool + Send>;

/// A task of a run to be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewTask {
    /// The node's name.
    pub(crate) name: &'static str,
    /// Its first state.
    pub(crate) state: TaskState,
    /// The token of a wait.
    pub(crate) token: Option<String>,
}

/// A wait for which there is a token.
#[derive(Debug)]
pub(crate) struct Awaited {
    /// The run's number in the store.
    pub(crate) run: i64,
    /// The task's number in the run.
    pub(crate) task: usize,
    /// The run.
    pub(crate) head: RunHead,
}

/// A run to be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewRun {
    /// Its id.
    pub(crate) correlation_id: String,
    /// The tool's canonical id.
    pub(crate) tool: &'static str,
    /// The tool's version.
    pub(crate) version: &'static str,
    /// The id of the calling key.
    pub(crate) caller: Option<String>,
    /// The caller's reply id.
    pub(crate) reply_id: Option<String>,
    /// Where the terminal reply goes.
    pub(crate) reply_to: Option<String>,
    /// The coerced arguments.
    pub(crate) args: Arc<[u8]>,
    /// What tells whether a tool is still the one with which the run began.
    pub(crate) shape: Shape,
    /// The tasks.
    pub(crate) tasks: Vec<NewTask>,
    /// When its time is over.
    pub(crate) deadline: Option<Timestamp>,
    /// How deep it is nested; 1 for a run that was called from outside.
    pub(crate) depth: u32,
    /// When it was accepted.
    pub(crate) now: Timestamp,
    /// The idempotency key with what is to be answered to the same call again.
    pub(crate) idempotency: Option<(IdempotencyKey, Recalled)>,
}

/// An idempotency key within its scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IdempotencyKey {
    /// The id of the calling key; empty where there are no keys.
    pub(crate) caller: String,
    /// The route.
    pub(crate) route: &'static str,
    /// What the caller chose.
    pub(crate) key: String,
}

/// An answer kept under an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recalled {
    /// SHA-256 of the request's body.
    pub(crate) body: [u8; 32],
    /// The answer's bytes.
    pub(crate) answer: Vec<u8>,
}

/// Idempotency keys are kept for 24 hours.
pub(crate) const IDEMPOTENCY_MS: i64 = 24 * 3_600_000;

/// What became of a run to be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// It is durable.
    New,
    /// Its idempotency key was used before: nothing was recorded; this was answered then.
    Known(Recalled),
}

/// A tick of a trigger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tick {
    /// The trigger.
    pub(crate) trigger: &'static str,
    /// The time up to which its ticks are seen by this one.
    pub(crate) at: Timestamp,
    /// What it runs.
    pub(crate) run: NewRun,
}

/// What became of a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ticked {
    /// The run is durable.
    New,
    /// The run of an earlier tick, of this id, is still open: this one is seen, and nothing is begun.
    Open(String),
    /// It was seen before.
    Seen,
}

/// The kinds of tasks. Nodes and replies have a queue each, so that slow receivers block no handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Nodes of topologies, and their items.
    Node,
    /// What ends a run from outside: its deadline, or a request to stop. Comes with the nodes.
    Control,
    /// Terminal replies.
    Reply,
}

/// What a dispatcher asks for.
#[derive(Clone, Debug)]
pub(crate) struct ClaimRequest {
    /// Which queue: [`Work::Node`] or [`Work::Reply`].
    pub(crate) work: Work,
    /// How many at most.
    pub(crate) limit: usize,
    /// Whether one of the suspects may be among them: tasks in which the process died twice are run one at a time, so that
    /// the third crash convicts the guilty and not its neighbours.
    pub(crate) suspect: bool,
    /// How many replies are under way to each host. None gets more than [`DELIVERIES_TO_A_HOST`], so that one which hangs
    /// keeps no other from its replies.
    pub(crate) hosts: BTreeMap<String, usize>,
    /// The time.
    pub(crate) now: Timestamp,
}

/// How many replies are under way to one host at most.
pub(crate) const DELIVERIES_TO_A_HOST: usize = 16;

/// What a dispatcher gets.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// Tasks that are now leased to this process.
    pub(crate) claims: Vec<Claim>,
    /// When the next task of this queue is due that needs nothing but time.
    pub(crate) next_due: Option<Timestamp>,
}

/// A leased task.
#[derive(Debug)]
pub(crate) struct Claim {
    /// The lease.
    pub(crate) lease: Lease,
    /// What kind of task it is.
    pub(crate) work: Work,
    /// The task's name; empty for what is no node.
    pub(crate) name: String,
    /// The run's unchanging part.
    pub(crate) run: RunHead,
    /// How the run will end, if something has failed already.
    pub(crate) ending: Option<Ending>,
    /// What is to be done.
    pub(crate) phase: TaskPhase,
    /// Of an item what it is, of a page its cursor.
    pub(crate) input: Option<Arc<[u8]>>,
    /// How many items come before those of a page.
    pub(crate) seen: usize,
    /// What was kept for the task: to gather after an item's failure, that.
    pub(crate) kept: Option<Arc<[u8]>>,
    /// Recorded failures of this task or item before.
    pub(crate) failures: u32,
    /// How often the process died in it.
    pub(crate) crashes: u32,
}

/// How often the process may die in one task; then its run fails.
pub(crate) const CRASHES_ALLOWED: u32 = 3;

/// From so many crashes on a task runs alone.
pub(crate) const CRASHES_OF_A_SUSPECT: u32 = 2;

/// The right to settle a task. The epoch goes up with every claim, so a late holder of an old lease changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    /// The run's number in the store.
    pub(crate) run: i64,
    /// The task's number in the run.
    pub(crate) task: usize,
    /// The item's number in the task, if it is about one.
    pub(crate) item: Option<usize>,
    /// How often it has been claimed, this time included.
    pub(crate) epoch: u32,
}

/// The part of a run that never changes.
#[derive(Clone, Debug)]
pub(crate) struct RunHead {
    /// Its id.
    pub(crate) correlation_id: String,
    /// The tool's canonical id.
    pub(crate) tool: String,
    /// The tool's version.
    pub(crate) version: String,
    /// The id of the calling key.
    pub(crate) caller: Option<String>,
    /// The caller's reply id.
    pub(crate) reply_id: Option<String>,
    /// Where the terminal reply goes.
    pub(crate) reply_to: Option<String>,
    /// The coerced arguments.
    pub(crate) args: Arc<[u8]>,
    /// When it was accepted.
    pub(crate) accepted_at: Timestamp,
    /// What tells whether the tool is still the same.
    pub(crate) shape: Shape,
    /// How deep it is nested; 1 for a run that was called from outside.
    pub(crate) depth: u32,
}

/// What became of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    /// It is durable; and how the run ended, if it ended by this.
    Applied(Option<Ending>),
    /// The right no longer holds: nothing was changed, and nothing is to be done.
    Stale,
}

/// A run for its reader.
#[derive(Clone, Debug)]
pub(crate) struct RunRecord {
    /// The part that never changes.
    pub(crate) head: RunHead,
    /// The terminal state; none while it is open.
    pub(crate) end: Option<(Ending, Timestamp)>,
    /// The `error`, as JSON.
    pub(crate) failure: Option<Vec<u8>>,
    /// Whether running it again may help.
    pub(crate) class: Option<FailureClass>,
    /// The output: that of the response task, byte for byte.
    pub(crate) output: Option<Vec<u8>>,
    /// Whether the reply went out with the output, before the end: whatever came later, that was the reply.
    pub(crate) early: bool,
    /// How the reply stands, if there is one.
    pub(crate) reply: Option<ReplyRecord>,
}

/// A terminal reply for its reader.
#[derive(Clone, Debug)]
pub(crate) struct ReplyRecord {
    /// Waiting for the run, ready, running, done (delivered) or failed (a dead letter).
    pub(crate) state: TaskState,
    /// Attempts so far.
    pub(crate) attempts: u32,
    /// The next attempt, at the earliest.
    pub(crate) due: Timestamp,
    /// Why the last attempt failed.
    pub(crate) reason: Option<String>,
}
