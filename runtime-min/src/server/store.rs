//! The journal and queue of runs, as one: every state change is one transaction.
//!
//! The executor is the same code over every store. A store knows tasks by number and payloads as bytes; it knows nothing of
//! nodes, schemas or HTTP.

mod readers;
mod schema;
pub(crate) mod sqlite;
mod writer;

use std::{collections::BTreeMap, fmt, future::Future, pin::Pin, sync::Arc};

use super::{
    step::{Change, Ending, RunView, TaskState, Transition},
    time::Timestamp,
};

/// What a store's operation answers, later.
pub(crate) type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A journal and queue of runs.
pub(crate) trait Store: Send + Sync {
    /// Records a run with all its tasks. When this answers [`Accepted::New`] the run is durable.
    fn accept(&self, run: NewRun) -> StoreFuture<'_, Accepted>;

    /// What was answered to an earlier call with this idempotency key, if that was not too long ago.
    fn recall(&self, key: IdempotencyKey, now: Timestamp) -> StoreFuture<'_, Option<Recalled>>;

    /// Takes tasks that are due. Each is counted as started before this answers.
    fn claim(&self, request: ClaimRequest) -> StoreFuture<'_, Claims>;

    /// Applies a transition, if the lease still holds and the run has not changed since `revision`.
    fn commit(&self, lease: Lease, revision: i64, transition: Transition, now: Timestamp)
    -> StoreFuture<'_, Committed>;

    /// Settles one attempt of a reply.
    fn settle(&self, lease: Lease, change: Change, now: Timestamp) -> StoreFuture<'_, ()>;

    /// Gives a task back as if it had not been started; it is due again at `due`. In a run that is failing nothing is begun
    /// again: there it is skipped, and the run ends with the last of its attempts.
    fn release(&self, lease: Lease, due: Timestamp, now: Timestamp) -> StoreFuture<'_, ()>;

    /// The recorded outputs of tasks of a run, in the order asked for.
    fn outputs(&self, run: i64, tasks: Vec<usize>) -> StoreFuture<'_, Vec<Arc<[u8]>>>;

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

/// A run to be accepted.
#[derive(Clone, Debug)]
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
    /// The tasks' names and first states.
    pub(crate) tasks: Vec<(&'static str, TaskState)>,
    /// The task whose output is the run's.
    pub(crate) response: Option<usize>,
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

/// The two kinds of tasks. Each has its own queue, so that slow receivers block no handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Nodes of topologies.
    Node,
    /// Terminal replies.
    Reply,
}

/// What a dispatcher asks for.
#[derive(Clone, Debug)]
pub(crate) struct ClaimRequest {
    /// Which queue.
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
    /// The run's unchanging part.
    pub(crate) run: RunHead,
    /// How the run stands; without tasks for a reply.
    pub(crate) view: RunView,
    /// The tasks' names; empty for a reply.
    pub(crate) names: Vec<String>,
    /// Recorded failures of this task before.
    pub(crate) failures: u32,
    /// How often the process died in this task.
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
    /// How often the task has been claimed, this time included.
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
}

/// What became of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    /// It is durable.
    Applied,
    /// The lease no longer holds: nothing was changed, and nothing is to be done.
    Stale,
    /// Another branch came first: nothing was changed; the run stands like this now.
    Conflict(RunView),
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
    /// The output: that of the response task, byte for byte.
    pub(crate) output: Option<Vec<u8>>,
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
