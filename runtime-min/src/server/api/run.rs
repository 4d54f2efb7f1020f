//! `POST /mcp/run`, in the order of the contract: authenticate, resolve, coerce, validate, journal, answer, start.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode},
    response::Response,
};
use sha2::{Digest, Sha256};

use super::{
    Api,
    accept::{Answer, Call, accept},
    body::{self, RunRequest},
    json,
    problem::Problem,
    request_id::is_visible,
};
use crate::{
    json::{SyntaxError, write_display, write_string},
    server::store::{IdempotencyKey, Recalled},
    validate::{Coercion, Refusal, Report, Violation},
};

/// The route, as a part of idempotency keys.
const ROUTE: &str = "POST /mcp/run";

/// Starts a run.
pub(super) async fn run(api: &Api, request: Request) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let caller = api.caller(&head.headers)?;
    if head.headers.contains_key("x-on-behalf-of") {
        let message = "this key may not act on behalf of others";
        return Err(Problem::new(StatusCode::FORBIDDEN, "permission-denied", message));
    }
    let body = body::read(&head.headers, body).await?;
    let idempotency = idempotency_key(&head.headers, caller.id.as_deref())?;
    let request = RunRequest::parse(&body, api.reach)?;
    let idempotency = match idempotency {
        None => None,
        Some(key) => {
            let hash: [u8; 32] = Sha256::digest(&body).into();
            let recalled = api.engine.store.recall(key.clone(), api.engine.clock.now()).await;
            if let Some(recalled) = recalled.map_err(|error| {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", error.to_string())
            })? {
                return replay(recalled, hash);
            }
            Some((key, hash))
        }
    };
    // The same answer for a tool that does not exist, is retired, or is another group's: the map knows none of them.
    let tool = caller.access.tool(&request.tool).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "unknown-tool", "there is no such tool in this caller's manifest")
    })?;
    let args = tool.check_args.check(request.args).map_err(|refusal| match refusal {
        Refusal::Syntax(SyntaxError { offset, fault }) => {
            body::malformed(SyntaxError { offset: request.args_offset + offset, fault })
        }
        Refusal::Violations(report) => {
            let message = format!("the arguments do not fit `{}`", tool.name);
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid-arguments", message).details(details(&report))
        }
    })?;
    if request.confirmation.is_some() {
        // Nothing in this server asks for confirmation yet; a token that means nothing must not look as if it did.
        return Err(Problem::bad_input("`confirmation` is for tools that require it; this one does not"));
    }
    let call = Call {
        tool,
        caller: caller.id.clone(),
        args: args.as_ref().into(),
        reply_to: request.reply_to,
        reply_id: request.reply_id.map(Into::into),
        idempotency: idempotency.clone(),
    };
    match (accept(&api.engine, call).await?, idempotency) {
        (Answer::Known(recalled), Some((_, hash))) => replay(recalled, hash),
        (Answer::Known(Recalled { answer, .. }) | Answer::New(answer), _) => Ok(json(answer)),
    }
}

fn idempotency_key(headers: &HeaderMap, caller: Option<&str>) -> Result<Option<IdempotencyKey>, Problem> {
    let mut keys = headers.get_all("idempotency-key").iter();
    let Some(key) = keys.next() else { return Ok(None) };
    if keys.next().is_some() {
        return Err(Problem::bad_input("`Idempotency-Key` is there twice"));
    }
    match key.to_str() {
        Ok(text) if is_visible(text.as_bytes(), 255) => Ok(Some(IdempotencyKey {
            caller: caller.unwrap_or_default().to_owned(),
            route: ROUTE,
            key: text.to_owned(),
        })),
        _ => Err(Problem::bad_input("`Idempotency-Key` must be 1 to 255 visible ASCII characters")),
    }
}

/// The first answer once more, byte for byte, if the call is the same.
fn replay(recalled: Recalled, hash: [u8; 32]) -> Result<Response, Problem> {
    if recalled.body != hash {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "idempotency-key-body-mismatch",
            "this Idempotency-Key was used with another body",
        ));
    }
    let mut response = json(recalled.answer);
    response.headers_mut().insert("x-idempotent-replay", HeaderValue::from_static("true"));
    Ok(response)
}

/// How many violations, and how many coercions, an answer lists.
const LISTED: usize = 1_000;

/// `errors` and `coerced`; with `total` where there are more errors than are listed.
pub(super) fn details(report: &Report) -> Vec<u8> {
    let (violations, coercions) = (report.violations.len().min(LISTED), report.coercions.len().min(LISTED));
    let mut out = Vec::with_capacity(32 + 256 * violations + 64 * coercions);
    out.extend_from_slice(b"{\"errors\":[");
    for (idx, Violation { instance_path, schema_path, keyword, message }) in
        report.violations[..violations].iter().enumerate()
    {
        out.extend_from_slice(if idx == 0 { b"" } else { b"," });
        out.extend_from_slice(b"{\"instance_path\":");
        write_string(instance_path, &mut out);
        out.extend_from_slice(b",\"schema_path\":");
        write_string(schema_path, &mut out);
        out.extend_from_slice(b",\"keyword\":");
        write_string(keyword, &mut out);
        out.extend_from_slice(b",\"message\":");
        write_display(message, &mut out);
        out.push(b'}');
    }
    out.extend_from_slice(b"],\"coerced\":[");
    for (idx, Coercion { instance_path, to }) in report.coercions[..coercions].iter().enumerate() {
        out.extend_from_slice(if idx == 0 { b"" } else { b"," });
        out.extend_from_slice(b"{\"instance_path\":");
        write_string(instance_path, &mut out);
        out.extend_from_slice(b",\"to\":");
        write_string(to, &mut out);
        out.push(b'}');
    }
    out.push(b']');
    if violations < report.total() {
        out.extend_from_slice(format!(",\"total\":{}", report.total()).as_bytes());
    }
    out.push(b'}');
    out
}
