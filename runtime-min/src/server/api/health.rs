//! Whether the server lives, and whether it should be called.

use axum::{extract::State, http::StatusCode, response::Response};

use super::{Shared, json, problem::Problem};
use crate::{json::write_string, server::engine::Phase};

/// `GET /health` and `GET /healthz`: the process answers.
pub(super) async fn health() -> Response {
    json(r#"{"ok":true}"#)
}

/// `GET /readyz`: runs can be accepted. Names what is missing, never a value.
pub(super) async fn ready(State(api): Shared) -> Result<Response, Problem> {
    let refuse = |message: String| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", message);
    if *api.phase.borrow() != Phase::Serving {
        return Err(refuse("the server is stopping".into()));
    }
    let required = api.definition.config.iter().filter(|entry| entry.required);
    let missing: Vec<&str> =
        required.filter(|entry| !api.engine.config.contains_key(entry.name)).map(|entry| entry.env).collect();
    if !missing.is_empty() {
        let mut details = b"{\"missing\":[".to_vec();
        for (idx, name) in missing.iter().enumerate() {
            if idx > 0 {
                details.push(b',');
            }
            write_string(name, &mut details);
        }
        details.extend_from_slice(b"]}");
        let message = format!("required configuration is unset or empty: {}", missing.join(", "));
        return Err(refuse(message).details(details));
    }
    match api.engine.store.trouble().await {
        Ok(None) => Ok(json(r#"{"ready":true}"#)),
        Ok(Some(reason)) => Err(refuse(reason)),
        Err(error) => Err(refuse(error.to_string())),
    }
}
