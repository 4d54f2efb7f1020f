//! A test as the test program reads it.

use serde_json::{Value, json};

use crate::model::{
    Pack,
    test::{Does, Outcome, Stub, Test},
};

/// Midnight of 2026-01-01 in UTC, in milliseconds since 1970: when every test begins.
const BEGIN_MS: i64 = 1_767_225_600_000;

/// The case of `test`, whose topology has this canonical id.
pub(crate) fn case(pack: &Pack, test: &Test, tool: &str) -> Value {
    let handlers = test.handlers.iter().map(|it| stub("Handler", &pack.handlers[it.of.value.idx()].contract.path, it));
    let http = test.http.iter().map(|it| stub("Http", &pack.http[it.of.value.idx()].name.value, it));
    let answers = test
        .answers
        .iter()
        .map(|answer| json!({ "wait": answer.wait.value, "at_ms": answer.at_ms, "value": answer.value.json }));
    json!({
        "tool": tool,
        "now_ms": BEGIN_MS,
        "args": test.args.json,
        "stubs": handlers.chain(http).collect::<Vec<_>>(),
        "answers": answers.collect::<Vec<_>>(),
    })
}

fn stub<Id>(of: &str, name: &str, stub: &Stub<Id>) -> Value {
    let outcomes: Vec<_> = stub.outcomes.iter().map(outcome).collect();
    json!({ "of": of, "name": name, "outcomes": outcomes, "one_each": stub.one_each })
}

fn outcome(outcome: &Outcome) -> Value {
    let does = match &outcome.does {
        Does::Answer { status, body } => {
            let body = body.as_ref().map_or(&Value::Null, |body| &body.json);
            json!({ "Answer": { "status": status, "body": body } })
        }
        Does::Fail { code, message, class } => {
            json!({ "Fail": { "code": code, "message": message, "class": class.word() } })
        }
        Does::Hang => json!("Hang"),
        Does::Disconnect => json!("Disconnect"),
    };
    json!({ "delay_ms": outcome.delay_ms, "does": does })
}
