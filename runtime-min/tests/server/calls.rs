//! `POST /mcp/run` up to its answer.

use crate::harness::Site;

#[test]
fn all_names_run_and_the_answer_is_exactly_this() {
    let site = Site::new();
    let server = site.start();
    for name in ["topology:report", "acme.report", "acme_report", "report"] {
        let body = format!(r#"{{"tool":"{name}","args":{{"line":"a","ms":"20"}},"reply_id":"r\"1"}}"#);
        let answer = server.run(&site.public, &body, &[]);
        let id = answer.json()["correlation_id"].as_str().expect("an id").to_owned();
        let expected = format!(
            r#"{{"topology":"report","kind":"query","correlation_id":"{id}","request_id":"r\"1","started":true,"status":"pending"}}"#
        );
        assert_eq!((answer.status, answer.text()), (200, expected));
    }
    let command =
        server.run(&site.operators, r#" { "args" : { "line" : "x" } , "tool" : "append", "reply_to": null } "#, &[]);
    let answer = command.json();
    assert_eq!(
        (&answer["kind"], &answer["status"], &answer["request_id"]),
        (&"command".into(), &"started".into(), &"".into())
    );
}

#[test]
fn tools_that_are_unknown_retired_or_anothers_cannot_be_told_apart() {
    let site = Site::new();
    let server = site.start();
    let ask = |tool: &str, args: &str| {
        server.run(&site.public, &format!(r#"{{"tool":"{tool}","args":{args}}}"#), &["x-request-id: same"])
    };
    let unknown = ask("acme.no-such-tool", "{}");
    assert_eq!(unknown.error(), (404, "unknown-tool".into()));
    for tool in ["append", "topology:append", "acme.append", "acme_append", "acme.old", "old", "", "é"] {
        assert_eq!(ask(tool, "{}"), unknown, "{tool}");
        assert_eq!(ask(tool, r#"{"line":"valid"}"#), unknown, "{tool}");
    }
    assert!(site.log().is_empty());
}

#[test]
fn bad_arguments_are_all_listed_and_never_reach_the_topology() {
    let site = Site::new();
    let server = site.start();
    let answer = server.run(&site.operators, r#"{"tool":"append","args":{"lin":"x","ms":" 20","path":1}}"#, &[]);
    assert_eq!(answer.error(), (422, "invalid-arguments".into()));
    let details = answer.json()["error"]["details"].clone();
    let found: Vec<_> = details["errors"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|error| format!("{} {} {}", error["keyword"], error["instance_path"], error["schema_path"]))
        .collect();
    assert_eq!(
        found,
        [
            r#""required" "" "/required""#,
            r#""additionalProperties" "/lin" "/additionalProperties""#,
            r#""type" "/ms" "/properties/ms/type""#,
            r#""type" "/path" "/properties/line/type""#,
        ]
    );
    let answer = server.run(&site.operators, r#"{"tool":"append","args":{"ms":"20"}}"#, &[]);
    assert_eq!(answer.json()["error"]["details"]["coerced"].to_string(), r#"[{"instance_path":"/ms","to":"integer"}]"#);
    assert!(site.log().is_empty(), "a handler ran");
}

#[test]
fn an_idempotency_key_starts_one_run() {
    let site = Site::new();
    let server = site.start();
    let body = r#"{"tool":"append","args":{"line":"once"}}"#;
    let key = "idempotency-key: k1";
    let first = server.run(&site.operators, body, &[key]);
    assert_eq!((first.status, first.header("x-idempotent-replay")), (200, None));
    let again = server.run(&site.operators, body, &[key]);
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.header("x-idempotent-replay"), Some("true"));
    let other = server.run(&site.operators, r#"{"tool":"append","args":{"line":"twice"}}"#, &[key]);
    assert_eq!(other.error(), (409, "idempotency-key-body-mismatch".into()));
    // Another caller's key of the same name is another key, and an answer of 400 and more is not kept.
    let anothers = server.run(&site.public, body, &[key]);
    assert_eq!(anothers.error(), (404, "unknown-tool".into()));
    assert_eq!(server.run(&site.public, r#"{"tool":"report","args":{"line":"a"}}"#, &[key]).status, 200);
    server.ended(&site.operators, first.json()["correlation_id"].as_str().expect("an id"));
    assert_eq!(site.log(), ["once"]);
}

#[test]
fn a_run_is_seen_by_its_own_caller_only() {
    let site = Site::new();
    let server = site.start();
    let id = server.accepted(&site.public, r#"{"tool":"report","args":{"line":"a"},"reply_id":"r1"}"#);
    let run = server.ended(&site.public, &id);
    assert_eq!(
        (&run["state"], &run["topology"], &run["request_id"]),
        (&"completed".into(), &"report".into(), &"r1".into())
    );
    assert_eq!(server.get(&site.operators, &format!("/v1/runs/{id}")).error(), (404, "run-not-found".into()));
    assert_eq!(server.get(&site.public, &format!("/v1/runs/{id}?wait=soon")).error(), (400, "bad-input".into()));
}

#[test]
fn private_receivers_need_the_operators_leave() {
    let mut site = Site::new();
    site.flags.clear();
    let server = site.start();
    for url in [
        "http://example.com/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::ffff:10.0.0.1]/",
        "https://localhost/",
    ] {
        let body = format!(r#"{{"tool":"report","args":{{"line":"a"}},"reply_to":"{url}"}}"#);
        assert_eq!(server.run(&site.public, &body, &[]).error(), (400, "bad-input".into()), "{url}");
    }
}
