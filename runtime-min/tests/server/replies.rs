//! How runs end, and what their receivers get.

use crate::harness::{Receiver, Site, eventually};

const GONE: &str = "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const BROKEN: &str = "HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const REDIRECT: &str = "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

fn body(tool: &str, args: &str, receiver: &Receiver) -> String {
    format!(r#"{{"tool":"{tool}","args":{args},"reply_to":"{}","reply_id":"r-1"}}"#, receiver.url)
}

#[test]
fn the_output_arrives_byte_for_byte() {
    let site = Site::new();
    let server = site.start();
    let receiver = Receiver::new(Vec::new());
    let args = r#"{ "line":"caf\u00e9",   "ms" : 1.0 }"#;
    let id = server.accepted(&site.public, &body("report", args, &receiver));
    let reply = receiver.wait(1).remove(0);
    let output = format!(
        r#"{{"line": "caf\u00e9" ,"right":{{"b":1.0,  "a":"\u00e9","big":123456789012345678901234567890}},"args":{args}}}"#
    );
    assert_eq!(
        reply.text(),
        format!(
            r#"{{"reply_id":"r-1","correlation_id":"{id}","topology":"report","status":"completed","output":{output}}}"#
        )
    );
    assert_eq!(reply.request, "POST /reply HTTP/1.1");
    assert_eq!(reply.header("reply-id"), Some("r-1"));
    assert_eq!(reply.header("correlation-id"), Some(id.as_str()));
    assert_eq!(reply.header("webhook-id"), Some(format!("reply_{id}").as_str()));
    assert_eq!(reply.header("content-type"), Some("application/json"));
    // Coerced arguments are what runs.
    let id = server.accepted(&site.public, &body("report", r#"{"line":"a","ms":"20"}"#, &receiver));
    assert!(receiver.wait(2)[1].text().ends_with(r#""args":{"line":"a","ms":20}}}"#));
    let run = server.ended(&site.public, &id);
    eventually("the delivery is shown", || server.ended(&site.public, &id)["deliveries"][0]["state"] == "delivered");
    assert_eq!(run["output"]["args"]["ms"], 20);
}

#[test]
fn every_ending_replies() {
    let site = Site::new();
    let server = site.start();
    let check = |tool: &str, args: &str, key: &str, expected: &str| {
        let receiver = Receiver::new(Vec::new());
        let id = server.accepted(key, &body(tool, args, &receiver));
        let text = receiver.wait(1)[0].text();
        let start = format!(r#"{{"reply_id":"r-1","correlation_id":"{id}","topology":"{tool}","status":"#);
        assert_eq!(text.strip_prefix(&start), Some(expected), "{text}");
    };
    check("append", r#"{"line":"x"}"#, &site.operators, r#""completed"}"#);
    check(
        "panic",
        r#"{"line":"x"}"#,
        &site.public,
        r#""failed","error":{"code":"handler-panicked","message":"the handler panicked","node":"panic"}}"#,
    );
    check(
        "mismatch",
        r#"{"line":"x"}"#,
        &site.public,
        r#""failed","error":{"code":"output-invalid","message":"expected an object, got the string \"20\"","node":"reply"}}"#,
    );
    check("flaky", r#"{"line":"x","ms":3}"#, &site.public, r#""completed","output":{"attempt":true}}"#);
    check(
        "flaky",
        r#"{"line":"x","ms":4}"#,
        &site.public,
        r#""failed","error":{"code":"busy","message":"try later","node":"flaky"}}"#,
    );
    assert_eq!(site.log(), ["x", "flaky 1", "flaky 2", "flaky 3", "flaky 1", "flaky 2", "flaky 3"]);
}

#[test]
fn a_reply_is_tried_again_with_the_same_id_and_bytes() {
    let site = Site::new();
    let server = site.start();
    let receiver = Receiver::new(vec![BROKEN]);
    let id = server.accepted(&site.public, &body("report", r#"{"line":"a"}"#, &receiver));
    receiver.wait(1);
    eventually("the failed attempt is shown", || {
        let run = server.ended(&site.public, &id);
        let delivery = &run["deliveries"][0];
        delivery["state"] == "pending" && delivery["error"] == "the receiver answered 500"
    });
    let received = receiver.wait(2);
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(received[0].header("webhook-id"), received[1].header("webhook-id"));
}

#[test]
fn gone_stops_and_a_redirect_is_not_followed() {
    let site = Site::new();
    let server = site.start();
    let gone = Receiver::new(vec![GONE]);
    let id = server.accepted(&site.public, &body("report", r#"{"line":"a"}"#, &gone));
    eventually("it is a dead letter", || server.ended(&site.public, &id)["deliveries"][0]["state"] == "dead");
    let redirect = Receiver::new(vec![REDIRECT, GONE]);
    let id = server.accepted(&site.public, &body("report", r#"{"line":"a"}"#, &redirect));
    eventually("it has failed", || {
        server.ended(&site.public, &id)["deliveries"][0]["error"] == "the receiver answered 302"
    });
    assert_eq!(redirect.received().len(), 1);
}

#[test]
fn declared_calls_are_made_and_judged() {
    let mut site = Site::new();
    let upstream = Receiver::new(vec![
        "HTTP/1.1 200 OK\r\ncontent-length: 20\r\nconnection: close\r\n\r\n{\"a\" : 1.0, \"b\":1e2}",
        "HTTP/1.1 404 No\r\ncontent-length: 4\r\nconnection: close\r\n\r\nnope",
        "HTTP/1.1 503 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n{1:2}",
        "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{",
    ]);
    site.env.push(("TOOLS_UPSTREAM", upstream.url.clone()));
    let server = site.start();
    let fetch = |path: &str| {
        let id =
            server.accepted(&site.public, &format!(r#"{{"tool":"fetch","args":{{"line":"a&b","path":"{path}"}}}}"#));
        let answer = server.get(&site.public, &format!("/v1/runs/{id}?wait=30"));
        let text = answer.text();
        let start = text.find("\"state\"").expect("it has one");
        text[start..text.find(",\"accepted_at\"").expect("it has one")].to_owned()
    };
    assert_eq!(fetch("x y"), r#""state":"completed","output":{"answer":{"a" : 1.0, "b":1e2}}"#);
    assert_eq!(upstream.received()[0].request, "GET /reply/items/x%20y?line=a%26b HTTP/1.1");
    assert!(fetch("x").contains("answered 404: nope"));
    assert!(fetch("x").contains("answered 503"));
    assert!(fetch("x").contains("http-output-invalid"));
    assert_eq!(fetch("x"), r#""state":"completed","output":{"answer":null}"#);
    assert!(fetch("x").contains("HTTP call `upstream`: the answer broke off"));
    assert!(fetch("..").contains("http-placeholder"));
    assert_eq!(upstream.received().len(), 6);
}

#[test]
fn a_declared_call_ends_at_its_timeout() {
    let mut site = Site::new();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    site.env.push(("TOOLS_UPSTREAM", format!("http://{}", silent.local_addr().expect("an address"))));
    let server = site.start();
    let id = server.accepted(&site.public, r#"{"tool":"fetch","args":{"line":"a","path":"x"}}"#);
    assert_eq!(server.ended(&site.public, &id)["error"]["code"], "http-timeout");
}

#[test]
fn an_optional_upstream_that_is_not_configured_is_null() {
    let site = Site::new();
    let server = site.start();
    let id = server.accepted(&site.public, r#"{"tool":"fetch","args":{"line":"a","path":"x"}}"#);
    assert_eq!(server.ended(&site.public, &id)["output"].to_string(), r#"{"answer":null}"#);
}
