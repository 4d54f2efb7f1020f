//! Loops and pages.

use super::*;
use crate::server::definition::{Body, Call, Each, Fold, ItemFailure, Pages};

const EACH: Each = Each {
    items: list,
    body: Body::Run(done),
    concurrency: 2,
    on_item_error: ItemFailure::Fail,
    ordered: true,
    fold: None,
};

fn each(of: Each) -> Node {
    Node { name: "each", action: Action::Each(Box::leak(Box::new(of))), ..Node::PLAIN }
}

/// Odd items fail for good.
fn odd(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        let item = call.scope.local(local::ITEM).expect("in a loop").to_vec();
        let odd = String::from_utf8_lossy(&item).parse::<u64>().is_ok_and(|number| number % 2 == 1);
        if odd { Err(HandlerError::permanent("odd", "it is odd")) } else { Ok(item) }
    })
}

#[tokio::test]
async fn a_for_over_nothing_completes_at_once() {
    let sum = Fold { initial: |_| Ok(b"7".to_vec()), step: |_| Ok(b"8".to_vec()) };
    let tools = vec![tool("list", vec![each(EACH)]), tool("fold", vec![each(Each { fold: Some(sum), ..EACH })])];
    let bench = Bench::new(tools, false);
    assert_eq!(bench.output("list", "[]").await, "[]");
    assert_eq!(bench.output("fold", "[]").await, "7");
    assert!(bench.log().is_empty());
}

#[tokio::test]
async fn outputs_are_in_the_order_of_the_items() {
    let bench = Bench::new(vec![tool("t", vec![each(EACH), node("reply", &[0], all)])], false);
    assert_eq!(bench.output("t", "[30, 10 ,20,5]").await, "[[30,10,20,5],null]");
}

/// The longer an item is, the sooner it ends.
fn short_ones_last(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let item = call.scope.local(local::ITEM).expect("in a loop").to_vec();
        tokio::time::sleep(Duration::from_millis(300 / item.len() as u64)).await;
        Ok(item)
    })
}

#[tokio::test]
async fn outputs_may_be_in_the_order_in_which_they_were_done() {
    let unordered = Each { body: Body::Run(short_ones_last), ordered: false, concurrency: 3, ..EACH };
    let bench = Bench::new(vec![tool("t", vec![each(unordered)])], false);
    assert_eq!(bench.output("t", "[1,333,22]").await.replace("\n", ""), "[333,22,1]");
}

#[tokio::test]
async fn items_that_fail_are_skipped_or_collected_or_fail_the_node() {
    let with = |id, on_item_error| tool(id, vec![each(Each { body: Body::Run(odd), on_item_error, ..EACH })]);
    let tools =
        vec![with("skip", ItemFailure::Skip), with("collect", ItemFailure::Collect), with("fail", ItemFailure::Fail)];
    let bench = Bench::new(tools, false);
    assert_eq!(bench.output("skip", "[2,3,4]").await, "[2,4]");
    let error = r#"{"error":{"code":"odd","message":"it is odd","class":"permanent"}}"#;
    assert_eq!(bench.output("collect", "[2,3]").await, format!(r#"[{{"ok":2}},{error}]"#));
    let begun = bench.log().len();
    let id = bench.accept("fail", "[1,2,4,6,8,10,12]").await;
    let failure = r#"{"code":"odd","message":"it is odd","node":"each"}"#;
    assert_eq!(bench.ended(&id).await, (Ending::Failed, failure.into()));
    assert!(bench.log().len() - begun <= 3, "no item is begun after the failure: {:?}", &bench.log()[begun..]);
}

#[tokio::test]
async fn a_failing_item_charges_only_itself() {
    let body = Body::Run(|call| if call.cx.item() == Some(1) { busy(call) } else { done(call) });
    let skip = Each { body, on_item_error: ItemFailure::Skip, ..EACH };
    let bench = Bench::new(vec![tool("t", vec![Node { retry: Retry::new(4, 1), ..each(skip) }])], true);
    assert_eq!(bench.output("t", "[1,2,3]").await, "[1,3]");
    assert_eq!((bench.count("each[0]"), bench.count("each[1]"), bench.count("each[2]")), (1, 4, 1));
}

#[tokio::test]
async fn a_fold_makes_one_value() {
    let fold = Fold {
        initial: |_| Ok(b"100".to_vec()),
        step: |scope| {
            let number = |place| {
                let text = scope.local(place).expect("in a fold");
                String::from_utf8_lossy(text).parse::<u64>().expect("a number")
            };
            Ok((number(local::ACC) + number(local::ITEM)).to_string().into_bytes())
        },
    };
    let bench = Bench::new(vec![tool("t", vec![each(Each { fold: Some(fold), ..EACH })])], false);
    assert_eq!(bench.output("t", "[1,2,3,4,5]").await, "115");
}

#[tokio::test]
async fn no_more_items_than_declared_are_under_way() {
    let bench = Bench::new(vec![tool("t", vec![each(Each { body: Body::Run(hang), concurrency: 3, ..EACH })])], false);
    let id = bench.accept("t", "[1,2,3,4,5,6,7,8]").await;
    eventually("three are begun", || bench.log().len() == 3).await;
    a_while().await;
    assert_eq!(bench.log().len(), 3);
    bench.go();
    assert_eq!(bench.ended(&id).await.0, Ending::Completed);
    assert_eq!(bench.log().len(), 8);
}

const CALL: Call = Call {
    tool: "child",
    args: |scope| Ok(scope.local(local::ITEM).expect("in a loop").to_vec()),
    max_depth: 8,
    timeout_ms: None,
};

#[tokio::test]
async fn items_may_be_runs_of_their_own() {
    let child = tool("child", vec![node("answer", &[], |call| Box::pin(async move { Ok(call.scope.args.to_vec()) }))]);
    let parent = tool("parent", vec![each(Each { body: Body::Topology(CALL), ..EACH })]);
    let bench = Bench::new(vec![child, parent], false);
    assert_eq!(bench.output("parent", "[5,6,7]").await, "[5,6,7]");
}

#[tokio::test]
async fn when_a_run_fails_no_new_run_is_called_and_those_called_stop() {
    let child = tool("child", vec![node("first", &[], hang), node("second", &[0], done)]);
    let fails_later = node("fails", &[], |call| {
        Box::pin(async move {
            while std::fs::read_to_string(call.cx.data().join("log.txt")).unwrap_or_default().lines().count() < 2 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            Err(HandlerError::permanent("broken", "it is broken"))
        })
    });
    let parent = tool("parent", vec![each(Each { body: Body::Topology(CALL), ..EACH }), fails_later]);
    let bench = Bench::new(vec![child, parent], false);
    let items: Vec<usize> = (0..1000).collect();
    let id = bench.accept("parent", &format!("{items:?}")).await;
    eventually("two are called", || bench.log().len() == 2).await;
    for item in [0, 1] {
        let told = async || {
            let called = bench.engine().store.called(1, 0, Some(item)).await.expect("readable");
            called.expect("it was called").failure.is_some()
        };
        while !told().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    assert!(bench.record(&id).await.end.is_none(), "what was begun is waited for");
    bench.go();
    assert_eq!(bench.ended(&id).await.0, Ending::Failed);
    a_while().await;
    assert_eq!(bench.log(), ["first", "first"], "nothing else was begun, here or there");
}

/// Pages 1, 2, 3 of two items each; the cursor is the page's number.
fn page(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        note(&call);
        let cursor = call.scope.local(local::CURSOR).expect("while paging");
        let number = String::from_utf8_lossy(cursor).parse::<u64>().expect("a number");
        Ok(format!("{number}").into_bytes())
    })
}

pub(super) const PAGES: Pages = Pages {
    start: |_| Ok(b"1".to_vec()),
    body: page,
    next: |scope| {
        let number = scope.local(local::PAGE).expect("it came");
        Ok(match &number[..] {
            b"1" => Some(b"2".to_vec()),
            b"2" => Some(b"3".to_vec()),
            _ => Some(b" null ".to_vec()),
        })
    },
    items: |scope| {
        let page = String::from_utf8_lossy(scope.local(local::PAGE).expect("it came")).into_owned();
        Ok(vec![format!("\"{page}a\"").into_bytes(), format!("\"{page}b\"").into_bytes()])
    },
    max_pages: 3,
    max_items: 6,
};

pub(super) fn pages(of: Pages) -> Node {
    Node { name: "page", action: Action::Pages(Box::leak(Box::new(of))), ..Node::PLAIN }
}

#[tokio::test]
async fn pages_follow_each_other_to_the_last() {
    let none = Pages { items: |_| Ok(Vec::new()), ..PAGES };
    let bench = Bench::new(vec![tool("t", vec![pages(PAGES)]), tool("none", vec![pages(none)])], false);
    assert_eq!(bench.output("t", "{}").await, r#"["1a","1b","2a","2b","3a","3b"]"#);
    assert_eq!(bench.log(), ["page[0]", "page[1]", "page[2]"]);
    assert_eq!(bench.output("none", "{}").await, "[]");
}

#[tokio::test]
async fn too_many_pages_or_items_fail_instead_of_being_cut_off() {
    let tools = vec![
        tool("pages", vec![pages(Pages { max_pages: 2, ..PAGES })]),
        tool("items", vec![pages(Pages { max_items: 5, ..PAGES })]),
    ];
    let bench = Bench::new(tools, false);
    for name in ["pages", "items"] {
        let id = bench.accept(name, "{}").await;
        let (ending, failure) = bench.ended(&id).await;
        assert_eq!(ending, Ending::Failed);
        assert!(failure.contains(&format!("too-many-{name}")), "{failure}");
    }
}

#[tokio::test]
async fn an_item_among_many_costs_what_one_among_few_costs() {
    let quick: fn(NodeCall) -> NodeFuture =
        |call| Box::pin(async move { Ok(call.scope.local(local::ITEM).expect("an item").to_vec()) });
    let bench =
        Bench::new(vec![tool("t", vec![each(Each { body: Body::Run(quick), concurrency: 64, ..EACH })])], false);
    let mut spent = Vec::new();
    for count in [1_000_usize, 4_000] {
        let items: Vec<usize> = (0..count).collect();
        let begun = std::time::Instant::now();
        let output = bench.output("t", &format!("{items:?}")).await;
        spent.push(begun.elapsed().as_secs_f64() / count as f64);
        assert_eq!(output, format!("{items:?}").replace(' ', ""));
    }
    assert!(spent[1] < spent[0] * 3.0, "an item among more costs more: {spent:?}");
}
