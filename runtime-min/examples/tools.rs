//! A server as the compiler would generate it, written by hand: what the tests in `tests/server/` talk to.
//!
//! Groups `public` and `operators`; a query with a join, a command that appends to a file, nodes that are slow, fail, panic
//! or kill the process, and one that waits for an answer.

use std::{borrow::Cow, io::Write, process::ExitCode, time::Duration};

use packwright_runtime_min::{
    HandlerError,
    json::{Step, select, token::Rest},
    server::{
        Definition, call,
        definition::{Action, Config, Kind, Node, NodeCall, NodeFuture, RetiredTool, Retry, Tool, Wait, local},
        http::{self, Base, HttpCall, UrlPart},
    },
    validate::{
        Scan, Type, Types, Validator,
        plan::{Assertion, Check, Declared, Members, Names, Others, Plan, PlanIdx, PlanNode},
        scan::once,
    },
};
use serde::Deserialize;

static DEFINITION: Definition = Definition {
    triggers: &[],
    pack: "tools",
    version: "1.2.3",
    groups: &["public", "operators"],
    config: &[
        Config { name: "secret_name", env: "TOOLS_REQUIRED", required: true },
        Config { name: "upstream", env: "TOOLS_UPSTREAM", required: false },
    ],
    tools: &[
        tool(
            "topology:append",
            "acme.append",
            "acme_append",
            "append",
            Kind::Command,
            &["operators"],
            b"{\"id\":\"topology:append\"}",
            &[node("append", &[], 1, append)],
            &[],
        ),
        tool(
            "topology:crash",
            "acme.crash",
            "acme_crash",
            "crash",
            Kind::Command,
            &["public"],
            b"{\"id\":\"topology:crash\"}",
            &[node("crash", &[], 5, crash)],
            &[],
        ),
        tool(
            "topology:fetch",
            "acme.fetch",
            "acme_fetch",
            "fetch",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:fetch\"}",
            &[node("fetch", &[], 1, fetch)],
            &[0],
        ),
        tool(
            "topology:flaky",
            "acme.flaky",
            "acme_flaky",
            "flaky",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:flaky\"}",
            &[node("flaky", &[], 3, flaky)],
            &[0],
        ),
        tool(
            "topology:mismatch",
            "acme.mismatch",
            "acme_mismatch",
            "mismatch",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:mismatch\"}",
            &[node("reply", &[], 1, mismatch)],
            &[0],
        ),
        tool(
            "topology:panic",
            "acme.panic",
            "acme_panic",
            "panic",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:panic\"}",
            &[node("panic", &[], 3, panic)],
            &[0],
        ),
        tool(
            "topology:report",
            "acme.report",
            "acme_report",
            "report",
            Kind::Query,
            &["public"],
            br#"{"id": "topology:report", "title":"Report"}"#,
            &[node("left", &[], 1, left), node("right", &[], 1, right), node("reply", &[0, 1], 1, report)],
            &[2],
        ),
        tool(
            "topology:slow",
            "acme.slow",
            "acme_slow",
            "slow",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:slow\"}",
            &[node("first", &[], 1, append), node("second", &[0], 1, slow)],
            &[1],
        ),
        tool(
            "topology:wait",
            "acme.wait",
            "acme_wait",
            "wait",
            Kind::Query,
            &["public"],
            b"{\"id\":\"topology:wait\"}",
            &[
                node("tell", &[], 1, tell),
                Node { name: "approval", after: &[0], action: Action::Wait(&APPROVAL), ..Node::PLAIN },
                node("reply", &[1], 1, approved),
            ],
            &[2],
        ),
    ],
    retired: &[RetiredTool {
        dotted_id: "acme.old",
        groups: &["public"],
        versions: &[br#"{"id":"acme.old","version":"1.0.0","unregisteredAt":"2026-01-01T00:00:00Z"}"#],
    }],
};

#[expect(clippy::too_many_arguments, reason = "a table of tools is read best as a table")]
const fn tool(
    id: &'static str,
    dotted_id: &'static str,
    llm_name: &'static str,
    name: &'static str,
    kind: Kind,
    groups: &'static [&'static str],
    manifest_entry: &'static [u8],
    nodes: &'static [Node],
    responses: &'static [usize],
) -> Tool {
    Tool {
        id,
        dotted_id,
        llm_name,
        name,
        version: "1.0.0",
        kind,
        groups,
        manifest_entry,
        tool_manifest: manifest_entry,
        check_args: &ARGS,
        check_output: Some(&OUTPUT),
        nodes,
        responses,
        timeout_ms: None,
    }
}

const fn node(name: &'static str, after: &'static [usize], attempts: u32, run: fn(NodeCall) -> NodeFuture) -> Node {
    let (retry, action) = (Retry::new(attempts, 10), Action::Run(run));
    Node { name, after, retry, timeout_ms: 20_000, action, ..Node::PLAIN }
}

/// `{"type":"object","required":["line"],"additionalProperties":false,"properties":{"line":string,"ms":integer,"path":string}}`
static ARGS: Validator = Validator::new(&ARGS_PLAN, args);

fn args<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name {
            b"line" => {
                once(&mut seen[0], 0)?;
                scan.string(value)
            }
            b"ms" => {
                once(&mut seen[0], 1)?;
                scan.any_integer(value)
            }
            b"path" => {
                once(&mut seen[0], 2)?;
                scan.string(value)
            }
            _ => None,
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    if seen[0] & 1 == 1 { Some(rest) } else { None }
}

static ARGS_PLAN: Plan = Plan {
    root: Some(PlanIdx(0)),
    nodes: Cow::Borrowed(&[
        PlanNode {
            pointer: Cow::Borrowed(""),
            checks: Cow::Borrowed(&[
                check("/type", Assertion::Types(Types::of(&[Type::Object]))),
                check("/required", Assertion::Required(Cow::Borrowed(&[Cow::Borrowed("line")]))),
                check("/additionalProperties", Assertion::Members(MEMBERS)),
            ]),
        },
        PlanNode {
            pointer: Cow::Borrowed("/properties/line"),
            checks: Cow::Borrowed(&[check("/properties/line/type", Assertion::Types(Types::of(&[Type::String])))]),
        },
        PlanNode {
            pointer: Cow::Borrowed("/properties/ms"),
            checks: Cow::Borrowed(&[check("/properties/ms/type", Assertion::Types(Types::of(&[Type::Integer])))]),
        },
    ]),
    patterns: Cow::Borrowed(&[]),
};

const MEMBERS: Members = Members {
    declared: Declared::Baked(
        const {
            &Names::of(&[
                (Cow::Borrowed("line"), Some(PlanIdx(1))),
                (Cow::Borrowed("ms"), Some(PlanIdx(2))),
                (Cow::Borrowed("path"), Some(PlanIdx(1))),
            ])
        },
    ),
    patterns: Cow::Borrowed(&[]),
    others: Others::Refused,
};

/// `{"type":"object"}`
static OUTPUT: Validator = Validator::new(&OUTPUT_PLAN, |scan, rest| scan.any_object(rest));

static OUTPUT_PLAN: Plan = Plan {
    root: Some(PlanIdx(0)),
    nodes: Cow::Borrowed(&[PlanNode {
        pointer: Cow::Borrowed(""),
        checks: Cow::Borrowed(&[check("/type", Assertion::Types(Types::of(&[Type::Object])))]),
    }]),
    patterns: Cow::Borrowed(&[]),
};

/// `true`
static ANY: Validator = Validator::new(&ANY_PLAN, |scan, rest| scan.any(rest));

static ANY_PLAN: Plan = Plan { root: None, nodes: Cow::Borrowed(&[]), patterns: Cow::Borrowed(&[]) };

const fn check(pointer: &'static str, assertion: Assertion) -> Check {
    Check { pointer: Cow::Borrowed(pointer), assertion }
}

#[derive(Deserialize)]
struct Args {
    line: String,
    #[serde(default)]
    ms: u64,
}

fn log(call: &NodeCall, line: &str) -> Result<(), HandlerError> {
    let mut file = std::fs::File::options().create(true).append(true).open(call.cx.data().join("log.txt"))?;
    writeln!(file, "{line}")?;
    Ok(())
}

fn append(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let args: Args = call::decode(&call.scope.args)?;
        call::blocking(move || {
            log(&call, &args.line)?;
            Ok::<_, HandlerError>(b"{}".to_vec())
        })
        .await
    })
}

/// A day, for an answer that is like the arguments.
static APPROVAL: Wait = Wait { deadline_ms: |_, now| Ok(now + 86_400_000), check: &ARGS, catch_timeout: false };

/// Tells the token of node 1 to whoever reads the log.
fn tell(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let token = call.scope.local(local::TOKENS + 1).expect("node 1 waits");
        log(&call, String::from_utf8_lossy(token).trim_matches('"'))?;
        Ok(b"null".to_vec())
    })
}

fn approved(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let answer = call.scope.outputs[1].clone().expect("`after` names it");
        Ok([b"{\"answer\":", &answer[..], b"}"].concat())
    })
}

fn slow(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let args: Args = call::decode(&call.scope.args)?;
        log(&call, &format!("slow {}", call.cx.attempt()))?;
        tokio::time::sleep(Duration::from_millis(args.ms)).await;
        Ok(br#"{ "slept" : 18446744073709551617.0 }"#.to_vec())
    })
}

fn crash(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        log(&call, &format!("crash {}", call.cx.attempt()))?;
        std::process::abort()
    })
}

fn flaky(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let args: Args = call::decode(&call.scope.args)?;
        log(&call, &format!("flaky {}", call.cx.attempt()))?;
        if u64::from(call.cx.attempt()) < args.ms {
            return Err(HandlerError::transient("busy", "try later"));
        }
        Ok(br#"{"attempt":true}"#.to_vec())
    })
}

fn panic(_: NodeCall) -> NodeFuture {
    Box::pin(async move { panic!("a secret that callers must not see") })
}

fn mismatch(_: NodeCall) -> NodeFuture {
    Box::pin(async move { Ok(b"\"20\"".to_vec()) })
}

fn left(call: NodeCall) -> NodeFuture {
    Box::pin(async move { Ok(call.scope.args.to_vec()) })
}

fn right(_: NodeCall) -> NodeFuture {
    Box::pin(async move { Ok(br#"{"b":1.0,  "a":"\u00e9","big":123456789012345678901234567890}"#.to_vec()) })
}

fn report(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let of = |idx: usize| call.scope.outputs[idx].clone().expect("`after` names it");
        let (args, right) = (of(0), of(1));
        let line = select(&args, &[Step::Member("line")]).ok().flatten().expect("checked");
        let output = [b"{\"line\": ", line, b" ,\"right\":", &right, b",\"args\":", &args, b"}"].concat();
        Ok(output)
    })
}

static FETCH: HttpCall = HttpCall {
    name: "upstream",
    method: "GET",
    base: Base::OptionalConfig("upstream"),
    path: &[UrlPart::Text("/items/"), UrlPart::Field("path")],
    query: &[("line", &[UrlPart::Field("line")])],
    timeout_ms: 500,
    check_input: &ANY,
    check_output: &ANY,
};

fn fetch(call: NodeCall) -> NodeFuture {
    Box::pin(async move {
        let answer = http::call(&FETCH, &call.cx, &call.scope.args).await?;
        Ok([b"{\"answer\":", &answer[..], b"}"].concat())
    })
}

fn main() -> ExitCode {
    packwright_runtime_min::server::main(&DEFINITION)
}
