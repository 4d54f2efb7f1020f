//! Branches, error paths, waits, calls and compensations, run to their ends.

use super::*;
use crate::server::definition::{Call, Gate, Wait};

static UNTIL_TOMORROW: Wait =
    Wait { deadline_ms: |_, now| Ok(now + 86_400_000), check: &BOOLEAN, catch_timeout: false };
static PLAN: Plan = Plan {
    root: Some(crate::validate::plan::PlanIdx(0)),
    nodes: std::borrow::Cow::Borrowed(&[crate::validate::plan::PlanNode {
        pointer: std::borrow::Cow::Borrowed(""),
        checks: std::borrow::Cow::Borrowed(&[crate::validate::plan::Check {
            pointer: std::borrow::Cow::Borrowed("/type"),
            assertion: crate::validate::plan::Assertion::Types(crate::validate::Types::of(&[
                crate::validate::Type::Boolean,
            ])),
        }]),
    }]),
    patterns: std::borrow::Cow::Borrowed(&[]),
};
static BOOLEAN: Validator = Validator::new(&PLAN, |_, _| None);

fn gate(node: usize, branch: usize) -> &'static [Gate] {
    vec![Gate::Branch { node, branch }].leak()
}

fn wait(name: &'static str, wait: &'static Wait) -> Node {
    Node { name, action: Action::Wait(wait), ..Node::PLAIN }
}

fn call(tool: &'static str) -> Action {
    Action::Topology(Box::leak(Box::new(Call {
        tool,
        args: |scope| Ok(scope.args.to_vec()),
        max_depth: 3,
        timeout_ms: None,
    })))
}

/// A switch on the arguments, a number; its branches converge.
fn fork() -> Tool {
    let choose = Action::Switch(|scope| Ok(usize::from(&scope.args[..] == b"1")));
    tool(
        "fork",
        vec![
            Node { name: "choose", action: choose, ..Node::PLAIN },
            Node { gates: gate(0, 0), ..node("left", &[], done) },
            Node { gates: gate(0, 1), ..node("right", &[], done) },
            node("then", &[1], done),
            Node { name: "either", action: Action::Converge(&[3, 2]), ..Node::PLAIN },
            Node { reads: &[1, 2], ..node("reply", &[4], all) },
        ],
    )
}

#[tokio::test]
async fn a_branch_not_taken_is_not_a_branch_pending() {
    let bench = Bench::new(vec![fork()], false);
    assert_eq!(bench.output("fork", "1").await, r#"[null,null,"right",null,"right",null]"#);
    assert_eq!(bench.output("fork", "0").await, r#"[null,"left",null,null,"then",null]"#);
    assert_eq!(bench.log(), ["right", "reply", "left", "then", "reply"]);
    eventually("both replies go out", || bench.inbox.0.lock().expect("no panic").len() == 2).await;
}

#[tokio::test]
async fn an_error_path_reads_the_error_and_the_run_completes() {
    let nodes = vec![
        Node { catch: true, ..node("try", &[], broken) },
        node("use", &[0], done),
        Node { gates: &[Gate::Caught { node: 0 }], ..node("rescue", &[], all) },
    ];
    let bench = Bench::new(vec![Tool { responses: &[1, 2], ..tool("t", nodes) }], false);
    let error = r#"{"code":"broken","message":"it is broken","class":"permanent"}"#;
    assert_eq!(bench.output("t", "{}").await, format!("[{error},null,null]"));
    assert_eq!(bench.log(), ["try", "rescue"]);
}

/// Two waits, and a node that needs both.
fn two_waits() -> Tool {
    tool("t", vec![wait("a", &UNTIL_TOMORROW), wait("b", &UNTIL_TOMORROW), node("both", &[0, 1], all)])
}

#[tokio::test]
async fn of_two_waits_one_answered_the_other_still_waits() {
    let mut bench = Bench::new(vec![two_waits()], false);
    let id = bench.accept("t", "{}").await;
    let (a, b) = (bench.token(0).await, bench.token(1).await);
    assert!(matches!(bench.answer(&a, "true").await, Answered::Taken { correlation_id } if correlation_id == id));
    bench.kill().await;
    bench.start(i64::MAX);
    a_while().await;
    assert!(bench.record(&id).await.end.is_none(), "b still waits");
    assert!(matches!(bench.answer(&b, "\"true\"").await, Answered::Taken { .. }), "coerced");
    assert_eq!(bench.ended(&id).await, (Ending::Completed, "[true,true,null]".into()));
}

#[tokio::test]
async fn a_wait_answered_twice_has_one_winner() {
    let bench = Bench::new(vec![tool("t", vec![wait("a", &UNTIL_TOMORROW), node("reply", &[0], all)])], false);
    let id = bench.accept("t", "{}").await;
    let token = bench.token(0).await;
    assert!(matches!(bench.answer("no such", "true").await, Answered::Unknown));
    assert!(matches!(bench.answer(&token, "7").await, Answered::Refused(_)), "a bad answer leaves it open");
    let answers = ["true", "false"].map(|body| bench.answer(&token, body));
    let [first, second] = answers;
    let (first, second) = tokio::join!(first, second);
    let taken = |answered: &Answered| matches!(answered, Answered::Taken { .. });
    assert!(taken(&first) != taken(&second), "{first:?} {second:?}");
    assert!(matches!(bench.answer(&token, "true").await, Answered::Closed));
    let (_, output) = bench.ended(&id).await;
    assert_eq!(output, if taken(&first) { "[true,null]" } else { "[false,null]" });
    assert!(matches!(bench.answer(&token, "true").await, Answered::Closed), "also when the run has ended");
}

#[tokio::test]
async fn an_answer_may_come_before_the_question() {
    let nodes =
        vec![node("ask", &[], hang), Node { after: &[0], ..wait("a", &UNTIL_TOMORROW) }, node("reply", &[1], all)];
    let mut bench = Bench::new(vec![tool("t", nodes)], false);
    let id = bench.accept("t", "{}").await;
    let token = bench.token(1).await;
    assert!(matches!(bench.answer(&token, "true").await, Answered::Taken { .. }));
    assert!(matches!(bench.answer(&token, "true").await, Answered::Closed), "and is the only one");
    bench.kill().await;
    bench.start(i64::MAX);
    bench.go();
    assert_eq!(bench.ended(&id).await, (Ending::Completed, "[null,true,null]".into()));
}

#[tokio::test]
async fn a_called_run_ends_before_its_caller_goes_on() {
    let child = tool("child", vec![node("deep", &[], done), node("answer", &[0], all)]);
    let parent =
        tool("parent", vec![Node { name: "call", action: call("child"), ..Node::PLAIN }, node("reply", &[0], all)]);
    let bench = Bench::new(vec![child, parent], false);
    assert_eq!(bench.output("parent", "{}").await, r#"[["deep",null],null]"#);
    assert_eq!(bench.log(), ["deep", "answer", "reply"]);
}

#[tokio::test]
async fn a_called_run_that_fails_fails_its_caller_with_its_words() {
    let child = tool("child", vec![node("deep", &[], broken)]);
    let call_child = Node { name: "call", action: call("child"), retry: Retry::new(3, 1), ..Node::PLAIN };
    let bench = Bench::new(vec![child, tool("parent", vec![call_child])], true);
    let id = bench.accept("parent", "{}").await;
    let failure = r#"{"code":"broken","message":"it is broken","node":"call"}"#;
    assert_eq!(bench.ended(&id).await, (Ending::Failed, failure.into()));
    assert_eq!(bench.log(), ["deep"], "it would fail again");
}

#[tokio::test]
async fn a_called_run_that_may_pass_is_called_again() {
    let child = tool("child", vec![node("deep", &[], busy)]);
    let call_child = Node { name: "call", action: call("child"), retry: Retry::new(3, 1), ..Node::PLAIN };
    let bench = Bench::new(vec![child, tool("parent", vec![call_child])], true);
    let id = bench.accept("parent", "{}").await;
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    assert_eq!(bench.log(), ["deep"; 3]);
}

#[tokio::test]
async fn recursion_is_bounded() {
    let bench = Bench::new(vec![tool("t", vec![Node { name: "again", action: call("t"), ..Node::PLAIN }])], false);
    let id = bench.accept("t", "{}").await;
    let (ending, failure) = bench.ended(&id).await;
    assert_eq!(ending, Ending::Failed);
    assert!(failure.contains("nested-too-deep"), "{failure}");
}

fn undo(name: &'static str, of: usize, run: fn(NodeCall) -> NodeFuture) -> Node {
    Node { compensates: Some(of), reads: vec![of].leak(), ..node(name, &[], run) }
}

#[tokio::test]
async fn what_was_done_is_taken_back_in_reverse_also_over_a_crash() {
    let nodes = vec![
        node("a", &[], done),
        undo("undo a", 0, done),
        node("b", &[0], done),
        undo("undo b", 2, hang),
        node("c", &[2], broken),
        undo("undo c", 4, done),
    ];
    let mut bench = Bench::new(vec![Tool { responses: &[4], ..tool("t", nodes) }], false);
    let id = bench.accept("t", "{}").await;
    eventually("b is being taken back", || bench.count("undo b") == 1).await;
    bench.kill().await;
    bench.start(i64::MAX);
    eventually("it is again", || bench.count("undo b") == 2).await;
    bench.go();
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    assert_eq!(bench.log(), ["a", "b", "c", "undo b", "undo b", "undo a"]);
}

#[tokio::test]
async fn a_compensation_that_fails_stops_no_other_and_is_tried_as_declared() {
    let nodes = vec![
        node("a", &[], done),
        undo("undo a", 0, done),
        node("b", &[0], done),
        Node { retry: Retry::new(2, 1), ..undo("undo b", 2, busy) },
        node("c", &[2], broken),
    ];
    let bench = Bench::new(vec![tool("t", nodes)], true);
    let id = bench.accept("t", "{}").await;
    let failure = r#"{"code":"broken","message":"it is broken","node":"c"}"#;
    assert_eq!(bench.ended(&id).await, (Ending::Failed, failure.into()));
    assert_eq!(bench.log(), ["a", "b", "c", "undo b", "undo b", "undo a"]);
}

#[tokio::test]
async fn an_early_answer_is_the_reply_whatever_comes_later() {
    let nodes = vec![node("reply", &[], done), node("wait", &[0], hang), node("more", &[1], broken)];
    let bench = Bench::new(vec![Tool { responses: &[0], ..tool("t", nodes) }], false);
    let id = bench.accept("t", "{}").await;
    let replies = || bench.inbox.0.lock().expect("no panic").clone();
    eventually("the reply goes out", || replies().len() == 1).await;
    assert!(bench.record(&id).await.end.is_none(), "the run goes on");
    let expected = r#""topology":"t","status":"completed","output":"reply"}"#;
    assert!(replies()[0].ends_with(expected), "{:?}", replies());
    bench.go();
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    a_while().await;
    assert_eq!(replies().len(), 1, "there is one reply");
    let record = bench.record(&id).await;
    let composed = reply::compose(bench.definition, &record).expect("it has one");
    assert_eq!(composed.body, replies()[0].as_bytes(), "all attempts have the same bytes");
}
