//! The whole line on the real packs: built by the compiler, started as processes, asked by a real HTTP client.
//!
//! What issue 2 promises, test by test. Nothing is in-process but the caller, the receiver of replies and the stub of the forecast's
//! upstream.

use std::{sync::LazyLock, time::Duration};

use packwright_tests::{
    Dist, Receiver, Server,
    process::{Key, Start},
    receiver::Answer,
};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

static WEATHER: LazyLock<Dist> = LazyLock::new(|| packwright_tests::build("weather"));
static ORDERS: LazyLock<Dist> = LazyLock::new(|| packwright_tests::build("orders"));

const SOON: Duration = Duration::from_secs(20);

fn ok() -> Answer {
    Answer::Now(StatusCode::OK, "{}".to_owned())
}

/// A server of a pack with one key for the public, one for operators, and a data folder of its own.
struct Site {
    data: TempDir,
    start: Start,
    public: Key,
    operator: Key,
}

impl Site {
    fn weather() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut start = Start::new(&WEATHER.binary, data.path());
        let public = start.key(&["public"]);
        let operator = start.key(&["public", "operators"]);
        Self { data, start, public, operator }
    }

    /// Every file below the data folder that handlers wrote, joined: the log of what reached the topology.
    fn observations(&self) -> String {
        std::fs::read_to_string(self.data.path().join("observations.jsonl")).unwrap_or_default()
    }
}

async fn get(server: &Server, key: &Key, path: &str) -> Response {
    packwright_tests::client()
        .get(format!("{}{path}", server.url))
        .header("X-Auth", &key.0)
        .header("X-Request-Id", "same")
        .send()
        .await
        .expect("the server answers")
}

async fn run(server: &Server, key: &Key, body: &Value) -> Response {
    packwright_tests::client()
        .post(format!("{}/mcp/run", server.url))
        .header("Authorization", format!("Bearer {}", key.0))
        .header("X-Request-Id", "same")
        .header("Content-Type", "application/json")
        .body(body.to_string())
        .send()
        .await
        .expect("the server answers")
}

async fn json(response: Response) -> Value {
    serde_json::from_slice(&response.bytes().await.expect("a body")).expect("the body is JSON")
}

/// Starts a run and waits for its end.
async fn finish(server: &Server, key: &Key, body: &Value) -> Value {
    let response = run(server, key, body).await;
    assert_eq!(response.status(), StatusCode::OK, "{}", response.text().await.unwrap_or_default());
    let id = json(response).await["correlation_id"].as_str().expect("a correlation id").to_owned();
    let ended = json(get(server, key, &format!("/v1/runs/{id}?wait=20")).await).await;
    assert_ne!(ended["state"], "running", "{ended}");
    ended
}

#[tokio::test]
async fn the_manifest_has_the_seeds_shape_byte_for_byte() {
    let site = Site::weather();
    let server = site.start.start();
    let response = get(&server, &site.public, "/mcp/manifest.json").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/json");
    let served = response.bytes().await.expect("a body");
    assert_eq!(String::from_utf8_lossy(&served), include_str!("../e2e/weather.manifest.public.json").trim_end());
    for group in ["public", "operators"] {
        let file = std::fs::read(WEATHER.folder.join(format!("manifest.{group}.json"))).expect("the build wrote it");
        if group == "public" {
            assert_eq!(file, served, "dist/manifest.public.json is what a public key is served");
        }
        for tool in serde_json::from_slice::<Vec<serde_json::Map<String, Value>>>(&file).expect("an array of tools") {
            let keys: Vec<&str> = tool.keys().map(String::as_str).collect();
            for key in &keys {
                assert!(
                    ["id", "title", "description", "kind", "input_schema", "output_schema"].contains(key),
                    "{group}: unexpected member {key}"
                );
            }
        }
    }
    let whole = get(&server, &site.operator, "/mcp/manifest.json").await.bytes().await.expect("a body");
    assert_eq!(
        std::fs::read(WEATHER.folder.join("manifest.json")).expect("written"),
        whole,
        "a key of all groups sees all"
    );
}

#[tokio::test]
async fn every_name_of_a_tool_works() {
    let site = Site::weather();
    let server = site.start.start();
    for name in ["topology:weather-report", "acme.weather-report", "acme_weather-report", "weather-report"] {
        let response = run(&server, &site.public, &json!({"tool": name, "args": {"city": "Seattle"}})).await;
        assert_eq!(response.status(), StatusCode::OK, "run by {name}");
        let answer = json(response).await;
        assert_eq!(answer["topology"], "weather-report");
        assert_eq!(answer["kind"], "query");
        assert_eq!(answer["started"], true);
        assert_eq!(answer["status"], "pending");
        assert_eq!(answer["request_id"], "");
        let tool = json(get(&server, &site.public, &format!("/v1/tools/{name}")).await).await;
        assert_eq!(tool["id"], "acme.weather-report", "looked up by {name}");
    }
}

#[tokio::test]
async fn the_report_comes_from_the_embedded_table_and_says_so() {
    let site = Site::weather();
    let server = site.start.start();
    let ended = finish(&server, &site.public, &json!({"tool": "weather-report", "args": {"city": "seattle"}})).await;
    assert_eq!(ended["state"], "completed", "{ended}");
    let output = &ended["output"];
    assert_eq!(output["city"], "Seattle");
    assert_eq!(output["method"], "climatology");
    assert!(output["method_note"].as_str().is_some_and(|it| it.to_lowercase().contains("climatology")), "{output}");
    assert!(output["sources"].to_string().contains("NOAA"), "{output}");
    let high = output["high_c"].as_f64().expect("a number");
    let low = output["low_c"].as_f64().expect("a number");
    assert!(low < high && (-30.0..45.0).contains(&low), "{output}");
}

#[tokio::test]
async fn an_unknown_city_is_a_failure_that_lists_the_known_ones() {
    let site = Site::weather();
    let server = site.start.start();
    let ended = finish(&server, &site.public, &json!({"tool": "weather-report", "args": {"city": "Atlantis"}})).await;
    assert_eq!(ended["state"], "failed", "{ended}");
    assert_eq!(ended["error"]["code"], "unknown-city");
    let message = ended["error"]["message"].as_str().expect("a message");
    assert!(message.contains("Seattle") && message.contains("New York") && message.contains("Atlantis"), "{message}");
}

#[tokio::test]
async fn text_for_an_integer_is_coerced_and_reported() {
    let site = Site::weather();
    let server = site.start.start();
    let ended = finish(
        &server,
        &site.public,
        &json!({"tool": "weather-report", "args": {"city": "Seattle", "days_ahead": "2"}}),
    )
    .await;
    assert_eq!(ended["state"], "completed", "{ended}");
    let refused =
        run(&server, &site.public, &json!({"tool": "weather-report", "args": {"city": 5, "days_ahead": "2"}})).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let details = json(refused).await["error"]["details"].clone();
    assert_eq!(details["coerced"].as_array().map(Vec::len), Some(1), "{details}");
    assert_eq!(details["coerced"][0]["instance_path"], "/days_ahead");
    assert_eq!(details["errors"].as_array().map(Vec::len), Some(1), "{details}");
    for refused in [" 2", "2.0", "02", "+2", "2e0", "", "٢"] {
        let body = json!({"tool": "weather-report", "args": {"city": "Seattle", "days_ahead": refused}});
        let response = run(&server, &site.public, &body).await;
        assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY, "{refused:?} is no integer");
    }
}

#[tokio::test]
async fn invalid_arguments_never_reach_the_topology() {
    let site = Site::weather();
    let server = site.start.start();
    let bad = json!({"tool": "log-observation", "args": {"city": "", "temperature_c": true, "unknown": true}});
    let response = run(&server, &site.operator, &bad).await;
    assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let error = json(response).await["error"].clone();
    assert_eq!(error["code"], "invalid-arguments");
    assert_eq!(error["requestId"], "same");
    let errors = error["details"]["errors"].as_array().expect("a list").clone();
    assert!(errors.len() >= 3, "all violations: length, type, unknown member: {errors:#?}");
    for violation in &errors {
        let keys: Vec<&String> = violation.as_object().expect("an object").keys().collect();
        assert_eq!(keys.len(), 4, "{violation}");
        for key in ["instance_path", "schema_path", "keyword", "message"] {
            assert!(violation[key].is_string(), "{key} in {violation}");
        }
    }
    assert_eq!(site.observations(), "", "the handler wrote nothing");

    let good = json!({"tool": "log-observation", "args": {"city": "Seattle", "temperature_c": "9.5", "note": "foggy"}});
    let ended = finish(&server, &site.operator, &good).await;
    assert_eq!(ended["state"], "completed", "{ended}");
    let written = site.observations();
    assert_eq!(written.lines().count(), 1, "{written}");
    assert!(written.contains("\"temperature_c\":9.5") && written.contains("foggy"), "{written}");
}

#[tokio::test]
async fn unknown_foreign_and_retired_tools_answer_the_same_bytes() {
    let site = Site::weather();
    let server = site.start.start();
    let mut answers = Vec::new();
    for tool in
        ["no-such-tool", "log-observation", "topology:log-observation", "acme.log-observation", "acme.weather-summary"]
    {
        let response = run(&server, &site.public, &json!({"tool": tool, "args": {"city": "Seattle"}})).await;
        let status = response.status();
        let mut headers: Vec<(String, String)> = response
            .headers()
            .iter()
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        headers.sort();
        answers.push((tool, status, headers, response.bytes().await.expect("a body")));
    }
    let (_, status, headers, body) = &answers[0];
    assert_eq!(*status, StatusCode::NOT_FOUND);
    assert!(String::from_utf8_lossy(body).contains("unknown-tool"), "{body:?}");
    for (tool, other_status, other_headers, other_body) in &answers {
        assert_eq!((other_status, other_headers, other_body), (status, headers, body), "{tool}");
    }
    let gone = get(&server, &site.public, "/v1/tools/acme.weather-summary").await;
    assert_eq!(gone.status(), StatusCode::GONE);
    assert_eq!(json(gone).await["error"]["code"], "tool-gone");
    let foreign = get(&server, &site.public, "/v1/tools/acme.log-observation").await;
    assert_eq!(foreign.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_reply_arrives_with_its_id_and_the_output_byte_for_byte() {
    let site = Site::weather();
    let server = site.start.start();
    let mut receiver = Receiver::start(ok()).await;
    let body = json!({
        "tool": "weather-report", "args": {"city": "New York"},
        "reply_to": format!("{}/replies", receiver.url()), "reply_id": "order-66/e",
    });
    let answer = json(run(&server, &site.public, &body).await).await;
    assert_eq!(answer["request_id"], "order-66/e");
    let reply = receiver.next(SOON).await.expect("the reply arrives");
    assert_eq!(reply.method, "POST");
    assert_eq!(reply.target, "/replies");
    assert_eq!(reply.headers["reply-id"], "order-66/e");
    assert_eq!(reply.headers["correlation-id"], answer["correlation_id"].as_str().expect("an id"));
    assert!(reply.headers.contains_key("webhook-id"));
    let value: Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(value["reply_id"], "order-66/e");
    assert_eq!(value["correlation_id"], answer["correlation_id"]);
    assert_eq!(value["topology"], "weather-report");
    assert_eq!(value["status"], "completed");

    let id = answer["correlation_id"].as_str().expect("an id");
    let polled = get(&server, &site.public, &format!("/v1/runs/{id}?wait=20")).await.bytes().await.expect("a body");
    let output = raw_member(&reply.body, "output");
    assert_eq!(raw_member(&polled, "output"), output, "poll and reply carry the same bytes");
    assert!(output.contains("\"city\":\"New York\""), "{output}");
    assert!(
        receiver.next(Duration::from_millis(1500)).await.is_none(),
        "one terminal reply, delivered once when it was accepted"
    );
}

/// The text of a member as it stands in the document.
fn raw_member(document: &[u8], name: &str) -> String {
    let members: std::collections::BTreeMap<String, Box<serde_json::value::RawValue>> =
        serde_json::from_slice(document).expect("an object");
    members[name].get().to_owned()
}

#[tokio::test]
async fn a_run_survives_kill_9_in_its_middle() {
    let site = Site::weather();
    let mut upstream = Receiver::start(Answer::Hang).await;
    let start = site.start.clone().env("WEATHER_OPEN_METEO_URL", &upstream.url());
    let server = start.start();
    let mut receiver = Receiver::start(ok()).await;
    let body = json!({"tool": "weather-report", "args": {"city": "Seattle"}, "reply_to": receiver.url(), "reply_id": "survivor"});
    let answer = json(run(&server, &site.public, &body).await).await;
    let asked = upstream.next(SOON).await.expect("the forecast node is running");
    assert!(asked.target.contains("latitude=47.6"), "{}", asked.target);
    server.kill();
    assert!(receiver.next(Duration::from_millis(200)).await.is_none(), "a killed server replies nothing");

    upstream.answer(Answer::Now(StatusCode::OK, forecast()));
    let server = start.start();
    let reply = receiver.next(SOON).await.expect("the reply comes from the restarted server");
    let value: Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(value["reply_id"], "survivor");
    assert_eq!(value["correlation_id"], answer["correlation_id"]);
    assert_eq!(value["status"], "completed", "{value}");
    assert!(value["output"]["sources"].to_string().contains("Open-Meteo"), "{value}");
    assert_eq!(value["output"]["method"], "forecast");
    assert_eq!(value["output"]["high_c"], json!(11.5));

    // Killed again once the delivery is on record: the run stays ended and nothing is told twice. (Between the receiver's answer and
    // the record lies the instant for which delivery is "at least once".)
    let id = answer["correlation_id"].as_str().expect("an id");
    let path = format!("/v1/runs/{id}");
    let patience = tokio::time::Instant::now() + SOON;
    while json(get(&server, &site.public, &path).await).await["deliveries"][0]["state"] != "delivered" {
        assert!(tokio::time::Instant::now() < patience, "an accepted delivery is recorded");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();
    let server = start.start();
    let polled = json(get(&server, &site.public, &path).await).await;
    assert_eq!(polled["state"], "completed");
    assert!(receiver.next(Duration::from_millis(1500)).await.is_none());
}

#[tokio::test]
async fn a_reply_is_retried_and_outlives_the_server() {
    let site = Site::weather();
    let server = site.start.start();
    let mut receiver = Receiver::start(Answer::Now(StatusCode::SERVICE_UNAVAILABLE, String::new())).await;
    let body =
        json!({"tool": "weather-report", "args": {"city": "Seattle"}, "reply_to": receiver.url(), "reply_id": "again"});
    run(&server, &site.public, &body).await;
    let first = receiver.next(SOON).await.expect("a first attempt");
    server.kill();
    receiver.answer(ok());
    let _server = site.start.start();
    let second = receiver.next(Duration::from_secs(30)).await.expect("a second attempt");
    assert_eq!(first.body, second.body, "all attempts carry the same bytes");
    assert_eq!(first.headers["webhook-id"], second.headers["webhook-id"]);
}

#[tokio::test]
async fn the_orders_pack_offers_its_handler_as_a_tool() {
    let data = tempfile::tempdir().expect("a folder");
    let mut start = Start::new(&ORDERS.binary, data.path());
    let key = start.key(&["public"]);
    let server = start.start();
    let manifest = json(get(&server, &key, "/mcp/manifest.json").await).await;
    assert_eq!(manifest.as_array().map(Vec::len), Some(1));
    assert_eq!(manifest[0]["id"], "tool:lookup-order");
    assert!(!ORDERS.folder.join("graphs").exists(), "no topology, no picture");
    let known = ["acme.lookup-order", "tool:lookup-order", "lookup-order", "acme_lookup-order"];
    for name in known {
        let ended = finish(&server, &key, &json!({"tool": name, "args": {"order_id": "A-1001"}})).await;
        assert_eq!(ended["state"], "completed", "{ended}");
        assert_eq!(ended["output"]["order_id"], "A-1001");
    }
    let ended = finish(&server, &key, &json!({"tool": "lookup-order", "args": {"order_id": "A-9999"}})).await;
    assert_eq!(ended["state"], "failed");
    assert_eq!(ended["error"]["code"], "unknown-order");
}

#[tokio::test]
async fn without_a_key_there_is_nothing_to_see() {
    let site = Site::weather();
    let server = site.start.start();
    let client = packwright_tests::client();
    let mut bodies = Vec::new();
    for key in [None, Some("pw_wrong_key"), Some("")] {
        let mut request = client.get(format!("{}/mcp/manifest.json", server.url)).header("X-Request-Id", "same");
        if let Some(key) = key {
            request = request.header("X-Auth", key);
        }
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        bodies.push(response.bytes().await.expect("a body"));
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]), "absent and wrong keys get the same answer");
    for path in ["/healthz", "/readyz", "/health"] {
        assert_eq!(
            client.get(format!("{}{path}", server.url)).send().await.expect("an answer").status(),
            StatusCode::OK,
            "{path}"
        );
    }
}

/// What Open-Meteo answers for `daily=…`, cut down to the members that are asked for: the same weather on every day from
/// yesterday to next week.
fn forecast() -> String {
    let now = jiff::Timestamp::now();
    let days: Vec<String> =
        (-1..9).map(|ahead| (now + jiff::SignedDuration::from_hours(24 * ahead)).strftime("%F").to_string()).collect();
    let daily = |value: f64| vec![value; days.len()];
    json!({
        "latitude": 47.6, "longitude": -122.3, "timezone": "America/Los_Angeles",
        "daily": {
            "time": days,
            "temperature_2m_max": daily(11.5),
            "temperature_2m_min": daily(5.5),
            "precipitation_sum": daily(2.4),
            "wind_speed_10m_max": daily(14.4),
        },
    })
    .to_string()
}
