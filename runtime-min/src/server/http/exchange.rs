//! One request and its answer, read with a limit and judged by status.

use std::sync::OnceLock;

use reqwest::{Method, Response, StatusCode, header};
use url::Url;

use super::Success;
use crate::{
    HandlerError,
    handler::FailureClass,
    server::{
        address::{self, Reach},
        client::{self, Clients, causes},
    },
};

/// The clients of all calls of this process: connections are kept between runs.
static CLIENTS: OnceLock<Clients> = OnceLock::new();

/// The largest answer that is read.
const ANSWER_BYTES: usize = 10 << 20;

/// How much of a refusal's text a failure quotes, in characters.
const QUOTED: usize = 512;

/// What is asked, and which statuses are no failure.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) method: &'a str,
    pub(super) url: Url,
    pub(super) body: Option<Vec<u8>>,
    pub(super) idempotency_key: Option<&'a str>,
    pub(super) success: Success,
}

/// Sends the request and reads the whole answer; none where its status is a success without what the pack declares.
pub(super) async fn exchange(request: Request<'_>, reach: Reach) -> Result<Option<Vec<u8>>, HandlerError> {
    let Request { method, url, body, idempotency_key, success } = request;
    // The resolver judges names; an address written into the URL never reaches it.
    address::check(url.as_str(), reach)
        .map_err(|reason| HandlerError::permanent("http-address", format!("the URL is refused: {reason}")))?;
    let http = CLIENTS
        .get_or_init(Clients::default)
        .of(reach)
        .map_err(|reason| HandlerError::permanent("http-client", reason))?;
    let method = Method::from_bytes(method.as_bytes())
        .map_err(|_| HandlerError::permanent("http-method", "the method is not one"))?;
    let mut request = http.request(method, url).header(header::ACCEPT, "application/json");
    if let Some(body) = body {
        request = request.header(header::CONTENT_TYPE, "application/json").body(body);
    }
    if let Some(key) = idempotency_key {
        request = request.header(IDEMPOTENCY_KEY, key);
    }
    let response = request.send().await.map_err(|error| broken(&error))?;
    match judge(response.status(), success) {
        Judged::Declared => {}
        Judged::Empty => return Ok(None),
        Judged::Failure => return Err(refusal(response.status(), response).await),
    }
    let (answer, complete) = read(response, ANSWER_BYTES).await.map_err(|error| broken(&error))?;
    if !complete {
        let message = format!("the answer is larger than {ANSWER_BYTES} bytes");
        return Err(HandlerError::permanent("http-too-large", message));
    }
    Ok(Some(if answer.is_empty() { b"null".to_vec() } else { answer }))
}

/// The header that tells a service that it is the same call again (draft-ietf-httpapi-idempotency-key-header).
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// What a status means for the node that made the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server) enum Judged {
    /// What the pack declares comes with it.
    Declared,
    /// It is no failure, and nothing that the pack declares comes with it.
    Empty,
    /// It is a failure.
    Failure,
}

/// What this status means where those of `success` are no failure.
pub(in crate::server) fn judge(status: StatusCode, success: Success) -> Judged {
    match success.iter().any(|(first, last)| (*first..=*last).contains(&status.as_u16())) {
        true if status.is_success() => Judged::Declared,
        true => Judged::Empty,
        false => Judged::Failure,
    }
}

fn broken(error: &reqwest::Error) -> HandlerError {
    // The client gives up on a connection that is not made in time.
    let class = if error.is_timeout() { FailureClass::Timeout } else { FailureClass::Connection };
    HandlerError::transient("http-connection", causes(error)).of_class(class)
}

/// A status that is no success: busy and broken servers may recover, the rest says that the request is wrong.
async fn refusal(status: StatusCode, response: Response) -> HandlerError {
    // Of others than these it says where to go, or nothing.
    let asks = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let retry_after_ms = if asks { client::retry_after_ms(response.headers()) } else { None };
    let text = read(response, QUOTED * 4).await.map(|(text, _)| text).unwrap_or_default();
    HandlerError { retry_after_ms, ..refused(status, &String::from_utf8_lossy(&text)) }
}

/// The failure that a status is which is no success, with the beginning of what came with it.
pub(in crate::server) fn refused(status: StatusCode, text: &str) -> HandlerError {
    let quoted: String = text.chars().take(QUOTED).collect();
    let message = format!("answered {}: {quoted}", status.as_u16());
    let class = match status {
        StatusCode::TOO_MANY_REQUESTS => FailureClass::Throttled,
        status if status.is_server_error() => FailureClass::ServerError,
        _ => FailureClass::Permanent,
    };
    HandlerError::permanent("http-status", message).of_class(class)
}

/// At most `limit` bytes, and whether that is all.
async fn read(mut response: Response, limit: usize) -> Result<(Vec<u8>, bool), reqwest::Error> {
    let mut answer = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = limit - answer.len();
        answer.extend_from_slice(&chunk[..chunk.len().min(room)]);
        if chunk.len() > room {
            return Ok((answer, false));
        }
    }
    Ok((answer, true))
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    /// What a GET comes to that is answered with this status line, with the request as it was received.
    async fn get(status: &str, success: Success) -> (Result<Option<Vec<u8>>, HandlerError>, String) {
        let service = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/", service.local_addr().expect("an address"));
        let answer = format!("HTTP/1.1 {status}\r\nretry-after: 2\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        let serve = async {
            let (mut connection, _) = service.accept().await.expect("a request");
            let mut request = [0; 1024];
            let length = connection.read(&mut request).await.expect("its bytes");
            connection.write_all(answer.as_bytes()).await.expect("it listens");
            String::from_utf8_lossy(&request[..length]).into_owned()
        };
        let url = Url::parse(&url).expect("a URL");
        let request = Request { method: "GET", url, body: None, idempotency_key: Some("k-1"), success };
        tokio::join!(exchange(request, Reach::Private), serve)
    }

    #[tokio::test]
    async fn a_busy_service_says_when_to_come_again() {
        for (status, class, pause) in [
            ("429 Slow", FailureClass::Throttled, Some(2_000)),
            ("503 Busy", FailureClass::ServerError, Some(2_000)),
            ("500 Broken", FailureClass::ServerError, None),
        ] {
            let error = get(status, &[(200, 299)]).await.0.expect_err("it is refused");
            assert_eq!((error.class, error.retry_after_ms), (class, pause), "{status}");
        }
    }

    #[tokio::test]
    async fn a_status_is_a_success_where_the_node_says_so() {
        let success: Success = &[(200, 200), (404, 404)];
        assert_eq!(get("200 OK", success).await.0, Ok(Some(b"null".to_vec())));
        assert_eq!(get("404 Nothing", success).await.0, Ok(None));
        for status in ["201 Made", "403 No", "500 Broken"] {
            assert_eq!(get(status, success).await.0.expect_err("a failure").code, "http-status", "{status}");
        }
    }

    #[tokio::test]
    async fn a_call_carries_its_key() {
        let (_, request) = get("200 OK", &[(200, 299)]).await;
        assert!(request.contains("idempotency-key: k-1\r\n"), "{request}");
    }
}
