//! The topology `daily-report`, declared at topologies/daily-report.toml:1.
//!
//! Returns the report of a place.

use crate::{http, validators};
use packwright_runtime_min::{Handler, HandlerError};
use packwright_runtime_min::expression::{self as cel, Input, Site};
use packwright_runtime_min::expression::Root::{Args, Output};
use packwright_runtime_min::expression::Step::{Item, Member};
use packwright_runtime_min::server::call;
use packwright_runtime_min::server::definition::{
    Action, Kind, Node, NodeCall, NodeFuture, Retry, Scope, Tool,
};
use packwright_runtime_min::server::http as client;

/// What callers see, and what runs.
pub(crate) const TOOL: Tool = Tool {
    id: "topology:daily-report",
    dotted_id: "acme.daily-report",
    llm_name: "acme_daily-report",
    name: "daily-report",
    version: "1.2.0",
    kind: Kind::Query,
    groups: &["public", "operators"],
    manifest_entry: include_bytes!("../../documents/manifest/daily-report.json"),
    tool_manifest: include_bytes!("../../documents/tools/acme.daily-report/1.2.0.json"),
    check_args: &validators::topologies::daily_report::INPUT,
    check_output: Some(&validators::topologies::daily_report::OUTPUT),
    nodes: &[
        Node {
            name: "place",
            timeout_ms: 30000,
            action: Action::Run(place),
            ..Node::PLAIN
        },
        Node {
            name: "count",
            timeout_ms: 30000,
            action: Action::Run(count),
            ..Node::PLAIN
        },
        Node {
            name: "forecast",
            after: &[0, 1],
            retry: Retry::new(3, 500),
            timeout_ms: 10000,
            action: Action::Run(forecast),
            ..Node::PLAIN
        },
        Node {
            name: "reply",
            after: &[0, 2],
            timeout_ms: 30000,
            action: Action::Run(reply),
            ..Node::PLAIN
        },
    ],
    responses: &[3],
    timeout_ms: None,
};

/// Runs node `place` (topologies/daily-report.toml:39): the handler `golden::find_place` (src/lib.rs:32).
fn place(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = place_input(&node.scope)?;
        let input: <::golden::find_place as Handler>::Input = call::decode(&json)?;
        let output = ::golden::find_place(&node.cx, input).await?;
        call::encode(&output)
    })
}

/// The input of node `place` (topologies/daily-report.toml:39).
fn place_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "place", "topologies/daily-report.toml");
    input.json(r#"{"city":"#);
    input.value(Args, &[Member("city")], "args.city", 41)?;
    input.json("}");
    Ok(input.finish())
}

/// Runs node `count` (topologies/daily-report.toml:44): the handler `golden::count` (src/lib.rs:41).
fn count(_node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let run = move || Ok::<_, HandlerError>(::golden::count());
        let output = call::blocking(run).await?;
        call::encode(&output)
    })
}

/// Runs node `forecast` (topologies/daily-report.toml:32): the HTTP call `forecast`.
fn forecast(node: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let json = forecast_input(&node.scope)?;
        client::call(&http::FORECAST, &node.cx, &json).await
    })
}

/// The input of node `forecast` (topologies/daily-report.toml:32).
fn forecast_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "forecast", "topologies/daily-report.toml");
    input.json(r#"{"latitude":"#);
    input.value(Output(0), &[Member("latitude")], "place.latitude", 34)?;
    input.json(r#","region":"#);
    input.value(Output(0), &[Member("regions"), Item(0)], "place.regions[0]", 34)?;
    input.json("}");
    Ok(input.finish())
}

/// Runs node `reply` (topologies/daily-report.toml:19): the response.
fn reply(node: NodeCall) -> NodeFuture {
    Box::pin(async move { reply_input(&node.scope) })
}

/// The answer of node `reply` (topologies/daily-report.toml:19).
fn reply_input(scope: &Scope) -> Result<Vec<u8>, HandlerError> {
    let mut input = Input::new(scope, "reply", "topologies/daily-report.toml");
    input.json(r#"{"text":"\""#);
    input.scalar(Args, &[Member("city")], "args.city", 20)?;
    input.json(r#"\" at "#);
    input.scalar(Output(0), &[Member("latitude")], "place.latitude", 20)?;
    input.json(r#"","forecast":"#);
    input.value(Output(2), &[], "forecast", 21)?;
    input.json(r#","place":"#);
    input.value(Output(0), &[], "place", 22)?;
    input.json(r#","fixed":[1,2.5,{"a":"${b}"}],"computed":{"days":"#);
    input.put(&reply_value(scope)?);
    input.json(r#","label":"#);
    input.put(&reply_value_2(scope)?);
    input.json(r#","inside":"in "#);
    input.put_text(&reply_value_3(scope)?);
    input.json(r#" letters","regions":"#);
    input.put(&reply_value_4(scope)?);
    input.json("}}");
    Ok(input.finish())
}

/// `${args.?days.orValue(1) * 24}` (topologies/daily-report.toml:27).
fn reply_value(scope: &Scope) -> Result<i64, HandlerError> {
    let site = Site::new(
        "reply",
        "args.?days.orValue(1) * 24",
        "topologies/daily-report.toml",
        27,
    );
    site.compute(|| cel::multiply(
        cel::look(scope, Args, &[Member("days")])?
            .unwrap_or_else(|| cel::Json::constant("1"))
            .int()?,
        24,
    ))
}

/// `${args.city.upperAscii() + (has(args.days) && args.days > 1 ? " (" + string(args.days) + " days)" : "")}` (topologies/daily-report.toml:28).
fn reply_value_2(scope: &Scope) -> Result<cel::Text<'_>, HandlerError> {
    let site = Site::new(
        "reply",
        r#"args.city.upperAscii() + (has(args.days) && args.days > 1 ? " (" + string(args.days) + " days)" : "")"#,
        "topologies/daily-report.toml",
        28,
    );
    site.compute(|| Ok(
        cel::text(
            &[
                &cel::upper_ascii(
                    &cel::read(scope, Args, &[Member("city")], "args.city")?.into_text()?,
                ),
                &if cel::and(
                    || Ok(cel::look(scope, Args, &[Member("days")])?.is_some()),
                    || Ok(
                        cel::read(scope, Args, &[Member("days")], "args.days")?.int()?
                            > 1,
                    ),
                )? {
                    cel::text(
                        &[
                            " (",
                            &cel::text_of_int(
                                cel::read(scope, Args, &[Member("days")], "args.days")?
                                    .int()?,
                            ),
                            " days)",
                        ],
                    )
                } else {
                    cel::Text::Borrowed("")
                },
            ],
        ),
    ))
}

/// `${args.city.size() + 1}` (topologies/daily-report.toml:29).
fn reply_value_3(scope: &Scope) -> Result<i64, HandlerError> {
    let site = Site::new(
        "reply",
        "args.city.size() + 1",
        "topologies/daily-report.toml",
        29,
    );
    site.compute(|| cel::add(
        cel::length(
            &cel::read(scope, Args, &[Member("city")], "args.city")?.into_text()?,
        ),
        1,
    ))
}

/// `${place.regions.filter(r, r.startsWith("n")).map(r, {"name": r, "first": r == place.regions[0]})}` (topologies/daily-report.toml:30).
fn reply_value_4(scope: &Scope) -> Result<cel::Json<'_>, HandlerError> {
    let site = Site::new(
        "reply",
        r#"place.regions.filter(r, r.startsWith("n")).map(r, {"name": r, "first": r == place.regions[0]})"#,
        "topologies/daily-report.toml",
        30,
    );
    site.compute(|| cel::map(
        &cel::filter(
            &cel::read(scope, Output(0), &[Member("regions")], "place.regions")?,
            |r| Ok(cel::starts_with(&r.text()?, "n")),
        )?,
        |r| Ok(
            cel::object_of(
                &[
                    ("name", r),
                    (
                        "first",
                        &cel::json(
                            r.text()?
                                == cel::read(
                                        scope,
                                        Output(0),
                                        &[Member("regions"), Item(0)],
                                        "place.regions[0]",
                                    )?
                                    .into_text()?,
                        ),
                    ),
                ],
            ),
        ),
    ))
}
