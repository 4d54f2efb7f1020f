//! How much a rejected run costs: `POST /mcp/run` of the weather server with invalid arguments against a bare axum handler that only
//! parses the same body with serde_json. Both are processes of their own; rounds alternate, and the median round counts.
//!
//! `cargo bench -p packwright-tests --bench rejected`

use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use axum::{Router, body::Bytes, http::StatusCode, routing::post};
use packwright_tests::process::Start;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const CONNECTIONS: usize = 16;
const ROUND: Duration = Duration::from_secs(3);
const ROUNDS: usize = 5;
const BODY: &str =
    r#"{"tool":"weather-report","args":{"city":"","days_ahead":"99","unit":"kelvin","note":"a caller's mistake"}}"#;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    if env::args().any(|arg| arg == "--bare") {
        runtime.block_on(bare());
    } else {
        runtime.block_on(compare());
    }
}

/// The bare handler, as a process.
async fn bare() {
    let app = Router::new().route(
        "/mcp/run",
        post(|body: Bytes| async move {
            match serde_json::from_slice::<serde_json::Value>(&body) {
                Ok(_) => (StatusCode::OK, "{}"),
                Err(_) => (StatusCode::BAD_REQUEST, "{}"),
            }
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("an address"));
    axum::serve(axum::serve::ListenerExt::tap_io(listener, |stream| drop(stream.set_nodelay(true))), app)
        .await
        .expect("serving goes on");
}

/// A process under load.
struct Target {
    name: &'static str,
    address: String,
    pid: u32,
    request: Vec<u8>,
    expect: &'static str,
    rates: Vec<f64>,
    cpu_micros: Vec<f64>,
}

async fn compare() {
    let data = tempfile::tempdir().expect("a folder");
    let dist = packwright_tests::build("weather");
    let mut start = Start::new(&dist.binary, data.path());
    let key = start.key(&["public"]).0;
    let server = start.start();
    let (mut bare, bare_address) = spawn_bare();

    let mut targets = [
        Target {
            name: "bare axum handler, parses only",
            request: request(&bare_address, ""),
            address: bare_address,
            pid: bare.id(),
            expect: "HTTP/1.1 200",
            rates: Vec::new(),
            cpu_micros: Vec::new(),
        },
        Target {
            name: "packwright, rejected run",
            request: request(server.url.trim_start_matches("http://"), &format!("X-Auth: {key}\r\n")),
            address: server.url.trim_start_matches("http://").to_owned(),
            pid: server.pid(),
            expect: "HTTP/1.1 422",
            rates: Vec::new(),
            cpu_micros: Vec::new(),
        },
    ];
    for round in 0..=ROUNDS {
        for target in &mut targets {
            let (rate, cpu) = load(target).await;
            // The first round warms up.
            if round > 0 {
                target.rates.push(rate);
                target.cpu_micros.push(cpu);
            }
        }
    }
    bare.kill().expect("the bare server ends");
    let [(bare_rate, bare_cpu), (ours_rate, ours_cpu)] = targets.each_ref().map(|target| {
        let (rate, cpu) = (median(&target.rates), median(&target.cpu_micros));
        println!("{:34} {rate:9.0} requests/s   {cpu:6.1} us of server CPU a request", target.name);
        (rate, cpu)
    });
    println!("throughput ratio {:.2}   CPU ratio {:.2}", ours_rate / bare_rate, ours_cpu / bare_cpu);
}

fn spawn_bare() -> (Child, String) {
    let mut child = Command::new(env::current_exe().expect("this program has a path"))
        .arg("--bare")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the bare server starts");
    let mut address = String::new();
    BufReader::new(child.stdout.take().expect("stdout is piped"))
        .read_line(&mut address)
        .expect("it prints its address");
    (child, address.trim().to_owned())
}

fn request(host: &str, headers: &str) -> Vec<u8> {
    format!(
        "POST /mcp/run HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{BODY}",
        BODY.len()
    )
    .into_bytes()
}

/// One round: requests per second, and microseconds of the server's CPU a request.
async fn load(target: &Target) -> (f64, f64) {
    let before = cpu_seconds(target.pid);
    let begun = Instant::now();
    let tasks: Vec<_> = (0..CONNECTIONS)
        .map(|_| tokio::spawn(connection(target.address.clone(), target.request.clone(), target.expect, begun + ROUND)))
        .collect();
    let mut answers = 0;
    for task in tasks {
        answers += task.await.expect("a connection's task ends");
    }
    let answers = f64::from(answers);
    (answers / begun.elapsed().as_secs_f64(), (cpu_seconds(target.pid) - before) * 1e6 / answers)
}

async fn connection(address: String, request: Vec<u8>, expect: &'static str, until: Instant) -> u32 {
    let mut stream = TcpStream::connect(&address).await.expect("it accepts");
    stream.set_nodelay(true).expect("a TCP socket");
    // The caller shares the cores with the server, so it does as little as it can: all answers have the length of the first.
    let mut answer = first_answer(&mut stream, &request).await;
    let mut answers = 1;
    while Instant::now() < until {
        stream.write_all(&request).await.expect("it reads");
        stream.read_exact(&mut answer).await.expect("it answers as it did before");
        assert!(answer.starts_with(expect.as_bytes()), "{}", String::from_utf8_lossy(&answer));
        answers += 1;
    }
    answers
}

async fn first_answer(stream: &mut TcpStream, request: &[u8]) -> Vec<u8> {
    stream.write_all(request).await.expect("it reads");
    let mut answer = Vec::new();
    loop {
        assert!(stream.read_buf(&mut answer).await.expect("it answers") > 0, "the server hung up");
        if let Some(end) = answer_end(&answer) {
            assert_eq!(end, answer.len(), "one answer a request");
            return answer;
        }
    }
}

/// Where the answer in `buffer` ends, once it is all there.
fn answer_end(buffer: &[u8]) -> Option<usize> {
    let head = buffer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&buffer[..head]).ok()?.to_ascii_lowercase();
    let length = text.split("content-length:").nth(1)?.split("\r\n").next()?.trim().parse::<usize>().ok()?;
    (buffer.len() >= head + length).then_some(head + length)
}

/// User and system time of a process so far.
fn cpu_seconds(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("Linux, and the process lives");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a name in parentheses").split_whitespace().collect();
    // Fields 14 and 15 of proc(5), counted after the name; in clock ticks of 1/100 s.
    let ticks = |idx: usize| fields[idx].parse::<f64>().expect("a number");
    (ticks(11) + ticks(12)) / 100.0
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
