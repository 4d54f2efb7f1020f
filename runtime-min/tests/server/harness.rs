//! Servers as processes, a caller that writes bytes, a receiver of replies.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, OnceLock, mpsc},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

/// The example server, built once from this work tree.
pub(crate) fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        // What cargo tells this test about its package would make build scripts that watch it run again, each time.
        for (name, _) in std::env::vars().filter(|(name, _)| is_of_package(name)) {
            cargo.env_remove(name);
        }
        let output = cargo
            .args(["build", "--locked", "--example", "tools", "--message-format=json"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "the example does not build");
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|message| message["target"]["name"] == "tools")
            .find_map(|message| message["executable"].as_str().map(PathBuf::from))
            .expect("cargo names the example's executable")
    })
}

fn is_of_package(name: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_", "CARGO_PRIMARY_"].iter().any(|start| name.starts_with(start))
}

/// A data folder with keys for both groups.
pub(crate) struct Site {
    pub(crate) folder: TempDir,
    /// May use `public`.
    pub(crate) public: String,
    /// May use `operators`.
    pub(crate) operators: String,
    /// Whether the server is told of the keys file.
    pub(crate) keys_file: bool,
    pub(crate) flags: Vec<&'static str>,
    pub(crate) env: Vec<(&'static str, String)>,
}

impl Site {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let keys = folder.path().join("keys.json");
        let key = |group: &str| {
            let keygen =
                Command::new(binary()).args(["keygen", "--id", group, "--group", group, "--keys"]).arg(&keys).output();
            String::from_utf8(keygen.expect("keygen runs").stdout).expect("keys are ASCII").trim().to_owned()
        };
        let (public, operators) = (key("public"), key("operators"));
        Self { folder, public, operators, keys_file: true, flags: vec!["--allow-private-reply-to"], env: Vec::new() }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The lines that handlers wrote.
    pub(crate) fn log(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.data().join("log.txt")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(binary());
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(self.data());
        if self.keys_file {
            command.arg("--keys").arg(self.folder.path().join("keys.json"));
        }
        command.args(&self.flags);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self) -> Server {
        let mut child = self.command().spawn().expect("the server starts");
        let stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
        let (found, address) = mpsc::channel();
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once("ready on http://") {
                    let _ = found.send(address.trim().to_owned());
                }
            }
        });
        let address = address.recv_timeout(Duration::from_secs(10)).expect("the server says that it is ready");
        Server { child, address }
    }
}

/// A running server; killed when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Sends one request with `head` (lines after the request line) and `body`.
    pub(crate) fn send(&self, request: &str, head: &[&str], body: &[u8]) -> Answer {
        let mut text = format!("{request} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n");
        for line in head {
            text.push_str(&format!("{line}\r\n"));
        }
        text.push_str("\r\n");
        let mut stream = TcpStream::connect(&self.address).expect("the server accepts");
        stream.write_all(text.as_bytes()).expect("the server reads");
        // The server may answer and close before it has read a body that it refuses.
        let _ = stream.write_all(body);
        Answer::read(stream)
    }

    pub(crate) fn get(&self, key: &str, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[&format!("x-auth: {key}")], b"")
    }

    /// Posts `body` to `/mcp/run`.
    pub(crate) fn run(&self, key: &str, body: &str, head: &[&str]) -> Answer {
        let auth = format!("x-auth: {key}");
        let length = format!("content-length: {}", body.len());
        let mut lines = vec!["content-type: application/json", &auth, &length];
        lines.extend(head);
        self.send("POST /mcp/run", &lines, body.as_bytes())
    }

    /// Starts a run that must be accepted; its correlation id.
    pub(crate) fn accepted(&self, key: &str, body: &str) -> String {
        let answer = self.run(key, body, &[]);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["correlation_id"].as_str().expect("it has an id").to_owned()
    }

    /// The run when it has ended.
    pub(crate) fn ended(&self, key: &str, correlation_id: &str) -> Value {
        let run = self.get(key, &format!("/v1/runs/{correlation_id}?wait=30")).json();
        assert!(run["ended_at"].is_string(), "{run}");
        run
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn wait(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Lower-case names, without `date`.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(Duration::from_secs(70))).expect("a socket");
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a whole head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .filter(|(name, _)| name != "date")
            .collect();
        Self { status, headers, body: bytes.split_off(end + 4) }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Status and `error.code`.
    pub(crate) fn error(&self) -> (u16, String) {
        (self.status, self.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// One request that a receiver got.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) request: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// An HTTP server that records what it gets, and answers with the given answers in turn, then with 200.
pub(crate) struct Receiver {
    pub(crate) url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    pub(crate) fn new(answers: Vec<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}/reply", listener.local_addr().expect("an address"));
        let received = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&received);
        thread::spawn(move || {
            let mut answers = answers.into_iter();
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(request) = receive(&stream) else { continue };
                shared.lock().expect("no panic").push(request);
                let answer =
                    answers.next().unwrap_or("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                let _ = (&stream).write_all(answer.as_bytes());
            }
        });
        Self { url, received }
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().expect("no panic").clone()
    }

    /// Waits for `count` requests.
    pub(crate) fn wait(&self, count: usize) -> Vec<Received> {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            assert!(Instant::now() < deadline, "{count} requests expected, got {received:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn receive(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    reader.read_line(&mut request).ok()?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, length)| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Received { request: request.trim_end().to_owned(), headers, body })
}

/// Asks until `done`, for at most twenty seconds.
pub(crate) fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}
