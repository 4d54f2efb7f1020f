//! Cron triggers, on a clock that tests move, with processes that die.

use super::*;
use crate::{
    schedule::{Days, Schedule},
    server::definition::{Cron, Missed, On},
};

const HOUR: u64 = 3_600_000;
/// How long it is from the start to the next full hour.
const TO_THE_HOUR: u64 = 800_000;

/// A trigger of each full hour.
fn hourly(missed: Missed) -> Trigger {
    let schedule = Schedule {
        minutes: 1,
        hours: (1 << 24) - 1,
        days: u32::MAX - 1,
        months: (1 << 13) - 2,
        weekdays: 127,
        which: Days::Both,
    };
    Trigger { name: "t/hourly", tool: "t", on: On::Cron(Cron { schedule, missed, args: "{\"full\":true}" }) }
}

fn bench(missed: Missed, run: fn(NodeCall) -> NodeFuture) -> Bench {
    Bench::with_triggers(vec![tool("t", vec![node("work", &[], run)])], vec![hourly(missed)], false)
}

/// Notes the run, its arguments and who began it.
fn sign(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let path = call.cx.data().join("log.txt");
        let mut file = std::fs::File::options().create(true).append(true).open(path).expect("the folder is there");
        let (args, caller) = (String::from_utf8_lossy(&call.scope.args), call.cx.caller().unwrap_or_default());
        writeln!(file, "{} {args} {caller}", call.cx.correlation_id()).expect("a line");
        Ok(b"null".to_vec())
    })
}

/// The runs that were begun, each once.
fn runs(bench: &Bench) -> usize {
    bench.log().into_iter().collect::<std::collections::BTreeSet<_>>().len()
}

#[tokio::test]
async fn each_tick_is_a_run_with_the_arguments_of_the_trigger() {
    let bench = bench(Missed::Skip, sign);
    a_while().await;
    bench.clock.advance(TO_THE_HOUR - 1);
    a_while().await;
    assert_eq!(runs(&bench), 0, "it is not early");
    bench.clock.advance(1);
    eventually("the tick", || runs(&bench) == 1).await;
    assert!(bench.log()[0].ends_with(r#" {"full":true} trigger:t/hourly"#), "{:?}", bench.log());
    a_while().await;
    bench.clock.advance(HOUR);
    eventually("the next tick", || runs(&bench) == 2).await;
    a_while().await;
    assert_eq!(bench.log().len(), 2);
}

#[tokio::test]
async fn a_tick_while_the_run_of_another_is_open_is_skipped() {
    let bench = bench(Missed::Once, hang);
    a_while().await;
    bench.clock.advance(TO_THE_HOUR);
    eventually("the tick", || bench.count("work") == 1).await;
    for _ in 0..3 {
        bench.clock.advance(HOUR);
        a_while().await;
    }
    assert_eq!(bench.count("work"), 1, "one run at a time");
    bench.go();
    a_while().await;
    assert_eq!(bench.count("work"), 1, "what was skipped is not made up for");
    bench.clock.advance(HOUR);
    eventually("the tick after", || bench.count("work") == 2).await;
}

#[tokio::test]
async fn a_crash_neither_loses_a_tick_nor_doubles_it() {
    // Of one tick that is all that changes: the tick, the claim of its task, the task's end, and the reply is nobody's.
    for changes in 0..=4 {
        let mut bench = bench(Missed::Skip, sign);
        a_while().await;
        bench.kill().await;
        bench.start(changes);
        a_while().await;
        bench.clock.advance(TO_THE_HOUR);
        a_while().await;
        bench.kill().await;
        bench.clock.advance(5_000);
        bench.start(i64::MAX);
        eventually("the tick", || runs(&bench) == 1).await;
        a_while().await;
        assert_eq!(runs(&bench), 1, "died after {changes} changes");
        bench.clock.advance(HOUR);
        eventually("the next tick", || runs(&bench) == 2).await;
    }
}

#[tokio::test]
async fn what_is_missed_in_a_stop_is_made_up_for_once_or_not() {
    for (missed, expect) in [(Missed::Once, 1), (Missed::Skip, 0)] {
        let mut bench = bench(missed, sign);
        a_while().await;
        bench.kill().await;
        bench.clock.advance(TO_THE_HOUR + 5 * HOUR + 600_000);
        bench.start(i64::MAX);
        a_while().await;
        a_while().await;
        assert_eq!(runs(&bench), expect, "{missed:?}");
        bench.clock.advance(HOUR - 600_000);
        eventually("the next tick", || runs(&bench) == expect + 1).await;
    }
}

#[tokio::test]
async fn a_trigger_that_is_new_has_missed_nothing() {
    let mut bench = bench(Missed::Once, sign);
    a_while().await;
    bench.kill().await;
    let watched =
        |triggers: Vec<Trigger>| Definition { triggers: triggers.leak(), ..faults::definition(bench.definition) };
    let (without, with) = (watched(Vec::new()), watched(vec![hourly(Missed::Once)]));
    bench.definition = Box::leak(Box::new(without));
    bench.start(i64::MAX);
    a_while().await;
    bench.kill().await;
    bench.clock.advance(9 * HOUR);
    bench.definition = Box::leak(Box::new(with));
    bench.start(i64::MAX);
    a_while().await;
    assert_eq!(runs(&bench), 0, "it was taken away meanwhile");
}
