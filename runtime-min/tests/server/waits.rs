//! `POST /v1/wait-tokens/{token}/complete`.

use crate::harness::{Answer, Server, Site, eventually};

fn complete(server: &Server, token: &str, body: &str) -> Answer {
    let length = format!("content-length: {}", body.len());
    let request = format!("POST /v1/wait-tokens/{token}/complete");
    server.send(&request, &["content-type: application/json", &length], body.as_bytes())
}

/// A run that waits, and its token.
fn waiting(site: &Site, server: &Server) -> (String, String) {
    let id = server.accepted(&site.public, r#"{"tool":"wait","args":{"line":"a"}}"#);
    eventually("the token is told", || site.log().len() == 1);
    (id, site.log().remove(0))
}

#[test]
fn an_answer_needs_the_token_and_nothing_else_and_survives_a_restart() {
    let site = Site::new();
    let server = site.start();
    let (id, token) = waiting(&site, &server);
    assert_eq!((token.len(), token.bytes().all(|byte| byte.is_ascii_hexdigit())), (32, true), "{token}");
    server.kill();
    let server = site.start();
    assert_eq!(server.get(&site.public, &format!("/v1/runs/{id}")).json()["state"], "running");
    let answer = complete(&server, &token, r#"{"line":"yes", "ms":"7"}"#);
    assert_eq!((answer.status, answer.text()), (200, format!(r#"{{"correlation_id":"{id}","completed":true}}"#)));
    assert_eq!(server.ended(&site.public, &id)["output"], serde_json::json!({ "answer": { "line": "yes", "ms": 7 } }));
}

#[test]
fn a_bad_answer_leaves_the_wait_open_and_the_second_good_one_is_too_late() {
    let site = Site::new();
    let server = site.start();
    let (id, token) = waiting(&site, &server);
    assert_eq!(complete(&server, &"0".repeat(32), "{}").error(), (404, "wait-token-not-found".into()));
    let bad = complete(&server, &token, r#"{"lin":"yes"}"#);
    assert_eq!(bad.error(), (422, "invalid-answer".into()));
    assert_eq!(bad.json()["error"]["details"]["errors"].as_array().map(Vec::len), Some(2), "{}", bad.text());
    assert_eq!(complete(&server, &token, r#"{"line":"#).error(), (400, "bad-input".into()));
    assert_eq!(complete(&server, &token, r#"{"line":"yes"}"#).status, 200);
    assert_eq!(complete(&server, &token, r#"{"line":"no"}"#).error(), (409, "wait-token-closed".into()));
    assert_eq!(complete(&server, &token, r#"{"lin":"yes"}"#).error(), (422, "invalid-answer".into()));
    assert_eq!(server.ended(&site.public, &id)["output"], serde_json::json!({ "answer": { "line": "yes" } }));
}
