//! Terminal replies: the body that tells how a run ended, and one attempt to post it.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use reqwest::{Client, StatusCode, header};

use super::{
    address::{self, Reach},
    client::{Clients, causes, retry_after_ms},
    definition::Definition,
    step::{Delivery, Ending},
    store::RunRecord,
};
use crate::json::write_string;

/// A reply, ready to be posted.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// Where to.
    pub(crate) url: String,
    /// Its id, the same for all attempts.
    pub(crate) webhook_id: String,
    /// The run's id.
    pub(crate) correlation_id: String,
    /// The caller's reply id.
    pub(crate) reply_id: Option<String>,
    /// The body, the same bytes for all attempts.
    pub(crate) body: Vec<u8>,
}

/// Brings replies to their receivers.
pub(crate) trait Deliver: Send + Sync {
    /// One attempt. The error is a fault of ours: nothing was sent.
    fn deliver(&self, reply: Reply) -> Pin<Box<dyn Future<Output = Result<Delivery, String>> + Send + '_>>;
}

/// The reply of a run that has ended, or has answered before its end, and wants one.
pub(crate) fn compose(definition: &Definition, record: &RunRecord) -> Option<Reply> {
    let ending = match record.end {
        // Whatever came after it, the answer that went out is the reply: every attempt has the same bytes.
        _ if record.early => Ending::Completed,
        Some((ending, _)) => ending,
        None => return None,
    };
    let head = &record.head;
    let mut body = b"{\"reply_id\":".to_vec();
    write_string(head.reply_id.as_deref().unwrap_or(""), &mut body);
    body.extend_from_slice(b",\"correlation_id\":");
    write_string(&head.correlation_id, &mut body);
    body.extend_from_slice(b",\"topology\":");
    write_string(definition.bare_name(&head.tool), &mut body);
    body.extend_from_slice(b",\"status\":");
    write_string(word(ending), &mut body);
    outcome(ending, record, &mut body);
    body.push(b'}');
    Some(Reply {
        url: head.reply_to.clone()?,
        webhook_id: format!("reply_{}", head.correlation_id),
        correlation_id: head.correlation_id.clone(),
        reply_id: head.reply_id.clone(),
        body,
    })
}

/// The terminal state, as `status` of a reply and `state` of a run.
pub(crate) fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Completed => "completed",
        Ending::Failed => "failed",
        Ending::TimedOut => "timed_out",
        Ending::Cancelled => "cancelled",
    }
}

/// The member `output` or `error`. The output is spliced in as it was recorded; a command has none.
pub(crate) fn outcome(ending: Ending, record: &RunRecord, out: &mut Vec<u8>) {
    match (ending, &record.output, &record.failure) {
        (Ending::Completed, Some(output), _) => {
            out.extend_from_slice(b",\"output\":");
            out.extend_from_slice(output);
        }
        (Ending::Completed, None, _) => {}
        (Ending::Failed | Ending::TimedOut | Ending::Cancelled, _, failure) => {
            out.extend_from_slice(b",\"error\":");
            out.extend_from_slice(failure.as_deref().unwrap_or(b"null"));
        }
    }
}

/// Posts replies over HTTP.
pub(crate) struct Post {
    /// The clients.
    pub(crate) clients: Arc<Clients>,
    /// How far replies may go.
    pub(crate) reach: Reach,
}

/// How long one attempt may take.
const TIMEOUT: Duration = Duration::from_secs(15);

/// How long an answer's body is waited for.
const DRAIN: Duration = Duration::from_secs(1);

/// How much of an answer is read, so that the connection can be used again.
const ANSWER_BYTES: usize = 64 << 10;

impl Deliver for Post {
    fn deliver(&self, reply: Reply) -> Pin<Box<dyn Future<Output = Result<Delivery, String>> + Send + '_>> {
        Box::pin(async move {
            let client = self.clients.of(self.reach)?;
            // Time is over for the whole attempt, also where an answer drips.
            Ok(match tokio::time::timeout(TIMEOUT, self.post(&client, reply)).await {
                Ok(Ok(delivery)) => delivery,
                Ok(Err(reason)) => Delivery::Failed { reason, retry_after_ms: None },
                Err(_) => Delivery::Failed { reason: "no answer within 15 seconds".into(), retry_after_ms: None },
            })
        })
    }
}

impl Post {
    async fn post(&self, client: &Client, reply: Reply) -> Result<Delivery, String> {
        // The operator may have become stricter since the run was accepted.
        let url = address::check(&reply.url, self.reach).map_err(|reason| format!("reply_to is refused: {reason}"))?;
        let mut request = client
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header("webhook-id", reply.webhook_id)
            .header("correlation-id", reply.correlation_id);
        if let Some(reply_id) = reply.reply_id {
            request = request.header("reply-id", reply_id);
        }
        let mut response = request.body(reply.body).send().await.map_err(|error| causes(&error))?;
        let status = response.status();
        let retry_after_ms = retry_after_ms(response.headers());
        let _ = tokio::time::timeout(DRAIN, drain(&mut response)).await;
        Ok(match status {
            status if status.is_success() => Delivery::Accepted,
            StatusCode::GONE => Delivery::Gone,
            status => Delivery::Failed { reason: format!("the receiver answered {}", status.as_u16()), retry_after_ms },
        })
    }
}

/// The status is the answer: a body that breaks off or goes on for ever changes nothing.
async fn drain(response: &mut reqwest::Response) {
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        read += chunk.len();
        if read > ANSWER_BYTES {
            return;
        }
    }
}
