//! A real HTTP server on loopback: it records what arrives and answers as the test says. Receives replies, plays upstreams.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Response},
};
use tokio::sync::mpsc;

/// One request that arrived.
#[derive(Clone, Debug)]
pub struct Received {
    /// The method.
    pub method: Method,
    /// Path and query.
    pub target: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The body's bytes.
    pub body: Bytes,
}

/// What the receiver answers.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This status and JSON body at once.
    Now(StatusCode, String),
    /// The status and JSON body that this makes of the method and the path with its query.
    Of(fn(&Method, &str) -> (StatusCode, String)),
    /// Nothing for an hour.
    Hang,
}

/// A listening receiver.
#[derive(Debug)]
pub struct Receiver {
    /// Where it listens.
    pub address: SocketAddr,
    arrived: mpsc::UnboundedReceiver<Received>,
    answer: Arc<Mutex<Answer>>,
}

#[derive(Clone)]
struct Shared {
    arrived: mpsc::UnboundedSender<Received>,
    answer: Arc<Mutex<Answer>>,
}

impl Receiver {
    /// Starts one on a free loopback port.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn start(answer: Answer) -> Self {
        let (sender, arrived) = mpsc::unbounded_channel();
        let answer = Arc::new(Mutex::new(answer));
        let shared = Shared { arrived: sender, answer: Arc::clone(&answer) };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let app = Router::new().fallback(receive).with_state(shared);
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { address, arrived, answer }
    }

    /// Its base URL, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers otherwise from now on.
    ///
    /// # Panics
    /// When a request's task panicked while it held the lock.
    pub fn answer(&self, answer: Answer) {
        *self.answer.lock().expect("no one panics while holding it") = answer;
    }

    /// The next request, waiting up to `patience` for it.
    pub async fn next(&mut self, patience: Duration) -> Option<Received> {
        tokio::time::timeout(patience, self.arrived.recv()).await.ok().flatten()
    }
}

async fn receive(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 64 << 20).await.unwrap_or_default();
    let target = parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    // A test that stopped looking is no reason to fail its peer.
    let (method, asked) = (parts.method.clone(), target.clone());
    let _ = shared.arrived.send(Received { method: parts.method, target, headers: parts.headers, body });
    let answer = shared.answer.lock().expect("no one panics while holding it").clone();
    let now =
        |(status, body): (StatusCode, String)| (status, [("content-type", "application/json")], body).into_response();
    match answer {
        Answer::Now(status, body) => now((status, body)),
        Answer::Of(answer) => now(answer(&method, &asked)),
        Answer::Hang => {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            StatusCode::GATEWAY_TIMEOUT.into_response()
        }
    }
}
