//! `POST /v1/wait-tokens/{token}/complete`: answers a run that waits. The token is the right to do so; there is no key.

use axum::{
    extract::{Path, Request, State, rejection::PathRejection},
    http::StatusCode,
    response::Response,
};

use super::{
    Shared,
    body::{self},
    json,
    problem::Problem,
    run::details,
};
use crate::{
    json::write_string,
    server::engine::{Answered, answer},
    validate::Refusal,
};

/// Hands the body to the wait.
pub(super) async fn complete(
    State(api): Shared,
    token: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Response, Problem> {
    let unknown = || Problem::new(StatusCode::NOT_FOUND, "wait-token-not-found", "there is no such wait token");
    let Path(token) = token.map_err(|_| unknown())?;
    let (head, body) = request.into_parts();
    let body = body::read(&head.headers, body).await?;
    let answered = answer(&api.engine, token, &body)
        .await
        .map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "store-unavailable", error.to_string()))?;
    match answered {
        Answered::Taken { correlation_id } => {
            let mut out = b"{\"correlation_id\":".to_vec();
            write_string(&correlation_id, &mut out);
            out.extend_from_slice(b",\"completed\":true}");
            Ok(json(out))
        }
        Answered::Refused(Refusal::Syntax(error)) => Err(body::malformed(error)),
        Answered::Refused(Refusal::Violations(report)) => {
            let message = "the answer is not what the run waits for, which goes on waiting";
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid-answer", message).details(details(&report)))
        }
        Answered::Closed => Err(Problem::new(
            StatusCode::CONFLICT,
            "wait-token-closed",
            "this wait is over: it was answered, or is too late",
        )),
        Answered::Unknown => Err(unknown()),
    }
}
