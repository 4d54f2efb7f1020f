//! Routes, the error envelope, keys, the catalogue.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use crate::harness::Site;

const PUBLIC_MANIFEST: &str = concat!(
    r#"[{"id":"topology:crash"},{"id":"topology:fetch"},{"id":"topology:flaky"},{"id":"topology:mismatch"},"#,
    r#"{"id":"topology:panic"},{"id": "topology:report", "title":"Report"},{"id":"topology:slow"},"#,
    r#"{"id":"topology:wait"}]"#
);

#[test]
fn a_manifest_is_the_callers_own_and_byte_for_byte_what_was_baked() {
    let site = Site::new();
    let server = site.start();
    let public = server.get(&site.public, "/mcp/manifest.json");
    assert_eq!((public.status, public.text().as_str()), (200, PUBLIC_MANIFEST));
    assert_eq!(public.header("cache-control"), Some("no-store"));
    assert_eq!(public.header("content-type"), Some("application/json"));
    let operators = server.get(&site.operators, "/mcp/manifest.json");
    assert_eq!(operators.text(), r#"[{"id":"topology:append"}]"#);
}

#[test]
fn absent_and_wrong_keys_get_one_answer_and_both_headers_work() {
    let site = Site::new();
    let server = site.start();
    let id = "x-request-id: same";
    let absent = server.send("GET /mcp/manifest.json", &[id], b"");
    assert_eq!(absent.error(), (401, "auth-missing".into()));
    let wrong = format!("{}0", site.public);
    let malformed =
        ["x-auth: x", "x-auth: pw_public_", "authorization: Basic abc", "authorization: Bearer", "x-auth: é"];
    for line in malformed.map(str::to_owned).into_iter().chain([format!("x-auth: {wrong}")]) {
        assert_eq!(server.send("GET /mcp/manifest.json", &[id, &line], b""), absent, "{line}");
    }
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let line = format!("authorization: {scheme} {}", site.public);
        assert_eq!(server.send("GET /mcp/manifest.json", &[&line], b"").status, 200, "{line}");
    }
}

#[test]
fn keys_expire() {
    let site = Site::new();
    let keys = site.folder.path().join("keys.json");
    let text = std::fs::read_to_string(&keys).expect("keygen wrote it");
    let expired = text.replacen("\"projects\": []", "\"projects\": [], \"expires_at\": \"2020-01-01T00:00:00Z\"", 1);
    std::fs::write(
        &keys,
        expired
            .replace("\"id\": \"operators\"", "\"expires_at\": \"2200-01-01T00:00:00+02:00\", \"id\": \"operators\""),
    )
    .expect("writable");
    let server = site.start();
    assert_eq!(server.get(&site.public, "/mcp/manifest.json").error(), (401, "auth-missing".into()));
    assert_eq!(server.get(&site.operators, "/mcp/manifest.json").status, 200);
}

#[test]
fn every_error_has_the_envelope() {
    let site = Site::new();
    let server = site.start();
    let key = format!("x-auth: {}", site.public);
    let json = "content-type: application/json";
    let check = |request: &str, head: &[&str], body: &[u8], status: u16, code: &str| {
        let length = format!("content-length: {}", body.len());
        let lines = [&[key.as_str(), &length, "x-request-id: req-1"], head].concat();
        let answer = server.send(request, &lines, body);
        assert_eq!(answer.error(), (status, code.into()), "{request} {}", answer.text());
        assert_eq!(answer.json()["error"]["requestId"], "req-1");
        assert_eq!(answer.header("x-request-id"), Some("req-1"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("content-length"), Some(answer.body.len().to_string().as_str()));
        answer
    };
    check("GET /nowhere", &[], b"", 404, "route-not-found");
    let answer = check("GET /mcp/run", &[], b"", 405, "method-not-allowed");
    assert_eq!(answer.header("allow"), Some("POST"));
    let answer = check("DELETE /mcp/manifest.json", &[], b"", 405, "method-not-allowed");
    assert_eq!(answer.header("allow"), Some("GET,HEAD"));
    check("POST /mcp/run", &[], b"{}", 415, "unsupported-media-type");
    check("POST /mcp/run", &["content-type: text/plain"], b"{}", 415, "unsupported-media-type");
    check("POST /mcp/run", &[json], &vec![b' '; (1 << 20) + 1], 413, "request-too-large");
    check("POST /mcp/run", &[json, "x-on-behalf-of: someone"], b"{}", 403, "permission-denied");
    let answer = check("POST /mcp/run", &[json], br#"{"tool":"report","args":{"a":01}}"#, 400, "bad-input");
    assert_eq!(answer.json()["error"]["details"]["offset"], 29);
    let deep = format!(r#"{{"tool":"report","args":{}{}}}"#, "[".repeat(128), "]".repeat(128));
    let refused = [
        "",
        "[]",
        "{}",
        r#"{"tool":"report"}"#,
        r#"{"args":{}}"#,
        r#"{"tool":1,"args":{}}"#,
        deep.as_str(),
        r#"{"tool":"report","args":{},"more":1}"#,
        r#"{"tool":"report","args":{},"args":{}}"#,
        r#"{"tool":"report","args":{"line":"a","line":"b"}}"#,
        r#"{"tool":"report","args":{"line":"a"},"reply_id":""}"#,
        r#"{"tool":"report","args":{"line":"a"},"reply_id":"a b"}"#,
        r#"{"tool":"report","args":{"line":"a"},"reply_id":"é"}"#,
        r#"{"tool":"report","args":{"line":"a"},"reply_to":"nowhere"}"#,
        r#"{"tool":"report","args":{"line":"a"},"confirmation":"token"}"#,
        r#"{"tool":"report","args":{"line":"a"}} x"#,
    ];
    for body in refused {
        check("POST /mcp/run", &[json], body.as_bytes(), 400, "bad-input");
    }
    check("POST /mcp/run", &[json, "idempotency-key: a b"], br#"{"tool":"x","args":{}}"#, 400, "bad-input");
    let twice = ["idempotency-key: a", "idempotency-key: a", json];
    check("POST /mcp/run", &twice, br#"{"tool":"x","args":{}}"#, 400, "bad-input");
    check("GET /mcp/manifest.json", &[&key], b"", 401, "auth-missing");
    check("GET /v1/runs/none", &[], b"", 404, "run-not-found");
    check("GET /v1/runs/none?wait=99999999999999999999999", &[], b"", 404, "run-not-found");
    check("GET /v1/runs/none?wait=-1", &[], b"", 400, "bad-input");
    for request in ["POST /v1/tools", "PUT /v1/tools/report", "DELETE /v1/tools/report", "DELETE /v1/tools"] {
        check(request, &[], b"", 409, "registry-read-only");
    }
    check("GET /v1/tools/%FF", &[], b"", 404, "tool-not-found");
    // A request id that could not be a header is replaced.
    let made = server.send("GET /nowhere", &[&format!("x-request-id: {}", "a".repeat(129))], b"");
    assert!(made.header("x-request-id").is_some_and(|id| id.starts_with("req_")), "{made:?}");
}

#[test]
fn a_chunked_body_is_limited_too() {
    let site = Site::new();
    let server = site.start();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let lines = [&format!("x-auth: {}", site.public), "content-type: application/json", "transfer-encoding: chunked"];
    let answer = server.send("POST /mcp/run", &lines, chunk.repeat(17).as_bytes());
    assert_eq!(answer.error(), (413, "request-too-large".into()));
}

#[test]
fn a_client_that_drips_headers_is_cut_off() {
    let site = Site::new();
    let server = site.start();
    let mut stream = TcpStream::connect(&server.address).expect("it accepts");
    stream.set_read_timeout(Some(Duration::from_millis(500))).expect("a socket");
    let start = Instant::now();
    stream.write_all(b"GET /health HTTP/1.1\r\n").expect("open");
    let mut buffer = [0; 256];
    loop {
        assert!(start.elapsed() < Duration::from_secs(20), "the connection is still open");
        let wrote = stream.write_all(b"x: y\r\n");
        match (wrote, stream.read(&mut buffer)) {
            (Err(_), _) | (_, Ok(0)) => return,
            (_, Ok(_)) => {}
            (_, Err(error))
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            (_, Err(_)) => return,
        }
    }
}

#[test]
fn the_catalogue_knows_all_names_and_tells_gone_from_never() {
    let site = Site::new();
    let server = site.start();
    for name in ["topology:report", "acme.report", "acme_report", "report", "topology%3Areport"] {
        let answer = server.get(&site.public, &format!("/v1/tools/{name}"));
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (200, r#"{"id": "topology:report", "title":"Report"}"#),
            "{name}"
        );
    }
    let first = server.get(&site.public, "/v1/tools/report");
    let etag = first.header("etag").expect("baked documents have one").to_owned();
    let again = [format!("x-auth: {}", site.public), format!("if-none-match: \"x\", W/{etag}")];
    let again = server.send("GET /v1/tools/report", &[&again[0], &again[1]], b"");
    assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(etag.as_str())));
    let gone = server.get(&site.public, "/v1/tools/acme.old");
    assert_eq!(gone.error(), (410, "tool-gone".into()));
    assert_eq!(gone.json()["error"]["details"]["id"], "acme.old");
    for (key, name) in
        [(&site.operators, "acme.old"), (&site.operators, "report"), (&site.public, "append"), (&site.public, "no")]
    {
        assert_eq!(server.get(key, &format!("/v1/tools/{name}")).error(), (404, "tool-not-found".into()), "{name}");
    }
    assert_eq!(server.get(&site.public, "/v1/tools/report?projectId=x").error(), (400, "bad-input".into()));
}

#[test]
fn lists_come_in_pages_whose_cursors_are_their_own() {
    let site = Site::new();
    let server = site.start();
    let ids = |answer: &crate::harness::Answer| {
        let json = answer.json();
        let ids =
            json["data"].as_array().expect("a list").iter().map(|tool| tool["id"].as_str().expect("an id").to_owned());
        ids.collect::<Vec<_>>()
    };
    let first = server.get(&site.public, "/v1/tools?limit=2");
    assert_eq!(ids(&first), ["topology:crash", "topology:fetch"]);
    assert_eq!(first.json()["hasMore"], true);
    let cursor = first.json()["nextCursor"].as_str().expect("there is more").to_owned();
    let second = server.get(&site.public, &format!("/v1/tools?limit=100&cursor={cursor}"));
    assert_eq!(ids(&second).len(), 6);
    assert_eq!(ids(&server.get(&site.public, "/v1/tools?limit=99999999999999999999999")).len(), 8);
    assert!(second.json().get("nextCursor").is_none());
    for path in
        [format!("/v1/tools?name=acme.f&cursor={cursor}"), "/v1/tools?cursor=abc".into(), "/v1/tools?limit=x".into()]
    {
        assert_eq!(server.get(&site.public, &path).error(), (400, "bad-input".into()), "{path}");
    }
    assert_eq!(ids(&server.get(&site.public, "/v1/tools?name=acme.f")), ["topology:fetch", "topology:flaky"]);
    assert_eq!(ids(&server.get(&site.public, "/v1/tools?name=acme.o")), [""; 0]);
    assert_eq!(ids(&server.get(&site.public, "/v1/tools?name=acme.o&includeRetired=true")), ["acme.old"]);
    assert_eq!(ids(&server.get(&site.public, "/v1/tools?name=acme.o&includeRetired=1")), [""; 0]);
}

#[test]
fn a_refusal_lists_a_thousand_violations_and_counts_the_rest() {
    let site = Site::new();
    let server = site.start();
    let check = |count: usize, listed: usize, total: serde_json::Value| {
        let unknown: Vec<String> = (0..count).map(|idx| format!(r#""x{idx}":1"#)).collect();
        let body = format!(r#"{{"tool":"report","args":{{"line":"a",{}}}}}"#, unknown.join(","));
        let answer = server.run(&site.public, &body, &[]);
        assert_eq!(answer.error(), (422, "invalid-arguments".into()));
        let details = &answer.json()["error"]["details"];
        assert_eq!((details["errors"].as_array().expect("a list").len(), &details["total"]), (listed, &total));
    };
    check(1_000, 1_000, serde_json::Value::Null);
    check(1_001, 1_000, 1_001.into());
}
