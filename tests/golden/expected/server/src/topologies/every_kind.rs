//! The topology `every-kind`, declared at topologies/every-kind.toml:1.
//!
//! Has a node of every kind.

use crate::{http, validators};
use packwright_runtime_min::{Handler, HandlerError};
use packwright_runtime_min::expression::{self as cel, Input, Site};
use packwright_runtime_min::expression::Root::{Args, Local, Output};
use packwright_runtime_min::expression::Step::Member;
use packwright_runtime_min::handler::FailureClass;
use packwright_runtime_min::server::call;
use packwright_runtime_min::server::definition::{
    Action, Backoff, Body, Call, Each, Fold, Gate, ItemFailure, Kind, Node, NodeCall,
    NodeFuture, Pages, Retry, Scope, Tool, Wait, local,
};
use packwright_runtime_min::server::http as client;

/// What callers see, and what runs.
pub(crate) const TOOL: Tool = Tool {
    id: "topology:every-kind",
    dotted_id: "acme.every-kind",
    llm_name: "acme_every-kind",
    name: "every-kind",
    version: "1.2.0",
    kind: Kind::Command,
    groups: &["operators"],
    manifest_entry: include_bytes!("../../documents/manifest/every-kind.json"),
    tool_manifest: include_bytes!("../../documents/tools/acme.every-kind/1.2.0.json"),
    check_args: &validators::topologies::every_kind::INPUT,
    check_output: None,
    nodes: &[
        Node {
            name: "mode",
            timeout_ms: 30000,
            action: Action::Switch(mode),
            ..Node::PLAIN
        },
        Node {
            name: "quick",
            gates: &[Gate::Branch { node: 0, branch: 0 }],
            timeout_ms: 30000,
            action: Action::Run(quick),
            ..Node::PLAIN
        },
        Node {
            name: "ask",
            gates: &[Gate::Branch { node: 0, branch: 1 }],
            retry: Retry {
                backoff: Backoff::Constant,
                max_delay_ms: 60000,
                jitter: false,
                on: &[FailureClass::Connection, FailureClass::Throttled],
                ..Retry::new(5, 1000)
            },
            timeout_ms: 30000,
            action: Action::Run(ask),
            ..Node::PLAIN
        },
        Node {
            name: "approval",
            after: &[2],
            timeout_ms: 30000,
            action: Action::Wait(
                &Wait {
                    deadline_ms: approval_deadline,
                    check: &validators::topologies::every_kind::APPROVAL_ANSWER,
                    catch_timeout: true,
                },
            ),
            ..Node::PLAIN
        },
        Node {
            name: "silence",
            gates: &[Gate::TimedOut { node: 3 }],
            timeout_ms: 30000,
            action: Action::Run(silence),
            ..Node::PLAIN
        },
        Node {
            name: "decision",
            timeout_ms: 30000,
            action: Action::Converge(&[1, 3, 4]),
            ..Node::PLAIN
        },
        Node {
            name: "grade",
            after: &[5],
            timeout_ms: 30000,
            action: Action::Switch(grade),
            ..Node::PLAIN
        },
        Node {
            name: "pause",
            gates: &[Gate::Branch { node: 6, branch: 0 }],
            timeout_ms: 30000,
            action: Action::Timer(pause_due),
            ..Node::PLAIN
        },
        Node {
            name: "until",
            after: &[7],
            timeout_ms: 30000,
            action: Action::Timer(until_due),
            ..Node::PLAIN
        },
        Node {
            name: "places",
            after: &[5],
            gates: &[Gate::Branch { node: 6, branch: 1 }],
            catch: true,
            timeout_ms: 30000,
            action: Action::Each(
                &Each {
                    items: places_items,
                    body: Body::Run(places),
                    concurrency: 4,
                    on_item_error: ItemFailure::Skip,
                    ordered: false,
                    fold: Some(Fold {
                        initial: places_initial,
                        step: places_reduce,
                    }),
                },
            ),
            ..Node::PLAIN
        },
        Node {
            name: "failed",
            reads: &[9],
            gates: &[Gate::Caught { node: 9 }],
            timeout_ms: 30000,
            action: Action::Run(failed),
            ..Node::PLAIN
        },
        Node {
            name: "again",
            after: &[9],
            timeout_ms: 30000,
            action: Action::Each(
                &Each {
                    items: again_items,
                    body: Body::Topology(Call {
                        tool: "topology:every-kind",
                        args: again_input,
                        max_depth: 3,
                        timeout_ms: None,
                    }),
                    concurrency: 1,
                    on_item_error: ItemFailure::Collect,
                    ordered: true,
                    fold: None,
                },
            ),
            ..Node::PLAIN
        },
        Node {
            name: "entries",
            after: &[8],
            timeout_ms: 30000,
            action: Action::Pages(
                &Pages {
                    start: entries_start,
                    body: entries,
                    next: entries_next,
                    items: entries_items,
                    max_pages: 10,
                    max_items: 10000,
                },
            ),
            ..Node::PLAIN
        },
        Node {
            name: "note",
            after: &[12],
            timeout_ms: 30000,
            action: Action::Run(note),
            ..Node::PLAIN
        },
        Node {
            name: "note.compensate",
            compensates: Some(13),
            timeout_ms: 30000,
            action: Action::Run(note_compensate),
            ..Node::PLAIN
        },
    ],
    responses: &[],
    timeout_ms: Some(172800000),
};

/// The branch that node `mode` (topologies/every-kind.toml:16) takes.
fn mode(scope: &Scope) -> Result<usize, HandlerError> {
    let mut input = Input::new(scope, "mode", "topologies/every-kind.toml");
    input.value(Args, &[Member("mode")], "args.mode", 17)?;
    input.case(&["quick", "careful"], None)
}

/// Runs node `quick` (topologies/every-kind.toml:20): a transform.
fn quick(node: NodeCall) -> NodeFuture {
    Box::pin(async move { quick_input(&node.scope) })
}

/// The value of node `quick` (topologies/every-kind.toml:20).
fn quick_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "quick", "topologies/every-kind.toml");
    input.json(r#"{"yes":true}"#);
    Ok(input.finish())
}

/// Runs node `ask` (topologies/every-kind.toml:23): the HTTP call `audit`.
fn ask(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = ask_input(&node.scope)?;
        client::call_proven(&http::AUDIT, &node.cx, &json).await
    })
}

/// The input of node `ask` (topologies/every-kind.toml:23).
fn ask_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "ask", "topologies/every-kind.toml");
    input.json(r#"{"what":"ask","token":"#);
    input.value(Local(local::TOKENS + 3), &[], "tokens.approval", 25)?;
    input.json(r#","run":"#);
    input.value(Local(local::RUN), &[], "run.id", 25)?;
    input.json("}");
    Ok(input.finish())
}

/// The deadline of node `approval` (topologies/every-kind.toml:28), in milliseconds since 1970.
fn approval_deadline(_scope: &Scope, now_ms: i64) -> Result<i64, HandlerError> {
    Ok(now_ms.saturating_add(86400000))
}

/// Runs node `silence` (topologies/every-kind.toml:34): a transform.
fn silence(node: NodeCall) -> NodeFuture {
    Box::pin(async move { silence_input(&node.scope) })
}

/// The value of node `silence` (topologies/every-kind.toml:34).
fn silence_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "silence", "topologies/every-kind.toml");
    input.json(r#"{"yes":false}"#);
    Ok(input.finish())
}

/// The branch that node `grade` (topologies/every-kind.toml:40) takes.
fn grade(scope: &Scope) -> Result<usize, HandlerError> {
    if grade_when(scope)? {
        return Ok(0);
    }
    if grade_when_2(scope)? {
        return Ok(1);
    }
    Ok(2)
}

/// A condition of node `grade` (topologies/every-kind.toml:41).
fn grade_when(scope: &Scope) -> Result<bool, HandlerError> {
    let mut input = Input::new(scope, "grade", "topologies/every-kind.toml");
    input.put(&grade_value(scope)?);
    input.condition()
}

/// `${decision.yes && args.score > 50}` (topologies/every-kind.toml:41).
fn grade_value(scope: &Scope) -> Result<bool, HandlerError> {
    let site = Site::new(
        "grade",
        "decision.yes && args.score > 50",
        "topologies/every-kind.toml",
        41,
    );
    site.compute(|| cel::and(
        || cel::read(scope, Output(5), &[Member("yes")], "decision.yes")?.boolean(),
        || Ok(cel::read(scope, Args, &[Member("score")], "args.score")?.int()? > 50),
    ))
}

/// A condition of node `grade` (topologies/every-kind.toml:41).
fn grade_when_2(scope: &Scope) -> Result<bool, HandlerError> {
    let mut input = Input::new(scope, "grade", "topologies/every-kind.toml");
    input.value(Output(5), &[Member("yes")], "decision.yes", 41)?;
    input.condition()
}

/// The end of node `pause` (topologies/every-kind.toml:44), in milliseconds since 1970.
fn pause_due(_scope: &Scope, now_ms: i64) -> Result<i64, HandlerError> {
    Ok(now_ms.saturating_add(300000))
}

/// The end of node `until` (topologies/every-kind.toml:48), in milliseconds since 1970.
fn until_due(scope: &Scope, now_ms: i64) -> Result<i64, HandlerError> {
    let mut input = Input::new(scope, "until", "topologies/every-kind.toml");
    input.put(&until_value(scope)?);
    input.moment(now_ms)
}

/// `${timestamp("2026-11-30T12:00:00Z")}` (topologies/every-kind.toml:48).
fn until_value(_scope: &Scope) -> Result<cel::Timestamp, HandlerError> {
    let site = Site::new(
        "until",
        r#"timestamp("2026-11-30T12:00:00Z")"#,
        "topologies/every-kind.toml",
        48,
    );
    site.compute(|| cel::timestamp("2026-11-30T12:00:00Z"))
}

/// The items of node `places` (topologies/every-kind.toml:52).
fn places_items(scope: &Scope) -> Result<Vec<Vec<u8>>, HandlerError> {
    let mut input = Input::new(scope, "places", "topologies/every-kind.toml");
    input.value(Args, &[Member("cities")], "args.cities", 52)?;
    input.items()
}

/// Runs node `places` (topologies/every-kind.toml:51): the handler `golden::find_place` (src/lib.rs:32).
fn places(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = places_input(&node.scope)?;
        let input: <::golden::find_place as Handler>::Input = call::decode(&json)?;
        let output = ::golden::find_place(&node.cx, input).await?;
        call::encode(&output)
    })
}

/// The input of node `places` (topologies/every-kind.toml:51).
fn places_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "places", "topologies/every-kind.toml");
    input.json(r#"{"city":"#);
    input.value(Local(local::ITEM), &[], "city", 55)?;
    input.json("}");
    Ok(input.finish())
}

/// What begins the result of node `places` (topologies/every-kind.toml:59).
fn places_initial(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "places", "topologies/every-kind.toml");
    input.json("0.0");
    Ok(input.finish())
}

/// What one item more makes of the result of node `places` (topologies/every-kind.toml:59).
fn places_reduce(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "places", "topologies/every-kind.toml");
    input.put(&places_value(scope)?);
    Ok(input.finish())
}

/// `${acc + item.latitude}` (topologies/every-kind.toml:59).
fn places_value(scope: &Scope) -> Result<f64, HandlerError> {
    let site = Site::new(
        "places",
        "acc + item.latitude",
        "topologies/every-kind.toml",
        59,
    );
    site.compute(|| cel::finite(
        cel::read(scope, Local(local::ACC), &[], "acc")?.double()?
            + cel::read(
                    scope,
                    Local(local::ITEM),
                    &[Member("latitude")],
                    "item.latitude",
                )?
                .double()?,
    ))
}

/// Runs node `failed` (topologies/every-kind.toml:64): the HTTP call `audit`.
fn failed(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = failed_input(&node.scope)?;
        client::call_proven(&http::AUDIT, &node.cx, &json).await
    })
}

/// The input of node `failed` (topologies/every-kind.toml:64).
fn failed_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "failed", "topologies/every-kind.toml");
    input.json(r#"{"what":"#);
    input.value(Output(9), &[Member("code")], "errors.places.code", 66)?;
    input.json("}");
    Ok(input.finish())
}

/// The items of node `again` (topologies/every-kind.toml:69).
fn again_items(scope: &Scope) -> Result<Vec<Vec<u8>>, HandlerError> {
    let mut input = Input::new(scope, "again", "topologies/every-kind.toml");
    input.value(Args, &[Member("cities")], "args.cities", 69)?;
    input.items()
}

/// The arguments for an item of node `again` (topologies/every-kind.toml:68).
fn again_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "again", "topologies/every-kind.toml");
    input.json(r#"{"city":"#);
    input.value(Local(local::ITEM), &[], "item", 71)?;
    input.json(r#","mode":"quick","cities":[],"score":50}"#);
    Ok(input.finish())
}

/// Runs node `entries` (topologies/every-kind.toml:75): the HTTP call `audit`.
fn entries(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = entries_input(&node.scope)?;
        client::call_proven(&http::AUDIT, &node.cx, &json).await
    })
}

/// The input of node `entries` (topologies/every-kind.toml:75).
fn entries_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "entries", "topologies/every-kind.toml");
    input.json(r#"{"cursor":"#);
    input.value(Local(local::CURSOR), &[], "cursor", 77)?;
    input.json("}");
    Ok(input.finish())
}

/// The first cursor of node `entries` (topologies/every-kind.toml:78).
fn entries_start(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "entries", "topologies/every-kind.toml");
    input.json("null");
    Ok(input.finish())
}

/// The cursor after a page of node `entries` (topologies/every-kind.toml:78).
fn entries_next(scope: &Scope) -> Result<Option<Vec<u8>>, HandlerError> {
    let mut input = Input::new(scope, "entries", "topologies/every-kind.toml");
    input.put(&entries_value(scope)?);
    Ok(input.optional())
}

/// `${page.?next}` (topologies/every-kind.toml:78).
fn entries_value(scope: &Scope) -> Result<cel::Json<'_>, HandlerError> {
    let site = Site::new("entries", "page.?next", "topologies/every-kind.toml", 78);
    site.compute(|| Ok(
        cel::look(scope, Local(local::PAGE), &[Member("next")])?
            .unwrap_or_else(|| cel::Json::constant("null")),
    ))
}

/// The items of a page of node `entries` (topologies/every-kind.toml:78).
fn entries_items(scope: &Scope) -> Result<Vec<Vec<u8>>, HandlerError> {
    let mut input = Input::new(scope, "entries", "topologies/every-kind.toml");
    input.value(Local(local::PAGE), &[Member("entries")], "page.entries", 78)?;
    input.items()
}

/// Runs node `note` (topologies/every-kind.toml:81): the handler `golden::note_visit` (src/lib.rs:47).
fn note(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = note_input(&node.scope)?;
        let input: <::golden::note_visit as Handler>::Input = call::decode(&json)?;
        let output = call::blocking(move || ::golden::note_visit(&node.cx, input))
            .await?;
        call::encode(&output)
    })
}

/// The input of node `note` (topologies/every-kind.toml:81).
fn note_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "note", "topologies/every-kind.toml");
    input.json(r#"{"city":"#);
    input.value(Args, &[Member("city")], "args.city", 83)?;
    input.json("}");
    Ok(input.finish())
}

/// Runs node `note.compensate` (topologies/every-kind.toml:84): the HTTP call `audit`.
fn note_compensate(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = note_compensate_input(&node.scope)?;
        client::call(&http::AUDIT, &node.cx, &json).await
    })
}

/// The input of node `note.compensate` (topologies/every-kind.toml:84).
fn note_compensate_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "note.compensate", "topologies/every-kind.toml");
    input.json(r#"{"what":"taken back","city":"#);
    input.value(Args, &[Member("city")], "args.city", 84)?;
    input.json("}");
    Ok(input.finish())
}
