//! The laws of branches, error paths, waits, items and compensations, each on the smallest graph that shows it.

use super::{
    super::super::definition::{Body, Each, Gate, ItemFailure, Wait},
    *,
};
use crate::validate::{Plan, Validator};
use TaskState::{Caught, Dormant, Passed};

static NOTHING: Plan =
    Plan { root: None, nodes: std::borrow::Cow::Borrowed(&[]), patterns: std::borrow::Cow::Borrowed(&[]) };
static ANY: Validator = Validator::new(&NOTHING, |scan, rest| scan.any(rest));
static WAIT: Wait = Wait { deadline_ms: |_, now| Ok(now), check: &ANY, catch_timeout: true };
static EACH: Each = Each {
    items: |_| Ok(Vec::new()),
    body: Body::Run(never),
    concurrency: 2,
    on_item_error: ItemFailure::Fail,
    ordered: true,
    fold: None,
};

/// 0 chooses between 1 and 2; 3 comes after 1; 4 is whichever of 3 and 2 is done; 5 comes after 1 and 4.
fn fork() -> Vec<Node> {
    let gate = |branch: usize| -> &'static [Gate] {
        if branch == 0 { &[Gate::Branch { node: 0, branch: 0 }] } else { &[Gate::Branch { node: 0, branch: 1 }] }
    };
    vec![
        Node { action: Action::Switch(|_| Ok(0)), ..node("switch", &[], 1) },
        Node { gates: gate(0), ..node("left", &[], 1) },
        Node { gates: gate(1), ..node("right", &[], 1) },
        node("then", &[1], 1),
        Node { action: Action::Converge(&[3, 2]), ..node("either", &[], 1) },
        node("last", &[1, 4], 1),
    ]
}

fn states(nodes: &[Node], before: &RunView, task: usize, event: Event) -> (Vec<TaskState>, Transition) {
    let transition = after(nodes, before, task, event);
    let mut view = before.clone();
    view.apply(&transition);
    (view.tasks.iter().map(|task| task.state).collect(), transition)
}

#[test]
fn a_branch_not_taken_is_not_a_branch_pending() {
    let before = view(false, &[Running, Waiting, Waiting, Waiting, Waiting, Waiting]);
    let (found, _) = states(&fork(), &before, 0, Event::Chosen(1));
    assert_eq!(found, [Done, Passed, Ready, Passed, Waiting, Passed]);
    let mut before = view(false, &[Done, Passed, Running, Passed, Waiting, Passed]);
    before.tasks[0].branch = Some(1);
    let (found, transition) = states(&fork(), &before, 2, Event::Completed(output()));
    assert_eq!(found, [Done, Passed, Done, Passed, Done, Passed]);
    assert_eq!(transition.changes[1], (4, Change::Adopt { from: 2 }));
    assert_eq!(transition.end, Some(Ending::Completed));
}

#[test]
fn a_branch_that_leads_nowhere_passes_all_others() {
    let before = view(false, &[Running, Waiting, Waiting, Waiting, Waiting, Waiting]);
    let (found, transition) = states(&fork(), &before, 0, Event::Chosen(7));
    assert_eq!(found, [Done, Passed, Passed, Passed, Passed, Passed]);
    assert_eq!(transition.end, Some(Ending::Completed));
}

#[test]
fn an_error_path_is_taken_instead_of_failing() {
    let nodes = vec![
        Node { catch: true, ..node("try", &[], 1) },
        Node { gates: &[Gate::Caught { node: 0 }], ..node("rescue", &[], 1) },
        node("use", &[0], 1),
    ];
    let before = view(false, &[Running, Waiting, Waiting]);
    let (found, transition) = states(&nodes, &before, 0, Event::Failed(HandlerError::permanent("no", "never")));
    assert_eq!(found, [Caught, Ready, Passed]);
    assert_eq!((transition.failure, transition.end), (None, None));
    let Change::Catch { error, .. } = &transition.changes[0].1 else { panic!("{:?}", transition.changes) };
    assert_eq!(&error[..], br#"{"code":"no","message":"never","class":"permanent"}"#);
    let (found, _) = states(&nodes, &before, 0, Event::Completed(output()));
    assert_eq!(found, [Done, Passed, Ready]);
}

#[test]
fn a_wait_is_answered_once() {
    let nodes = vec![node("ask", &[], 1), Node { action: Action::Wait(&WAIT), ..node("wait", &[0], 1) }];
    let mut asked = view(false, &[Done, Ready]);
    asked.tasks[1].phase = TaskPhase::Asked;
    let transition = answer(graph(&nodes), &asked, 1, output()).expect("it is open");
    assert_eq!(transition.end, Some(Ending::Completed));
    asked.apply(&transition);
    assert_eq!(answer(graph(&nodes), &asked, 1, output()), None);
    let mut early = view(false, &[Running, Waiting]);
    let transition = answer(graph(&nodes), &early, 1, output()).expect("it may come before the question");
    early.apply(&transition);
    assert_eq!(answer(graph(&nodes), &early, 1, output()), None, "also then only once");
    let (found, transition) = states(&nodes, &early, 0, Event::Completed(output()));
    assert_eq!((found, transition.end), (vec![Done, Done], Some(Ending::Completed)));
    assert_eq!(answer(graph(&nodes), &view(true, &[Done, Ready]), 1, output()), None, "the run fails");
}

#[test]
fn silence_takes_the_path_for_it() {
    let nodes = vec![
        Node { action: Action::Wait(&WAIT), catch: true, ..node("wait", &[], 1) },
        Node { gates: &[Gate::TimedOut { node: 0 }], ..node("late", &[], 1) },
        Node { gates: &[Gate::Caught { node: 0 }], ..node("broken", &[], 1) },
    ];
    let (found, _) = states(&nodes, &view(false, &[Running, Waiting, Waiting]), 0, Event::Unanswered);
    assert_eq!(found, [Caught, Ready, Passed]);
}

#[test]
fn what_was_done_is_taken_back_the_latest_first() {
    let undo = |name, of| Node { compensates: Some(of), ..node(name, &[], 1) };
    let nodes = vec![node("a", &[], 1), undo("not a", 0), node("b", &[], 1), undo("not b", 2), node("c", &[0, 2], 1)];
    assert_eq!(begin(graph(&nodes)), [Ready, Dormant, Ready, Dormant, Waiting]);
    let mut run = view(false, &[Running, Dormant, Running, Dormant, Waiting]);
    for (task, event) in [(2, Event::Completed(output())), (0, Event::Completed(output()))] {
        run.apply(&after(&nodes, &run, task, event));
    }
    run.tasks[4].state = Running;
    let failed = after(&nodes, &run, 4, Event::Failed(HandlerError::permanent("no", "never")));
    assert_eq!(failed.end, None);
    run.apply(&failed);
    let states = |run: &RunView| run.tasks.iter().map(|task| task.state).collect::<Vec<_>>();
    assert_eq!(states(&run), [Done, Ready, Done, Dormant, Failed], "a was done last");
    run.tasks[1].state = Running;
    run.apply(&after(&nodes, &run, 1, Event::Failed(HandlerError::permanent("stuck", "cannot"))));
    assert_eq!(states(&run), [Done, Failed, Done, Ready, Failed], "a compensation that fails stops no other");
    run.tasks[3].state = Running;
    assert_eq!(after(&nodes, &run, 3, Event::Completed(output())).end, Some(Ending::Failed));
}

fn items(total: usize, next: usize, unfinished: usize, live: usize) -> Items {
    Items { total, next, unfinished, live, halted: false }
}

fn spread(of: Items) -> RunView {
    let mut run = view(false, &[TaskState::Spread]);
    run.tasks[0].spread = Some(Spread::Items(of));
    run
}

fn item(nodes: &[Node], run: &RunView, item: usize, event: Event) -> Vec<Change> {
    let subject = Subject::Item { task: 0, item, failures: 0, phase: TaskPhase::Begin };
    step(graph(nodes), run, subject, event, NOW, 0).changes.into_iter().map(|(_, change)| change).collect()
}

#[test]
fn an_item_that_ends_begins_the_next_and_the_last_gathers() {
    let nodes = vec![Node { action: Action::Each(&EACH), ..node("each", &[], 1) }];
    let inputs = vec![output(); 3];
    let begun = after(&nodes, &view(false, &[Running]), 0, Event::Spread(inputs.clone()));
    assert_eq!(begun.changes, [(0, Change::Spread { inputs, open: 2 })]);
    let complete = |idx| Change::Item(idx, ItemChange::Complete(output()));
    let next = item(&nodes, &spread(items(3, 2, 3, 2)), 1, Event::Completed(output()));
    assert_eq!(next, [complete(1), Change::Open(2)]);
    let last = item(&nodes, &spread(items(3, 3, 1, 1)), 0, Event::Completed(output()));
    assert_eq!(last, [complete(0), Change::Gather]);
}

#[test]
fn a_failing_item_charges_only_itself() {
    let nodes = vec![Node { action: Action::Each(&EACH), ..node("each", &[], 2) }];
    let busy = Event::Failed(HandlerError::transient("busy", "try later"));
    let changes = item(&nodes, &spread(items(3, 2, 3, 2)), 1, busy);
    assert!(matches!(changes[..], [Change::Item(1, ItemChange::Retry { .. })]), "{changes:?}");
    let broken = HandlerError::permanent("no", "never");
    let changes = item(&nodes, &spread(items(3, 2, 3, 2)), 1, Event::Failed(broken.clone()));
    assert!(matches!(
        changes[..],
        [Change::Item(1, ItemChange::Fail { .. }), Change::Halt { error: Some(_) }, Change::Recall]
    ));
    let changes = item(&nodes, &spread(items(3, 3, 1, 1)), 1, Event::Failed(broken));
    assert_eq!(changes.last(), Some(&Change::Gather), "where the failure is told");
}

#[test]
fn when_the_time_is_over_nothing_is_waited_for() {
    let over = RunFailure { ending: Ending::TimedOut, ..failure("", FailureClass::Timeout) };
    let transition = step(
        graph(&join()),
        &view(false, &[Running, Done, Waiting]),
        Subject::Run,
        Event::TimeOver(over.clone()),
        NOW,
        0,
    );
    assert_eq!(transition.changes, [(0, Change::Skip), (2, Change::Skip)]);
    assert_eq!((transition.failure, transition.end), (Some(over.clone()), Some(Ending::TimedOut)));
    let stopped = RunFailure { ending: Ending::Cancelled, ..over };
    let transition =
        step(graph(&join()), &view(false, &[Running, Done, Waiting]), Subject::Run, Event::Stopped(stopped), NOW, 0);
    assert_eq!((transition.changes, transition.end), (vec![(2, Change::Skip)], None));
}

#[test]
fn an_answer_with_more_to_do_goes_out_at_once() {
    let nodes = [node("reply", &[], 1), node("more", &[0], 1)];
    let responding = |nodes: &[Node], states: &[TaskState]| {
        let graph = Graph { nodes, responses: &[0] };
        step(graph, &view(false, states), Subject::Task(0), Event::Completed(output()), NOW, 0).respond
    };
    assert_eq!(responding(&nodes, &[Running, Waiting]), Some(Respond { task: 0, early: true }));
    assert_eq!(responding(&nodes[..1], &[Running]), Some(Respond { task: 0, early: false }));
    let beside = [node("reply", &[], 1), node("beside", &[], 1)];
    assert_eq!(responding(&beside, &[Running, Running]), Some(Respond { task: 0, early: false }));
}
