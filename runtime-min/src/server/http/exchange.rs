//! One request and its answer, read with a limit and judged by status.

use std::sync::OnceLock;

use reqwest::{Method, Response, StatusCode, header};
use url::Url;

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

/// Sends the request and reads the whole answer.
pub(super) async fn exchange(
    method: &str,
    url: Url,
    body: Option<Vec<u8>>,
    reach: Reach,
) -> Result<Vec<u8>, HandlerError> {
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
    let response = request.send().await.map_err(|error| broken(&error))?;
    let status = response.status();
    if !status.is_success() {
        return Err(refusal(status, response).await);
    }
    let (answer, complete) = read(response, ANSWER_BYTES).await.map_err(|error| broken(&error))?;
    if !complete {
        let message = format!("the answer is larger than {ANSWER_BYTES} bytes");
        return Err(HandlerError::permanent("http-too-large", message));
    }
    Ok(if answer.is_empty() { b"null".to_vec() } else { answer })
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

    /// The failure of a GET that is answered with this status line.
    async fn refused(status: &str) -> HandlerError {
        let service = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/", service.local_addr().expect("an address"));
        let answer = format!("HTTP/1.1 {status}\r\nretry-after: 2\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        let serve = async {
            let (mut connection, _) = service.accept().await.expect("a request");
            let _ = connection.read(&mut [0; 1024]).await.expect("its bytes");
            connection.write_all(answer.as_bytes()).await.expect("it listens");
        };
        let url = Url::parse(&url).expect("a URL");
        tokio::join!(exchange("GET", url, None, Reach::Private), serve).0.expect_err("it is refused")
    }

    #[tokio::test]
    async fn a_busy_service_says_when_to_come_again() {
        let asks = |error: HandlerError| (error.class, error.retry_after_ms);
        assert_eq!(asks(refused("429 Slow").await), (FailureClass::Throttled, Some(2_000)));
        assert_eq!(asks(refused("503 Busy").await), (FailureClass::ServerError, Some(2_000)));
        assert_eq!(asks(refused("500 Broken").await), (FailureClass::ServerError, None));
    }
}
