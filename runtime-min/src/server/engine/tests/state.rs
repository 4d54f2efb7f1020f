//! The pack's state: what is read and written in the commit of a node.

use super::*;
use crate::server::{
    definition::{Body, Each, ItemFailure},
    state::{State, When, delete, get, put},
};

static COUNTS: State = State { name: "counts", check: &ANY };

/// Reads the value at `"k"`.
fn read(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        get(&call, &COUNTS, b"\"k\"")
    })
}

/// Writes one more than the first node has read, where that is still there.
fn add(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        let found = call.scope.outputs[0].clone().expect("it was read");
        let number: i64 = serde_json::from_slice::<Option<i64>>(&found).expect("a number").unwrap_or(0) + 1;
        put(&call, &COUNTS, b"\"k\"", number.to_string().into_bytes(), When::Expected(found.to_vec()))
    })
}

/// Writes the item at its own key.
fn keep(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let item = call.scope.local(local::ITEM).expect("an item").to_vec();
        let key = format!("\"{}\"", String::from_utf8_lossy(&item));
        put(&call, &COUNTS, key.as_bytes(), item, When::Always)
    })
}

fn forget(call: NodeCall) -> NodeFuture {
    Box::pin(async move { delete(&call, &COUNTS, b"\"k\"", None) })
}

fn counting() -> Tool {
    tool("count", vec![node("read", &[], read), node("add", &[0], add), node("answer", &[0, 1], all)])
}

#[tokio::test]
async fn what_one_run_writes_another_reads_and_deletes() {
    let other = tool("other", vec![node("read", &[], read)]);
    let gone = tool("gone", vec![node("forget", &[], forget), node("read", &[0], read)]);
    let bench = Bench::new(vec![counting(), other, gone], true);
    assert_eq!(bench.output("other", "{}").await, "null");
    assert_eq!(bench.output("count", "{}").await, "[null,1,null]");
    assert_eq!(bench.output("count", "{}").await, "[1,2,null]");
    assert_eq!(bench.output("other", "{}").await, "2");
    assert_eq!(bench.output("gone", "{}").await, "null");
}

/// Writes to the state behind the back of the node after it.
fn meddle(call: NodeCall) -> NodeFuture {
    Box::pin(async move { put(&call, &COUNTS, b"\"k\"", b"7".to_vec(), When::Always) })
}

#[tokio::test]
async fn what_is_not_as_expected_is_a_conflict_and_stays_as_it_is() {
    let nodes = vec![
        node("read", &[], read),
        node("meddle", &[0], meddle),
        Node { catch: true, ..node("add", &[0, 1], add) },
        Node { gates: &[crate::server::definition::Gate::Caught { node: 2 }], reads: &[2], ..node("late", &[], all) },
    ];
    let bench = Bench::new(vec![tool("late", nodes), tool("other", vec![node("read", &[], read)])], true);
    let output = bench.output("late", "{}").await;
    assert!(output.contains("\"code\":\"state-conflict\"") && output.contains("\"class\":\"conflict\""), "{output}");
    assert_eq!(bench.output("other", "{}").await, "7");
}

#[tokio::test]
async fn an_item_writes_like_a_node() {
    static KEEP: Each = Each {
        items: list,
        body: Body::Run(keep),
        concurrency: 4,
        on_item_error: ItemFailure::Fail,
        ordered: true,
        fold: None,
    };
    let each = Node { action: Action::Each(&KEEP), ..node("keep", &[], keep) };
    let bench = Bench::new(vec![tool("keep", vec![each])], true);
    assert_eq!(bench.output("keep", "[1,2,3]").await, "[1,2,3]");
}

#[tokio::test]
async fn keys_and_values_have_bounds() {
    fn empty(call: NodeCall) -> NodeFuture {
        Box::pin(async move { get(&call, &COUNTS, b"\"\"") })
    }
    fn huge(call: NodeCall) -> NodeFuture {
        Box::pin(async move { put(&call, &COUNTS, b"\"k\"", vec![b' '; 300 << 10], When::Always) })
    }
    let tools = vec![tool("empty", vec![node("empty", &[], empty)]), tool("huge", vec![node("huge", &[], huge)])];
    let bench = Bench::new(tools, true);
    for (tool, code) in [("empty", "invalid-state-key"), ("huge", "invalid-state-value")] {
        let id = bench.accept(tool, "{}").await;
        let (ending, said) = bench.ended(&id).await;
        assert!(ending == Ending::Failed && said.contains(code), "{said}");
    }
}

/// Puts 9, for when the run completes.
fn mark(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        put(&call, &COUNTS, b"\"k\"", b"9".to_vec(), When::Completed)
    })
}

#[tokio::test]
async fn a_watermark_is_written_when_the_run_completes_and_a_run_that_fails_leaves_it() {
    let good = tool("good", vec![node("mark", &[], mark), node("read", &[0], read)]);
    let bad = tool("bad", vec![node("mark", &[], mark), node("broken", &[0], broken)]);
    let other = tool("other", vec![node("read", &[], read)]);
    let bench = Bench::new(vec![good, bad, other], true);
    let id = bench.accept("bad", "{}").await;
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    assert_eq!(bench.output("other", "{}").await, "null", "the run failed");
    assert_eq!(bench.output("good", "{}").await, "null", "not before the run completes");
    assert_eq!(bench.output("other", "{}").await, "9");
}

/// Whatever the instant of the crash, one run counts once.
#[tokio::test]
async fn a_crash_at_any_change_writes_once() {
    for changes in 0.. {
        let mut bench = Bench::new(vec![counting()], true);
        bench.process().mortal.left.store(changes, Ordering::SeqCst);
        let id = bench.accept("count", "{}").await;
        let died = tokio::select! {
            () = bench.process().mortal.died.notified() => true,
            () = async {
                eventually("there is a reply", || !bench.inbox.0.lock().expect("no panic").is_empty()).await;
                a_while().await;
            } => false,
        };
        if died {
            bench.kill().await;
            bench.start(i64::MAX);
        } else {
            bench.process().mortal.left.store(i64::MAX, Ordering::SeqCst);
        }
        let (ending, output) = bench.ended(&id).await;
        assert_eq!((ending, output.as_str()), (Ending::Completed, "[null,1,null]"), "after {changes} changes");
        assert_eq!(bench.output("count", "{}").await, "[1,2,null]", "after {changes} changes");
        if !died {
            return;
        }
    }
}
