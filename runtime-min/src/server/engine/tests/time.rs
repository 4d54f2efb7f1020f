//! Timers, deadlines and retries, on a clock that tests move.

use super::*;
use crate::server::definition::{Gate, Wait};

static AN_HOUR: Wait = Wait { deadline_ms: |_, now| Ok(now + 3_600_000), check: &ANY, catch_timeout: true };

#[tokio::test]
async fn a_timer_survives_restarts_and_is_not_early() {
    let nap = Action::Timer(|_, now| Ok(now + 60_000));
    let nodes = vec![Node { name: "nap", action: nap, ..Node::PLAIN }, node("reply", &[0], done)];
    let mut bench = Bench::new(vec![tool("t", nodes)], false);
    let id = bench.accept("t", "{}").await;
    a_while().await;
    bench.clock.advance(59_000);
    bench.kill().await;
    bench.start(i64::MAX);
    a_while().await;
    assert!(bench.log().is_empty(), "a restart makes no timer longer or shorter");
    bench.clock.advance(1_000);
    assert_eq!(bench.ended(&id).await.0, Ending::Completed);
}

/// A wait for an hour, with a path for silence.
fn patient() -> Tool {
    let nodes = vec![
        Node { name: "wait", action: Action::Wait(&AN_HOUR), ..Node::PLAIN },
        node("answered", &[0], done),
        Node { gates: &[Gate::TimedOut { node: 0 }], ..node("silent", &[], all) },
    ];
    Tool { responses: &[1, 2], ..tool("t", nodes) }
}

#[tokio::test]
async fn silence_takes_its_path_at_the_deadline_and_a_late_answer_is_closed() {
    let bench = Bench::new(vec![patient()], false);
    let id = bench.accept("t", "{}").await;
    let token = bench.token(0).await;
    a_while().await;
    bench.clock.advance(3_599_999);
    a_while().await;
    assert!(bench.log().is_empty());
    bench.clock.advance(1);
    let (_, output) = bench.ended(&id).await;
    assert!(
        output.contains(r#"{"code":"wait-timeout","message":"nobody answered in time","class":"timeout"}"#),
        "{output}"
    );
    assert_eq!(bench.log(), ["silent"]);
    assert!(matches!(bench.answer(&token, "true").await, Answered::Closed));
}

#[tokio::test]
async fn an_answer_at_the_deadline_has_one_winner() {
    for _ in 0..20 {
        let bench = Bench::new(vec![patient()], false);
        let id = bench.accept("t", "{}").await;
        let token = bench.token(0).await;
        a_while().await;
        bench.clock.advance(3_600_000);
        let answered = bench.answer(&token, "true").await;
        let path = if matches!(answered, Answered::Taken { .. }) { "answered" } else { "silent" };
        assert_eq!(bench.ended(&id).await.0, Ending::Completed);
        assert_eq!(bench.log(), [path]);
    }
}

#[tokio::test]
async fn attempts_n_gives_exactly_n_calls() {
    for attempts in 1..=4 {
        let nodes = vec![Node { retry: Retry::new(attempts, 1_000), ..node("busy", &[], busy) }];
        let bench = Bench::new(vec![tool("t", nodes)], true);
        let id = bench.accept("t", "{}").await;
        assert_eq!(bench.ended(&id).await.0, Ending::Failed);
        assert_eq!(bench.log().len(), attempts as usize);
    }
}

#[tokio::test]
async fn only_the_declared_classes_are_tried_again() {
    let on = &[crate::handler::FailureClass::Timeout];
    let nodes = vec![Node { retry: Retry { on, ..Retry::new(3, 1) }, ..node("busy", &[], busy) }];
    let slow = vec![Node { retry: Retry { on, ..Retry::new(3, 1) }, timeout_ms: 5, ..node("hang", &[], hang) }];
    let bench = Bench::new(vec![tool("busy", nodes), tool("slow", slow)], true);
    let id = bench.accept("busy", "{}").await;
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    assert_eq!(bench.log(), ["busy"]);
    let id = bench.accept("slow", "{}").await;
    let failure = r#"{"code":"node-timeout","message":"no answer within 5 ms","node":"hang"}"#;
    assert_eq!(bench.ended(&id).await, (Ending::Failed, failure.into()));
    assert_eq!(bench.count("hang"), 3);
}

#[tokio::test]
async fn a_run_whose_time_is_over_takes_back_what_was_done_and_ignores_what_comes_late() {
    let nodes = vec![
        node("a", &[], done),
        Node { compensates: Some(0), ..node("undo a", &[], done) },
        node("slow", &[0], hang),
    ];
    let bench = Bench::new(vec![Tool { timeout_ms: Some(10_000), ..tool("t", nodes) }], false);
    let id = bench.accept("t", "{}").await;
    eventually("it hangs", || bench.count("slow") == 1).await;
    bench.clock.advance(10_000);
    let (ending, failure) = bench.ended(&id).await;
    assert_eq!(ending, Ending::TimedOut);
    assert!(failure.contains("run-timeout"), "{failure}");
    assert_eq!(bench.log(), ["a", "slow", "undo a"]);
    let before = bench.record(&id).await;
    bench.go();
    a_while().await;
    assert_eq!(bench.record(&id).await.end, before.end, "what has ended stays as it ended");
    eventually("the reply tells it", || {
        bench.inbox.0.lock().expect("no panic").iter().any(|reply| reply.contains(r#""status":"timed_out""#))
    })
    .await;
}

#[tokio::test]
async fn a_deadline_that_nobody_meets_survives_a_restart() {
    let wait = Node { name: "wait", action: Action::Wait(&AN_HOUR), ..Node::PLAIN };
    let mut bench = Bench::new(vec![Tool { timeout_ms: Some(10_000), responses: &[], ..tool("t", vec![wait]) }], false);
    let id = bench.accept("t", "{}").await;
    a_while().await;
    bench.kill().await;
    bench.clock.advance(10_000);
    bench.start(i64::MAX);
    assert_eq!(bench.ended(&id).await.0, Ending::TimedOut);
}
