//! What every store must do, checked on this one.

use std::{collections::BTreeMap, sync::Arc};

use tempfile::TempDir;

use super::*;
use crate::{
    handler::FailureClass,
    server::{
        step::{Ending, Respond, RunFailure, RunView, TaskState, TaskView, Transition},
        store::{CRASHES_OF_A_SUSPECT, Claim, DELIVERIES_TO_A_HOST, NewTask, Step, StoreError},
    },
};

const NOW: Timestamp = Timestamp(1_000_000);

fn open(folder: &TempDir) -> Sqlite {
    Sqlite::open(folder.path(), NOW).expect("a store")
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder for the test")
}

/// A run of two nodes, the second after the first, with a reply.
fn run(id: &str) -> NewRun {
    NewRun {
        correlation_id: id.into(),
        tool: "topology:t",
        version: "1.0.0",
        caller: Some("key".into()),
        reply_id: None,
        reply_to: Some("https://example.com/".into()),
        args: Arc::from(&b"{ }"[..]),
        shape: [7; 16],
        tasks: vec![task("a", TaskState::Ready), task("b", TaskState::Waiting)],
        deadline: None,
        depth: 1,
        now: NOW,
        idempotency: None,
    }
}

fn task(name: &'static str, state: TaskState) -> NewTask {
    NewTask { name, state, token: None }
}

/// Two tasks that may both start.
fn both() -> Vec<NewTask> {
    vec![task("a", TaskState::Ready), task("b", TaskState::Ready)]
}

/// Commits what does not depend on how the run is.
async fn commit(store: &Sqlite, lease: Lease, transition: Transition) -> Result<Committed, StoreError> {
    commit_at(store, lease, transition, NOW).await
}

async fn commit_at(
    store: &Sqlite,
    lease: Lease,
    transition: Transition,
    now: Timestamp,
) -> Result<Committed, StoreError> {
    store.commit(Right::Lease(lease), Decide { bytes: 64, step: Step::Run(Box::new(|_| Some(transition))) }, now).await
}

/// The second node answers.
fn ending(changes: Vec<(usize, Change)>) -> Transition {
    Transition { respond: Some(Respond { task: 1, early: false }), ..transition(changes, Some(Ending::Completed)) }
}

async fn claims(store: &Sqlite, work: Work) -> Vec<Claim> {
    let request = ClaimRequest { work, limit: 100, suspect: true, hosts: BTreeMap::new(), now: NOW };
    store.claim(request).await.expect("a claim").claims
}

fn transition(changes: Vec<(usize, Change)>, end: Option<Ending>) -> Transition {
    Transition { changes, end, ..Transition::default() }
}

fn output() -> Change {
    Change::Complete(Arc::from(&b"[1.0]"[..]))
}

#[tokio::test]
async fn what_was_accepted_is_there_after_a_restart() {
    let folder = folder();
    let store = open(&folder);
    assert_eq!(store.accept(run("r1")).await, Ok(Accepted::New));
    drop(store);
    let store = open(&folder);
    let record = store.run("r1".into()).await.expect("readable").expect("recorded");
    assert_eq!((&record.head.args[..], record.head.caller.as_deref()), (&b"{ }"[..], Some("key")));
    assert!(record.end.is_none());
    assert_eq!(claims(&store, Work::Node).await.len(), 1);
}

#[tokio::test]
async fn a_run_goes_from_task_to_task_and_then_replies() {
    let folder = folder();
    let store = open(&folder);
    store.accept(run("r1")).await.expect("accepted");
    assert!(claims(&store, Work::Reply).await.is_empty(), "the reply waits for the end");
    let first = claims(&store, Work::Node).await.remove(0);
    assert_eq!((first.lease.task, first.lease.epoch, first.name), (0, 1, "a".to_owned()));
    let changes = vec![(0, output()), (1, Change::Ready)];
    let committed = commit(&store, first.lease, transition(changes, None)).await;
    assert_eq!(committed, Ok(Committed::Applied(None)));
    let outputs = store.recorded(first.lease.run, vec![0, 1]).await.expect("readable");
    assert_eq!(outputs, [Some(Arc::from(&b"[1.0]"[..])), None]);
    let second = claims(&store, Work::Node).await.remove(0);
    let committed = commit(&store, second.lease, ending(vec![(1, output())])).await;
    assert_eq!(committed, Ok(Committed::Applied(Some(Ending::Completed))));
    let record = store.run("r1".into()).await.expect("readable").expect("recorded");
    assert_eq!((record.end, record.output.as_deref()), (Some((Ending::Completed, NOW)), Some(&b"[1.0]"[..])));
    let reply = claims(&store, Work::Reply).await.remove(0);
    store.settle(reply.lease, Change::Complete(Arc::from([])), NOW).await.expect("settled");
    assert!(claims(&store, Work::Reply).await.is_empty());
}

#[tokio::test]
async fn a_lease_that_was_lost_changes_nothing() {
    let folder = folder();
    let store = open(&folder);
    store.accept(run("r1")).await.expect("accepted");
    let old = claims(&store, Work::Node).await.remove(0);
    release(&store, old.lease, NOW).await;
    let new = claims(&store, Work::Node).await.remove(0);
    assert_eq!(new.lease.epoch, 2);
    let change = || transition(vec![(0, output())], None);
    assert_eq!(commit(&store, old.lease, change()).await, Ok(Committed::Stale));
    assert_eq!(commit(&store, new.lease, change()).await, Ok(Committed::Applied(None)));
    // Settled is settled.
    assert_eq!(commit(&store, new.lease, change()).await, Ok(Committed::Stale));
}

#[tokio::test]
async fn of_two_branches_the_second_sees_what_the_first_did() {
    let folder = folder();
    let store = open(&folder);
    store.accept(NewRun { tasks: both(), ..run("r1") }).await.expect("accepted");
    let found = claims(&store, Work::Node).await;
    assert_eq!(commit(&store, found[0].lease, failed()).await, Ok(Committed::Applied(None)));
    let (told, seen) = std::sync::mpsc::channel();
    let step = Step::Run(Box::new(move |view: &RunView| {
        told.send(view.clone()).expect("the test listens");
        Some(transition(vec![(1, output())], Some(Ending::Failed)))
    }));
    let late = store.commit(Right::Lease(found[1].lease), Decide { bytes: 64, step }, NOW).await;
    assert_eq!(late, Ok(Committed::Applied(Some(Ending::Failed))));
    let view = seen.recv().expect("it was asked");
    assert_eq!(view.ending, Some(Ending::Failed));
    assert_eq!(view.tasks[0], TaskView { failures: 1, ..TaskView::new(TaskState::Failed) });
    assert_eq!(view.tasks[1].state, TaskState::Running, "what has begun meanwhile is seen");
    let record = store.run("r1".into()).await.expect("readable").expect("recorded");
    assert_eq!(record.failure.as_deref(), Some(&br#"{"code":"c","message":"m","node":"a"}"#[..]));
    assert_eq!(record.class, Some(FailureClass::Throttled));
}

/// The first node fails the run.
fn failed() -> Transition {
    let failure = RunFailure {
        ending: Ending::Failed,
        class: FailureClass::Throttled,
        code: "c".into(),
        message: "m".into(),
        node: "a".into(),
    };
    Transition { failure: Some(failure), ..transition(vec![(0, Change::Fail { reason: "m".into() })], None) }
}

/// Gives a task back.
async fn release(store: &Sqlite, lease: Lease, due: Timestamp) {
    let given_back = transition(vec![(lease.task, Change::GiveBack { due })], None);
    commit(store, lease, given_back).await.expect("released");
}

#[tokio::test]
async fn a_crash_is_counted_and_takes_no_attempt_and_suspects_run_alone() {
    let folder = folder();
    let store = open(&folder);
    for id in ["r1", "r2", "r3"] {
        store.accept(run(id)).await.expect("accepted");
    }
    drop(store);
    for crashes in 0..CRASHES_OF_A_SUSPECT {
        let found = claims(&open(&folder), Work::Node).await;
        assert_eq!(found.iter().map(|claim| (claim.crashes, claim.failures)).collect::<Vec<_>>(), [(crashes, 0); 3]);
    }
    let store = open(&folder);
    store.accept(run("r4")).await.expect("accepted");
    let request = ClaimRequest { work: Work::Node, limit: 100, suspect: false, hosts: BTreeMap::new(), now: NOW };
    assert_eq!(store.claim(request).await.expect("a claim").claims.len(), 1, "only the innocent");
    assert_eq!(claims(&store, Work::Node).await.len(), 1, "one suspect");
}

#[tokio::test]
async fn a_retry_is_not_claimed_before_it_is_due() {
    let folder = folder();
    let store = open(&folder);
    store.accept(run("r1")).await.expect("accepted");
    let first = claims(&store, Work::Node).await.remove(0);
    let due = NOW.plus_ms(5_000);
    let retry = transition(vec![(0, Change::Retry { due, reason: "busy".into() })], None);
    commit(&store, first.lease, retry).await.expect("committed");
    let request = ClaimRequest { work: Work::Node, limit: 1, suspect: true, hosts: BTreeMap::new(), now: NOW };
    let early = store.claim(request.clone()).await.expect("a claim");
    assert_eq!((early.claims.len(), early.next_due), (0, Some(due)));
    let again = store.claim(ClaimRequest { now: due, ..request }).await.expect("a claim").claims.remove(0);
    assert_eq!((again.failures, again.lease.epoch), (1, 2));
}

#[tokio::test]
async fn one_idempotency_key_is_one_run_for_a_day() {
    let folder = folder();
    let store = open(&folder);
    let key = IdempotencyKey { caller: "key".into(), route: "POST /mcp/run", key: "k".into() };
    let recalled = Recalled { body: [7; 32], answer: b"first".to_vec() };
    let with_key =
        |id: &str, now: Timestamp| NewRun { idempotency: Some((key.clone(), recalled.clone())), now, ..run(id) };
    assert_eq!(store.accept(with_key("r1", NOW)).await, Ok(Accepted::New));
    assert_eq!(store.accept(with_key("r2", NOW)).await, Ok(Accepted::Known(recalled.clone())));
    assert!(store.run("r2".into()).await.expect("readable").is_none());
    assert_eq!(store.recall(key.clone(), NOW).await, Ok(Some(recalled.clone())));
    let next_day = NOW.plus_ms(IDEMPOTENCY_MS as u64 + 1);
    assert_eq!(store.recall(key.clone(), next_day).await, Ok(None));
    assert_eq!(store.accept(with_key("r3", next_day)).await, Ok(Accepted::New));
}

#[tokio::test]
async fn an_operation_that_fails_takes_no_other_with_it() {
    let folder = folder();
    let store = Arc::new(open(&folder));
    // The second of the same id breaks the table's rule, inside whichever batch it is.
    let tasks: Vec<_> = (0..64)
        .map(|idx| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.accept(run(&format!("r{}", idx % 63))).await })
        })
        .collect();
    let mut refused = 0;
    for task in tasks {
        if let Err(error) = task.await.expect("no panic") {
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
            refused += 1;
        }
    }
    assert_eq!(refused, 1);
    assert_eq!(claims(&store, Work::Node).await.len(), 63);
    assert_eq!(store.trouble().await, Ok(None), "one bad operation is no trouble of the store");
}

#[tokio::test]
async fn a_file_of_another_layout_is_refused() {
    let folder = folder();
    drop(open(&folder));
    let connection = Connection::open(folder.path().join("journal.sqlite")).expect("a file");
    connection.execute_batch("PRAGMA user_version = 9").expect("writable");
    let error = Sqlite::open(folder.path(), NOW).map(drop).expect_err("unknown");
    assert!(error.contains("its layout is number 9, this server knows 4"), "{error}");
}

#[tokio::test]
async fn a_file_of_the_first_layout_is_refused() {
    let folder = folder();
    let connection = Connection::open(folder.path().join("journal.sqlite")).expect("a file");
    connection.execute_batch("CREATE TABLE runs (id INTEGER); PRAGMA user_version = 1").expect("writable");
    let error = Sqlite::open(folder.path(), NOW).map(drop).expect_err("what is in it cannot be told");
    assert!(error.contains("its layout is number 1, this server knows 4"), "{error}");
}

#[tokio::test]
async fn what_has_ended_stays_as_it_ended() {
    let folder = folder();
    let store = open(&folder);
    store.accept(NewRun { tasks: both(), ..run("r1") }).await.expect("accepted");
    let found = claims(&store, Work::Node).await;
    let later = NOW.plus_ms(5);
    let end = Transition { end: Some(Ending::Failed), ..failed() };
    commit_at(&store, found[0].lease, end, later).await.expect("committed");
    let late = commit(&store, found[1].lease, ending(vec![(1, output())])).await;
    assert_eq!(late, Ok(Committed::Stale));
    let record = store.run("r1".into()).await.expect("readable").expect("recorded");
    assert_eq!(record.end, Some((Ending::Failed, later)));
    let request = ClaimRequest { work: Work::Reply, limit: 9, suspect: true, hosts: BTreeMap::new(), now: later };
    assert_eq!(store.claim(request).await.expect("a claim").claims.len(), 1, "the reply goes out");
}

#[tokio::test]
async fn a_crash_in_a_failing_run_leaves_its_end_to_the_logic() {
    let folder = folder();
    let store = open(&folder);
    store.accept(NewRun { tasks: both(), ..run("r1") }).await.expect("accepted");
    let found = claims(&store, Work::Node).await;
    commit(&store, found[0].lease, failed()).await.expect("committed");
    drop(store);
    let again = claims(&open(&folder), Work::Node).await.remove(0);
    assert_eq!((again.ending, again.crashes, again.lease.task), (Some(Ending::Failed), 1, 1));
}

#[tokio::test]
async fn a_run_whose_caller_went_away_is_begun() {
    let folder = folder();
    let store = open(&folder);
    {
        // Polled once, so that it is under way, and dropped as hyper does when the connection breaks off.
        let mut accepting = store.accept(run("r1"));
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(accepting.as_mut().poll(&mut cx).is_pending());
    }
    let woken = tokio::time::timeout(std::time::Duration::from_secs(10), store.wait_ready(Work::Node)).await;
    assert!(woken.is_ok(), "the dispatcher is told");
    assert_eq!(claims(&store, Work::Node).await.len(), 1);
    let lease = {
        store.accept(run("r2")).await.expect("accepted");
        store.wait_ready(Work::Node).await;
        claims(&store, Work::Node).await.remove(0).lease
    };
    release(&store, lease, NOW).await;
    store.wait_ready(Work::Node).await;
    assert_eq!(claims(&store, Work::Node).await.len(), 1);
}

#[tokio::test]
async fn the_death_of_the_journal_is_noticed() {
    let folder = folder();
    let store = open(&folder);
    let dying = store.writer.write(1, |_| -> rusqlite::Result<()> { panic!("as a bug would") }).await;
    assert!(dying.is_err());
    store.wait_broken().await;
    assert!(matches!(store.trouble().await, Ok(Some(_))));
}

#[tokio::test]
async fn what_is_made_is_the_owners_only() {
    use std::os::unix::fs::PermissionsExt;
    let parent = folder();
    let data = parent.path().join("data");
    let store = Sqlite::open(&data, NOW).expect("a store");
    store.accept(run("r1")).await.expect("accepted");
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for name in ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
}

#[tokio::test]
async fn a_host_that_hangs_keeps_no_other_from_its_replies() {
    let folder = folder();
    let store = open(&folder);
    for idx in 0..=DELIVERIES_TO_A_HOST {
        store.accept(run(&format!("r{idx}"))).await.expect("accepted");
    }
    let elsewhere = Some("https://elsewhere.example/".to_owned());
    store.accept(NewRun { reply_to: elsewhere, ..run("other") }).await.expect("accepted");
    for node in claims(&store, Work::Node).await {
        let end = transition(vec![(0, output())], Some(Ending::Completed));
        commit(&store, node.lease, end).await.expect("committed");
    }
    let found = claims(&store, Work::Reply).await;
    assert_eq!(found.len(), DELIVERIES_TO_A_HOST + 1);
    assert!(found.iter().any(|claim| claim.run.correlation_id == "other"));
    let hosts = BTreeMap::from([("example.com".to_owned(), DELIVERIES_TO_A_HOST)]);
    let request = ClaimRequest { work: Work::Reply, limit: 100, suspect: true, hosts, now: NOW };
    let none = store.claim(request).await.expect("a claim");
    assert_eq!((none.claims.len(), none.next_due), (0, None), "it waits for room");
    assert_eq!(claims(&store, Work::Reply).await.len(), 1);
}

#[tokio::test]
async fn trouble_ends_with_a_write_and_not_with_an_empty_commit() {
    let folder = folder();
    let store = open(&folder);
    let full = |pages: u32| {
        let pragma = format!("PRAGMA max_page_count = {pages}");
        store.writer.write(1, move |connection| connection.execute_batch(&pragma))
    };
    full(1).await.expect("a pragma");
    let large = NewRun { args: Arc::from(vec![b' '; 1 << 20]), ..run("r1") };
    assert!(matches!(store.accept(large).await, Err(StoreError::Unavailable(_))));
    assert!(claims(&store, Work::Node).await.is_empty());
    assert!(store.writer.health().trouble().is_some(), "nothing was written since");
    full(u32::MAX - 1).await.expect("a pragma");
    assert!(store.writer.health().trouble().is_some(), "a pragma writes nothing");
    assert_eq!(store.trouble().await, Ok(None));
    assert!(store.writer.health().trouble().is_none());
}
