//! The laws of `step`, on small graphs.

mod flow;
mod random;

use super::{super::definition::Action, super::definition::NodeCall, super::definition::NodeFuture, *};

const NOW: Timestamp = Timestamp(1_000_000);

fn never(_: NodeCall) -> NodeFuture {
    Box::pin(async { Ok(Vec::new()) })
}

fn node(name: &'static str, after: &'static [usize], attempts: u32) -> Node {
    Node { name, after, retry: Retry::new(attempts, 1_000), action: Action::Run(never), ..Node::PLAIN }
}

/// a and b in parallel, then c.
fn join() -> Vec<Node> {
    vec![node("a", &[], 3), node("b", &[], 1), node("c", &[0, 1], 1)]
}

fn graph(nodes: &[Node]) -> Graph<'_> {
    Graph { nodes, responses: &[] }
}

fn view(failing: bool, states: &[TaskState]) -> RunView {
    RunView {
        ending: failing.then_some(Ending::Failed),
        tasks: states.iter().map(|state| TaskView::new(*state)).collect(),
    }
}

fn after(nodes: &[Node], view: &RunView, task: usize, event: Event) -> Transition {
    step(graph(nodes), view, Subject::Task(task), event, NOW, 0)
}

fn output() -> Arc<[u8]> {
    Arc::from(&b"{}"[..])
}

fn failure(node: &str, class: FailureClass) -> RunFailure {
    RunFailure { ending: Ending::Failed, class, code: "no".into(), message: "never".into(), node: node.into() }
}

use TaskState::{Done, Failed, Ready, Running, Skipped, Waiting};

#[test]
fn what_needs_nothing_begins_ready() {
    assert_eq!(begin(graph(&join())), [Ready, Ready, Waiting]);
}

#[test]
fn a_join_waits_for_all_its_inputs() {
    let first = after(&join(), &view(false, &[Running, Running, Waiting]), 0, Event::Completed(output()));
    assert_eq!(first, Transition { changes: vec![(0, Change::Complete(output()))], ..Transition::default() });
    let second = after(&join(), &view(false, &[Done, Running, Waiting]), 1, Event::Completed(output()));
    assert_eq!(second.changes, [(1, Change::Complete(output())), (2, Change::Ready)]);
    let last = after(&join(), &view(false, &[Done, Done, Running]), 2, Event::Completed(output()));
    assert_eq!(last.end, Some(Ending::Completed));
}

#[test]
fn a_transient_failure_is_tried_exactly_as_often_as_declared() {
    let error = HandlerError::transient("busy", "try later");
    let mut view = view(false, &[Running, Done, Waiting]);
    let mut pauses = Vec::new();
    for failures in 0..2 {
        view.tasks[0].failures = failures;
        let transition = after(&join(), &view, 0, Event::Failed(error.clone()));
        assert_eq!((transition.failure, transition.end), (None, None));
        match &transition.changes[..] {
            [(0, Change::Retry { due, reason })] => {
                assert_eq!(reason, "busy: try later");
                pauses.push(due.ms_since(NOW));
            }
            other => panic!("expected a retry, got {other:?}"),
        }
    }
    assert_eq!(pauses, [1_000, 2_000]);
    view.tasks[0].failures = 2;
    let transition = after(&join(), &view, 0, Event::Failed(error));
    assert_eq!(transition.end, Some(Ending::Failed));
}

#[test]
fn a_permanent_failure_is_never_tried_again() {
    let error = HandlerError::permanent("no", "never");
    let transition = after(&join(), &view(false, &[Running, Ready, Waiting]), 0, Event::Failed(error));
    let reason = "no: never".to_owned();
    assert_eq!(transition.changes, [(0, Change::Fail { reason }), (1, Change::Skip), (2, Change::Skip)]);
    assert_eq!(transition.failure, Some(failure("a", FailureClass::Permanent)));
    assert_eq!(transition.end, Some(Ending::Failed));
}

#[test]
fn a_failing_run_ends_only_when_its_last_branch_has_ended() {
    let error = HandlerError::permanent("no", "never");
    let first = after(&join(), &view(false, &[Running, Running, Waiting]), 1, Event::Failed(error));
    assert!(first.failure.is_some());
    assert_eq!(first.end, None);
    let second = after(&join(), &view(true, &[Running, Failed, Skipped]), 0, Event::Completed(output()));
    assert_eq!(second.changes, [(0, Change::Complete(output()))]);
    assert_eq!((second.failure, second.end), (None, Some(Ending::Failed)));
}

#[test]
fn a_failing_run_skips_what_was_given_back() {
    let error = HandlerError::permanent("no", "never");
    let given_back = view(true, &[Running, Failed, Ready]);
    for event in [Event::Completed(output()), Event::Failed(error)] {
        let transition = after(&join(), &given_back, 0, event);
        assert_eq!(transition.changes[1..], [(2, Change::Skip)]);
        assert_eq!(transition.end, Some(Ending::Failed));
    }
}

#[test]
fn a_failing_run_retries_nothing_and_keeps_its_first_reason() {
    let error = HandlerError::transient("busy", "try later");
    let transition = after(&join(), &view(true, &[Running, Failed, Skipped]), 0, Event::Failed(error));
    assert_eq!((transition.failure, transition.end), (None, Some(Ending::Failed)));
}

#[test]
fn jitter_takes_off_at_most_half() {
    let retry = Retry::new(9, 1_000);
    assert_eq!(own_pause(retry, 1, 0), 1_000);
    assert_eq!(own_pause(retry, 1, u32::MAX), 501);
    assert_eq!(own_pause(retry, 60, 0), 3_600_000);
}

#[test]
fn who_asks_for_patience_is_given_it_within_bounds() {
    let retry = Retry::new(9, 1_000);
    let asks = |ms| HandlerError::transient("http-status", "429").retry_after_ms(ms);
    assert_eq!(pause(retry, &asks(90_000), 1, u32::MAX), 90_000);
    assert_eq!(pause(retry, &asks(10), 1, 0), 1_000, "never sooner than the topology says");
    assert_eq!(pause(retry, &asks(u64::MAX), 1, 0), 6 * 3_600_000);
    let transition = after(&join(), &view(false, &[Running, Running, Waiting]), 0, Event::Failed(asks(90_000)));
    let due = NOW.plus_ms(90_000);
    assert!(matches!(&transition.changes[..], [(0, Change::Retry { due: at, .. })] if *at == due), "{transition:?}");
}

#[test]
fn replies_are_tried_for_a_day() {
    let mut waited = 0;
    for failures in 0.. {
        let outcome = Delivery::Failed { reason: "500".into(), retry_after_ms: None };
        match step_reply(failures, outcome, NOW, u32::MAX / 2) {
            Change::Retry { due, .. } => waited += due.ms_since(NOW),
            Change::Fail { reason } => {
                assert_eq!((failures, reason.as_str()), (7, "500"));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(waited.abs_diff(86_400_000) < 1_000, "{waited}");
}

#[test]
fn a_receiver_may_slow_us_down_and_stop_us() {
    let slow = Delivery::Failed { reason: "429".into(), retry_after_ms: Some(60_000) };
    assert_eq!(step_reply(0, slow, NOW, 0), Change::Retry { due: NOW.plus_ms(60_000), reason: "429".into() });
    assert!(matches!(step_reply(0, Delivery::Gone, NOW, 0), Change::Fail { .. }));
}
