//! Every kind of node on the real server: `packs/flows` built by the compiler, started as a process, asked over HTTP.
//!
//! The pack's handlers write down each call, so that a test sees what ran, how often and in which order.

use std::{sync::LazyLock, time::Duration};

use packwright_tests::{
    Dist, Receiver, Server,
    process::{Key, Start},
    receiver::Answer,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

static FLOWS: LazyLock<Dist> = LazyLock::new(|| packwright_tests::build("flows"));

/// A server of the pack with a data folder of its own.
struct Site {
    data: TempDir,
    start: Start,
    server: Server,
    key: Key,
}

impl Site {
    fn start() -> Self {
        // Whoever asks the shop here finds nobody.
        Self::with_shop("http://127.0.0.1:9")
    }

    /// A server whose shop is at this URL.
    fn with_shop(url: &str) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut start = Start::new(&FLOWS.binary, data.path()).env("SHOP_URL", url);
        let key = start.key(&["public"]);
        Self { server: start.start(), start, data, key }
    }

    /// The same after the process was killed and started again.
    fn restarted(self) -> Self {
        let Self { data, start, server, key } = self;
        server.kill();
        Self { server: start.start(), start, data, key }
    }

    /// The lines that the handlers have written.
    fn calls(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.data.path().join("calls.log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = packwright_tests::client().post(format!("{}{path}", self.server.url));
        let request = request.header("X-Auth", &self.key.0).header("Content-Type", "application/json");
        let response = request.body(body.to_string()).send().await.expect("the server answers");
        (response.status(), serde_json::from_slice(&response.bytes().await.expect("a body")).expect("JSON"))
    }

    /// Starts a run; its id.
    async fn begin(&self, tool: &str, args: Value) -> String {
        let (status, answer) = self.post("/mcp/run", &json!({"tool": tool, "args": args})).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer["correlation_id"].as_str().expect("an id").to_owned()
    }

    async fn end(&self, id: &str) -> Value {
        let url = format!("{}/v1/runs/{id}?wait=20", self.server.url);
        let request = packwright_tests::client().get(url).header("X-Auth", &self.key.0);
        let response = request.send().await.expect("the server answers");
        serde_json::from_slice(&response.bytes().await.expect("a body")).expect("JSON")
    }

    /// The output of a run that completes.
    async fn output(&self, tool: &str, args: Value) -> Value {
        let id = self.begin(tool, args).await;
        let ended = self.end(&id).await;
        assert_eq!(ended["state"], "completed", "{ended}");
        ended["output"].clone()
    }

    /// The first line of the log that begins so, once it is there.
    async fn line(&self, start: &str) -> String {
        for _ in 0..200 {
            if let Some(line) = self.calls().into_iter().find(|line| line.starts_with(start)) {
                return line;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no line begins with `{start}`: {:?}", self.calls());
    }
}

#[tokio::test]
async fn a_switch_takes_one_way_and_converge_goes_on_with_it() {
    let site = Site::start();
    assert_eq!(site.output("choose", json!({"style": "formal"})).await, json!({"text": "Good day"}));
    assert_eq!(site.output("choose", json!({"style": "casual"})).await, json!({"text": "Hi"}));
    assert_eq!(site.calls(), ["Good day", "Hi"], "the other way was never gone");
}

#[tokio::test]
async fn of_several_conditions_the_first_that_holds_wins_and_only_its_response_fires() {
    let site = Site::start();
    for (score, grade) in [(80, "high"), (79, "middle"), (40, "middle"), (39, "low")] {
        assert_eq!(site.output("conditions", json!({"score": score})).await, json!({"grade": grade}), "{score}");
    }
}

#[tokio::test]
async fn a_loop_collects_skips_and_reduces() {
    let site = Site::start();
    let output = site.output("each", json!({"numbers": [3, 13, 4]})).await;
    assert_eq!(output["squares"][0], json!({"ok": {"value": 9}}));
    assert_eq!(output["squares"][1]["error"]["code"], "unlucky", "{output}");
    assert_eq!(output["squares"][2], json!({"ok": {"value": 16}}));
    assert_eq!(output["sum"], 25);
    assert_eq!(site.calls().len(), 6, "each item once in each loop");
    assert_eq!(site.output("each", json!({"numbers": []})).await, json!({"squares": [], "sum": 0}));
}

#[tokio::test]
async fn pages_are_read_until_there_is_no_cursor() {
    let site = Site::start();
    assert_eq!(site.output("pages", json!({})).await, json!({"numbers": [1, 2, 3, 4, 5]}));
    assert_eq!(site.calls(), ["page 1", "page 3", "page 5"], "no page twice");
}

#[tokio::test]
async fn a_failure_with_an_error_path_is_tried_again_and_then_caught() {
    let site = Site::start();
    assert_eq!(site.output("caught", json!({"broken": false})).await, json!({"text": "try"}));
    assert_eq!(site.calls(), ["try 1", "try 2"]);
    let output = site.output("caught", json!({"broken": true})).await;
    assert_eq!(output, json!({"text": "broken: it cannot be done"}));
}

#[tokio::test]
async fn what_was_done_is_taken_back_in_reverse_order() {
    let site = Site::start();
    let id = site.begin("undone", json!({})).await;
    let ended = site.end(&id).await;
    assert_eq!((&ended["state"], &ended["error"]["code"]), (&json!("failed"), &json!("broken")), "{ended}");
    assert_eq!(site.calls(), ["first", "second", "third 1", "undo second", "undo first"]);
}

#[tokio::test]
async fn a_wait_takes_one_good_answer() {
    let site = Site::start();
    let id = site.begin("ask", json!({"within": "1h"})).await;
    let token = site.line("token ").await;
    let path = format!("/v1/wait-tokens/{}/complete", token.trim_start_matches("token "));
    let (status, refused) = site.post(&path, &json!({"yes": "perhaps"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let (status, answer) = site.post(&path, &json!({"yes": true})).await;
    assert!(status.is_success(), "{answer}");
    let (status, again) = site.post(&path, &json!({"yes": false})).await;
    assert_eq!((status, &again["error"]["code"]), (StatusCode::CONFLICT, &json!("wait-token-closed")));
    assert_eq!(site.end(&id).await["output"], json!({"text": "answered true"}));
}

#[tokio::test]
async fn silence_has_a_way_of_its_own() {
    let site = Site::start();
    assert_eq!(site.output("ask", json!({"within": "1s"})).await, json!({"text": "nobody answered"}));
}

#[tokio::test]
async fn an_answer_goes_out_before_the_rest_of_the_work() {
    let site = Site::start();
    let id = site.begin("later", json!({})).await;
    assert_eq!(site.line("afterwards").await, "afterwards");
    let ended = site.end(&id).await;
    assert_eq!(ended["output"], json!({"run": id}), "{ended}");
}

#[tokio::test]
async fn topologies_run_topologies_once_and_for_each() {
    let site = Site::start();
    let output = site.output("nested", json!({})).await;
    assert_eq!(output, json!({"once": "Good day", "each": [{"grade": "high"}, {"grade": "low"}]}));
}

#[tokio::test]
async fn state_is_seen_by_all_topologies_and_outlives_the_server() {
    let site = Site::start();
    let remember = |text: &str, expected: Value| json!({"key": "k", "text": text, "expected": expected});
    assert_eq!(site.output("recall", json!({"keys": ["k"]})).await, json!({"notes": [null]}));
    assert_eq!(site.output("remember", remember("one", Value::Null)).await, json!({"text": "one"}));
    let late = site.output("remember", remember("two", Value::Null)).await;
    assert_eq!(late, json!({"text": "conflict: state-conflict"}));
    assert_eq!(site.output("remember", remember("two", json!({"text": "one"}))).await, json!({"text": "two"}));
    let site = site.restarted();
    assert_eq!(site.output("recall", json!({"keys": ["k", "other"]})).await, json!({"notes": [{"text": "two"}, null]}));
    let id = site.begin("forget", json!({"key": "k"})).await;
    assert_eq!(site.end(&id).await["state"], "completed");
    assert_eq!(site.output("recall", json!({"keys": ["k"]})).await, json!({"notes": [null]}));
}

#[tokio::test]
async fn a_watermark_moves_with_runs_that_complete_and_no_others() {
    let site = Site::start();
    let id = site.begin("since", json!({"to": 5, "broken": true})).await;
    assert_eq!(site.end(&id).await["state"], "failed");
    assert_eq!(site.output("since", json!({"to": 7, "broken": false})).await, json!({"from": null}));
    assert_eq!(site.output("since", json!({"to": 9, "broken": false})).await, json!({"from": 7}));
}

/// A shop that has things, but none that is called `nothing`.
fn shop(method: &Method, target: &str) -> (StatusCode, String) {
    match (method.as_str(), target) {
        (_, "/stock/nothing") => (StatusCode::NOT_FOUND, json!({"error": "no such thing"}).to_string()),
        ("POST", _) => (StatusCode::CREATED, json!({"order": "o-1"}).to_string()),
        (_, _) => (StatusCode::OK, json!({"count": 3}).to_string()),
    }
}

const SOON: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_status_that_the_node_lists_is_no_failure_and_its_output_is_null() {
    let mut receiver = Receiver::start(Answer::Of(shop)).await;
    let site = Site::with_shop(&receiver.url());
    assert_eq!(site.output("buy", json!({"sku": "nothing"})).await, json!({"count": 0, "order": "none"}));
    assert_eq!(receiver.next(SOON).await.expect("a request").target, "/stock/nothing");
    assert_eq!(site.output("buy", json!({"sku": "thing"})).await, json!({"count": 3, "order": "o-1"}));
    assert_eq!(site.calls(), ["o-1 as thing/o-1"], "the handler has the key that its node gives it");
}

#[tokio::test]
async fn a_call_that_is_sent_again_has_the_same_key() {
    fn broken(method: &Method, target: &str) -> (StatusCode, String) {
        if method == Method::POST { (StatusCode::BAD_GATEWAY, "{}".to_owned()) } else { shop(method, target) }
    }
    let mut receiver = Receiver::start(Answer::Of(broken)).await;
    let site = Site::with_shop(&receiver.url());
    let id = site.begin("buy", json!({"sku": "thing"})).await;
    let key = |request: &packwright_tests::receiver::Received| {
        request.headers.get("idempotency-key").map(|key| key.to_str().expect("visible ASCII").to_owned())
    };
    let asked = receiver.next(SOON).await.expect("the question for the stock");
    assert_eq!(key(&asked), None, "only nodes that say so send one");
    let first = receiver.next(SOON).await.expect("an order");
    receiver.answer(Answer::Of(shop));
    let second = receiver.next(SOON).await.expect("the same order");
    assert_eq!(site.end(&id).await["output"], json!({"count": 3, "order": "o-1"}));
    assert_eq!((key(&first), key(&second)), (Some(format!("{id}.order")), Some(format!("{id}.order"))));
}
