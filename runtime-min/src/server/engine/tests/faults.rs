//! The process dies wherever it can; branches end at the same instant; handlers kill.

use super::{
    items::{PAGES, pages},
    *,
};
use crate::server::definition::{Body, Call, Each, Gate, ItemFailure};

const EACH: Each = Each {
    items: list,
    body: Body::Run(done),
    concurrency: 2,
    on_item_error: ItemFailure::Fail,
    ordered: true,
    fold: None,
};
static CALL: Call = Call { tool: "child", args: |scope| Ok(scope.args.to_vec()), max_depth: 8, timeout_ms: None };

fn each(of: Each) -> Node {
    Node { name: "each", action: Action::Each(Box::leak(Box::new(of))), ..Node::PLAIN }
}

/// A node of every kind but a wait, and a failure with compensations for those who ask.
fn everything(fails: bool) -> Vec<Tool> {
    let gate: &'static [Gate] = &[Gate::Branch { node: 1, branch: 1 }];
    let nodes = vec![
        node("first", &[], done),
        Node { name: "switch", after: &[0], action: Action::Switch(|_| Ok(1)), ..Node::PLAIN },
        Node { gates: &[Gate::Branch { node: 1, branch: 0 }], ..node("left", &[], done) },
        Node { gates: gate, catch: true, ..node("right", &[], broken) },
        Node { gates: &[Gate::Caught { node: 3 }], ..node("rescue", &[], done) },
        Node { name: "either", action: Action::Converge(&[2, 3, 4]), ..Node::PLAIN },
        Node { after: &[5], ..each(EACH) },
        Node { compensates: Some(6), ..node("undo each", &[], done) },
        Node { after: &[5], ..pages(PAGES) },
        Node { name: "call", after: &[6, 8], action: Action::Topology(&CALL), ..Node::PLAIN },
        Node { compensates: Some(9), ..node("undo call", &[], done) },
        Node { name: "nap", after: &[9], action: Action::Timer(|_, now| Ok(now + 5)), ..Node::PLAIN },
        Node { reads: &[5, 6, 8, 9], ..node("reply", &[11], if fails { broken } else { all }) },
    ];
    vec![tool("t", nodes), tool("child", vec![node("inner", &[], done), node("outer", &[0], done)])]
}

/// Runs `t`, in a process that dies after every number of changes in turn. Answers how it ended, and the log.
async fn wherever_it_dies(fails: bool) -> Vec<((Ending, String), Vec<String>)> {
    let mut found = Vec::new();
    for changes in 0.. {
        let mut bench = Bench::new(everything(fails), true);
        let mortal = bench.process();
        mortal.mortal.left.store(changes, Ordering::SeqCst);
        let id = bench.accept("t", "[1,2,3]").await;
        let died = tokio::time::timeout(Duration::from_secs(30), async {
            tokio::select! {
                () = bench.process().mortal.died.notified() => true,
                () = async {
                    while bench.inbox.0.lock().expect("no panic").is_empty() {
                        tokio::time::sleep(Duration::from_millis(1)).await;
                    }
                    // The receiver has it; that is still to be recorded.
                    a_while().await;
                } => false,
            }
        });
        let died = died.await.expect("it dies or ends");
        if died {
            bench.kill().await;
            bench.start(i64::MAX);
        }
        let ended = bench.ended(&id).await;
        eventually("there is a reply", || !bench.inbox.0.lock().expect("no panic").is_empty()).await;
        found.push((ended, bench.log()));
        if !died {
            return found;
        }
    }
    found
}

#[tokio::test]
async fn wherever_the_process_dies_the_run_ends_the_same_and_nothing_recorded_is_repeated() {
    let found = wherever_it_dies(false).await;
    let (undisturbed, plain) = found.last().expect("the last did not die").clone();
    assert_eq!(undisturbed.0, Ending::Completed);
    assert!(found.len() > 25, "it died at {} places", found.len());
    for (ended, log) in &found {
        assert_eq!(*ended, undisturbed);
        // What was under way is done again: at most both items of the loop, and a page.
        let extra = log.len() - plain.len();
        assert!(extra <= 3, "{log:?}");
        for line in &plain {
            assert!(log.iter().filter(|found| *found == line).count() <= 2, "{line} in {log:?}");
        }
    }
}

#[tokio::test]
async fn wherever_the_process_dies_everything_is_taken_back() {
    let found = wherever_it_dies(true).await;
    let (undisturbed, _) = found.last().expect("the last did not die").clone();
    assert_eq!(undisturbed.0, Ending::Failed);
    for (ended, log) in &found {
        assert_eq!(*ended, undisturbed);
        let at = |line: &str| log.iter().rposition(|found| found == line).expect("it was taken back");
        assert!(at("reply") < at("undo call") && at("undo call") < at("undo each"), "{log:?}");
    }
}

#[tokio::test]
async fn kill_9_after_k_of_n_items_for_every_k() {
    for killed_at in 0..=5 {
        let mut bench = Bench::new(vec![tool("t", vec![each(EACH)])], false);
        // A claim and a commit for the expansion, then two an item.
        bench.process().mortal.left.store(2 + 2 * killed_at, Ordering::SeqCst);
        let id = bench.accept("t", "[1,2,3,4,5]").await;
        let died = bench.process().mortal.died.notified();
        tokio::time::timeout(Duration::from_secs(20), died).await.expect("it dies");
        bench.kill().await;
        bench.start(i64::MAX);
        assert_eq!(bench.ended(&id).await, (Ending::Completed, "[1,2,3,4,5]".into()), "killed at {killed_at}");
        assert!((0..5).all(|item| (1..=2).contains(&bench.count(&format!("each[{item}]")))), "{:?}", bench.log());
    }
}

#[tokio::test]
async fn one_branch_fails_while_another_succeeds_at_the_same_instant() {
    let nodes = vec![node("good", &[], done), node("bad", &[], broken), node("join", &[0, 1], done)];
    let bench = Bench::new(vec![tool("t", nodes)], false);
    let mut ids = Vec::new();
    for _ in 0..1_000 {
        ids.push(bench.accept("t", "{}").await);
    }
    for id in ids {
        assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    }
    let replies = || bench.inbox.0.lock().expect("no panic").len();
    eventually("each has its reply", || replies() >= 1_000).await;
    a_while().await;
    assert_eq!(replies(), 1_000, "and one only");
    assert_eq!(bench.count("join"), 0);
    assert_eq!(bench.count("good"), bench.log().len() - bench.count("bad"));
}

#[tokio::test]
async fn a_failed_run_ends_not_before_its_last_branch() {
    let bench = Bench::new(vec![tool("t", vec![node("slow", &[], hang), node("bad", &[], broken)])], false);
    let id = bench.accept("t", "{}").await;
    eventually("both began", || bench.log().len() == 2).await;
    a_while().await;
    assert!(bench.record(&id).await.end.is_none());
    bench.go();
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
}

#[tokio::test]
async fn an_item_that_kills_the_process_fails_after_three_crashes_and_charges_only_itself() {
    let poison = Body::Run(|call| if call.cx.item() == Some(1) { hang(call) } else { done(call) });
    let skip = Each { body: poison, on_item_error: ItemFailure::Skip, ..EACH };
    let mut bench = Bench::new(vec![tool("t", vec![each(skip)])], false);
    let id = bench.accept("t", "[1,2,3]").await;
    for crash in 1..=3 {
        eventually("the poison runs", || bench.count("each[1]") == crash).await;
        eventually("the others are done", || bench.count("each[2]") >= 1).await;
        a_while().await;
        bench.kill().await;
        bench.start(i64::MAX);
    }
    assert_eq!(bench.ended(&id).await, (Ending::Completed, "[1,3]".into()));
    assert_eq!(bench.count("each[1]"), 3, "it is not begun a fourth time");
}

#[tokio::test]
async fn a_run_of_another_build_fails_and_takes_nothing_for_granted() {
    let mut bench = Bench::new(vec![tool("t", vec![node("a", &[], hang), node("b", &[0], done)])], false);
    let id = bench.accept("t", "{}").await;
    eventually("a began", || bench.log().len() == 1).await;
    bench.kill().await;
    let other = vec![tool("t", vec![node("a", &[], done), node("c", &[0], done)])].leak();
    bench.definition = Box::leak(Box::new(Definition { tools: other, ..definition(bench.definition) }));
    bench.start(i64::MAX);
    let (ending, failure) = bench.ended(&id).await;
    assert_eq!(ending, Ending::Failed);
    assert!(failure.contains("tool-changed"), "{failure}");
    assert_eq!(bench.log(), ["a"]);
}

pub(super) fn definition(of: &Definition) -> Definition {
    let Definition { pack, version, groups, config, tools, triggers, retired } = *of;
    Definition { pack, version, groups, config, tools, triggers, retired }
}

#[tokio::test]
async fn a_failing_run_begins_nothing_again_after_a_crash() {
    let nodes = vec![node("slow", &[], hang), node("bad", &[], broken)];
    let mut bench = Bench::new(vec![tool("t", nodes)], false);
    let id = bench.accept("t", "{}").await;
    eventually("both began", || bench.log().len() == 2).await;
    a_while().await;
    bench.kill().await;
    bench.start(i64::MAX);
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    assert_eq!(bench.count("slow"), 1);
}
