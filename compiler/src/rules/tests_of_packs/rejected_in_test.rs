//! PW0702: a value in a test that its schema rejects.

use packwright_runtime_min::{json, validate::Report};
use packwright_schema::{interpret, plan};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    model::{
        NodeKind, SchemaId, SchemaSource,
        test::{Does, Test},
    },
    rules::{FoundBy, Group, Rule},
};

/// A value in a test that its schema rejects.
pub static REJECTED_IN_TEST: Rule = Rule {
    code: "PW0702",
    name: "rejected-in-test",
    group: Group::Tests,
    level: Level::Error,
    summary: "a value in a test that its schema rejects",
    page: include_str!("rejected_in_test.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for test in &cx.pack.tests {
        args(cx, test, out);
        for stub in &test.handlers {
            let handler = &cx.pack.handlers[stub.of.value.idx()];
            let bodies = stub.outcomes.iter().filter_map(|outcome| body(&outcome.does));
            bodies.for_each(|body| strictly(cx, handler.output, body, "output of the handler", out));
        }
        for stub in &test.http {
            let call = &cx.pack.http[stub.of.value.idx()];
            let bodies = stub.outcomes.iter().filter_map(|outcome| body(&outcome.does));
            bodies.for_each(|body| strictly(cx, call.output, body, "output of the HTTP call", out));
        }
        let topology = &cx.pack.topologies[test.topology.value.idx()];
        for answer in &test.answers {
            let node = topology.nodes.iter().find(|node| node.name.value == answer.wait.value);
            if let Some(NodeKind::Wait(wait)) = node.map(|node| &node.kind) {
                answered(cx, wait.answer, &answer.value, answer.gets.value, out);
            }
        }
        if let (Some(schema), Some(output)) = (topology.output, &test.expect.output) {
            strictly(cx, schema, output, "output of the topology", out);
        }
    }
}

/// What a stub answers where that is a success.
fn body(does: &Does) -> Option<&SchemaSource> {
    match does {
        Does::Answer { status: 200..=299, body } => body.as_ref(),
        Does::Answer { .. } | Does::Fail { .. } | Does::Hang | Does::Disconnect => None,
    }
}

fn args(cx: &Cx<'_>, test: &Test, out: &mut Vec<Finding>) {
    let schema = cx.pack.topologies[test.topology.value.idx()].input;
    let violation = violation(cx, schema, &test.args, Report::new());
    let refused = test.expect.state.filter(|state| state.value == "refused");
    match (violation, refused) {
        (Some((pointer, message)), None) => {
            let finding = at(&test.args, &pointer, format!("the topology's `input` rejects this: {message}"));
            out.push(finding.help("mend the argument; if it is to be refused, write `expect.state = \"refused\"`"));
        }
        (None, Some(state)) => {
            let message = "the arguments are not refused: the topology's `input` accepts them";
            out.push(REJECTED_IN_TEST.finding(state.span, message));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

fn answered(cx: &Cx<'_>, schema: SchemaId, value: &SchemaSource, gets: &str, out: &mut Vec<Finding>) {
    match (violation(cx, schema, value, Report::new()), gets) {
        (Some((pointer, message)), "taken") => {
            let finding = at(value, &pointer, format!("the wait rejects this answer: {message}"));
            out.push(finding.help("mend the answer; if it is to be refused, write `gets = \"refused\"`"));
        }
        (None, "refused") => {
            out.push(REJECTED_IN_TEST.finding(value.span, "the answer is not refused: the wait accepts it"));
        }
        _ => {}
    }
}

/// Nothing is coerced.
fn strictly(cx: &Cx<'_>, schema: SchemaId, value: &SchemaSource, what: &str, out: &mut Vec<Finding>) {
    if let Some((pointer, message)) = violation(cx, schema, value, Report::strict()) {
        out.push(at(value, &pointer, format!("the schema of the {what} rejects this: {message}")));
    }
}

/// The first violation of a value: its JSON Pointer and its message.
fn violation(cx: &Cx<'_>, schema: SchemaId, value: &SchemaSource, report: Report) -> Option<(String, String)> {
    let mut report = report;
    let text = value.json.to_string();
    let mut parsed = json::Value::parse(text.as_bytes()).ok()?;
    interpret(&plan(cx.schema(schema)?), &mut parsed, &mut report);
    let first = report.violations.into_iter().next()?;
    Some((first.instance_path.to_string(), first.message.to_string()))
}

/// A finding at a part of a value.
fn at(value: &SchemaSource, pointer: &str, message: String) -> Finding {
    let span = value.places.find(&value.json, pointer).map_or(value.span, |place| place.value);
    let finding = REJECTED_IN_TEST.finding(span, message);
    if pointer.is_empty() { finding } else { finding.label(format!("at `{pointer}`")) }
}
