//! What stands in for handlers and HTTP calls while a test runs.

use std::sync::{Arc, Mutex, PoisonError};

use reqwest::StatusCode;
use url::Url;

use super::{
    case::{Does, Of, Outcome, Stub},
    clock::TestClock,
};
use crate::{
    Cx, HandlerError,
    handler::FailureClass,
    server::{
        address::Reach,
        definition::Definition,
        http::{HttpCall, Judged, Success, judge, refused},
    },
};

/// The stubs of the test that runs: the program runs one at a time, and generated code has no other way to ask.
static CURRENT: Mutex<Option<Arc<Stubs>>> = Mutex::new(None);

/// A test's stubs.
pub(super) struct Stubs {
    definition: &'static Definition,
    clock: Arc<TestClock>,
    stubs: Vec<Stub>,
    /// Calls so far, by stub.
    calls: Mutex<Vec<usize>>,
}

impl Stubs {
    /// Lets these be the stubs from now on.
    pub(super) fn install(definition: &'static Definition, clock: Arc<TestClock>, stubs: Vec<Stub>) -> Arc<Self> {
        let calls = Mutex::new(vec![0; stubs.len()]);
        let stubs = Arc::new(Self { definition, clock, stubs, calls });
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&stubs));
        stubs
    }

    /// How many calls each took.
    pub(super) fn calls(&self) -> Vec<usize> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn has(&self, of: Of, name: &str) -> bool {
        self.stubs.iter().any(|stub| stub.of == of && stub.name == name)
    }

    /// What the next call comes to; none where there is no stub.
    fn next(&self, of: Of, name: &str) -> Option<Result<Outcome, HandlerError>> {
        let at = self.stubs.iter().position(|stub| stub.of == of && stub.name == name)?;
        let stub = &self.stubs[at];
        let call = {
            let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
            calls[at] += 1;
            if stub.one_each { calls[at] } else { 1 }
        };
        Some(stub.outcomes.get(call - 1).cloned().ok_or_else(|| {
            let message = format!("the test says how {} calls of `{name}` end, and not call {call}", call - 1);
            HandlerError::permanent("stub-exhausted", message)
        }))
    }

    /// How long an attempt of the node may take.
    fn node_timeout(&self, cx: &Cx) -> u64 {
        let tools = self.definition.tools.iter().filter(|tool| tool.name == cx.tool());
        let mut nodes = tools.flat_map(|tool| tool.nodes).filter(|node| node.name == cx.node());
        nodes.next().map_or(u64::MAX, |node| node.timeout_ms)
    }

    /// Lets an outcome's time go by; the failure if there is not so much.
    async fn take_time(&self, cx: &Cx, outcome: &Outcome, call: Option<&HttpCall>) -> Result<(), HandlerError> {
        let takes = if matches!(outcome.does, Does::Hang) { u64::MAX } else { outcome.delay_ms };
        let node = self.node_timeout(cx);
        let call = call.map_or(u64::MAX, |call| call.timeout_ms);
        self.clock.pause(takes.min(node).min(call)).await;
        let (code, ms) = match takes {
            _ if takes < node.min(call) => return Ok(()),
            _ if call <= node => ("http-timeout", call),
            _ => ("node-timeout", node),
        };
        Err(HandlerError::transient(code, format!("no answer within {ms} ms")).of_class(FailureClass::Timeout))
    }
}

fn current() -> Option<Arc<Stubs>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What stands in for the handler of this path; none where it is to be called.
pub async fn handler(path: &str, cx: &Cx) -> Option<Result<Vec<u8>, HandlerError>> {
    let stubs = current()?;
    let outcome = match stubs.next(Of::Handler, path)? {
        Ok(outcome) => outcome,
        Err(error) => return Some(Err(error)),
    };
    if let Err(error) = stubs.take_time(cx, &outcome, None).await {
        return Some(Err(error));
    }
    Some(end(outcome.does))
}

/// The base of a call: where it is stubbed any does, also where the operator set none.
pub(crate) fn base(
    call: &HttpCall,
    found: Result<Option<(Url, Reach)>, HandlerError>,
) -> Result<Option<(Url, Reach)>, HandlerError> {
    if !current().is_some_and(|stubs| stubs.has(Of::Http, call.name)) {
        return found;
    }
    let url = Url::parse("https://stub.invalid").expect("this is a URL");
    Ok(Some((url, Reach::Public)))
}

/// What stands in for the exchange of a call. A test that has nothing for it fails there: tests do not go out. None where
/// no test runs.
pub(crate) async fn exchange(
    call: &HttpCall,
    cx: &Cx,
    success: Success,
) -> Option<Result<Option<Vec<u8>>, HandlerError>> {
    let stubs = current()?;
    let outcome = match stubs.next(Of::Http, call.name) {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) => return Some(Err(error)),
        None => {
            let message = "the test has no stub for it, and tests call nobody";
            return Some(Err(HandlerError::permanent("http-not-stubbed", message)));
        }
    };
    if let Err(error) = stubs.take_time(cx, &outcome, Some(call)).await {
        return Some(Err(error));
    }
    Some(match outcome.does {
        Does::Answer { status, body } => {
            match StatusCode::from_u16(status).map(|status| (judge(status, success), status)) {
                Ok((Judged::Failure, status)) => Err(refused(status, body.get())),
                Ok((Judged::Empty, _)) => Ok(None),
                Ok((Judged::Declared, _)) | Err(_) => Ok(Some(body.get().as_bytes().to_vec())),
            }
        }
        does @ (Does::Fail { .. } | Does::Hang | Does::Disconnect) => end(does).map(Some),
    })
}

fn end(does: Does) -> Result<Vec<u8>, HandlerError> {
    match does {
        Does::Answer { status: _, body } => Ok(body.get().as_bytes().to_vec()),
        Does::Fail { code, message, class } => {
            let class = FailureClass::of_word(&class).unwrap_or(FailureClass::Permanent);
            Err(HandlerError::permanent(code, message).of_class(class))
        }
        // Its time is over before: there is no attempt without a limit.
        Does::Hang => Err(HandlerError::permanent("stub-hangs", "the stub never answers")),
        Does::Disconnect => {
            let error = HandlerError::transient("http-connection", "the stub refuses the connection");
            Err(error.of_class(FailureClass::Connection))
        }
    }
}
