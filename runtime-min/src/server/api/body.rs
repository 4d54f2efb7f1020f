//! Reading a request's body, and the members of a run request.

use std::{borrow::Cow, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, StatusCode, header},
};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::{problem::Problem, request_id::is_visible};
use crate::{
    json::{Kind, Reader, SyntaxError},
    server::address::{self, Reach},
};

/// The largest body.
const LIMIT: usize = 1 << 20;

/// How long a body may take to arrive.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Reads a JSON body to its end.
pub(super) async fn read(headers: &HeaderMap, body: Body) -> Result<Bytes, Problem> {
    if !is_json(headers) {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported-media-type",
            "the body must be `Content-Type: application/json`",
        ));
    }
    let too_large =
        || Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "request-too-large", format!("the body may have {LIMIT} bytes"));
    let declared = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > LIMIT) {
        return Err(too_large());
    }
    match tokio::time::timeout(TIMEOUT, Limited::new(body, LIMIT).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::bad_input("the body broke off")),
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "request-timeout", "the body took too long to arrive")),
    }
}

/// Parameters such as a charset change nothing: JSON is UTF-8, and that is checked.
fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// What a caller wants to run.
#[derive(Debug)]
pub(super) struct RunRequest<'a> {
    /// Any name of the tool.
    pub(super) tool: Cow<'a, str>,
    /// The arguments as they are written: JSON but for names that repeat.
    pub(super) args: &'a [u8],
    /// Where in the body they start.
    pub(super) args_offset: usize,
    /// Where the terminal reply goes.
    pub(super) reply_to: Option<String>,
    /// The caller's id for it.
    pub(super) reply_id: Option<Cow<'a, str>>,
    /// The token of an earlier 428.
    pub(super) confirmation: Option<Cow<'a, str>>,
}

impl<'a> RunRequest<'a> {
    /// Reads a body in one pass. Unknown and repeated members are refused; `null` for an optional one is its absence.
    pub(super) fn parse(body: &'a [u8], reach: Reach) -> Result<Self, Problem> {
        let mut members = Members::default();
        members.read(body)?;
        let missing = |name| Problem::bad_input(format!("the member `{name}` is missing"));
        let tool = members.tool.ok_or_else(|| missing("tool"))?;
        let (args, args_offset) = members.args.ok_or_else(|| missing("args"))?;
        let Members { reply_to, reply_id, confirmation, .. } = members;
        if reply_id.as_ref().is_some_and(|id| !is_visible(id.as_bytes(), 256)) {
            return Err(Problem::bad_input("`reply_id` must be 1 to 256 visible ASCII characters"));
        }
        let reply_to = match reply_to {
            // What is journalled is what was judged, as a URL is written out.
            Some(url) => Some(
                address::check(&url, reach)
                    .map_err(|reason| Problem::bad_input(format!("`reply_to` is refused: {reason}")))?
                    .into(),
            ),
            None => None,
        };
        Ok(Self { tool, args, args_offset, reply_to, reply_id, confirmation })
    }
}

#[derive(Default)]
struct Members<'a> {
    tool: Option<Cow<'a, str>>,
    args: Option<(&'a [u8], usize)>,
    reply_to: Option<Cow<'a, str>>,
    reply_id: Option<Cow<'a, str>>,
    confirmation: Option<Cow<'a, str>>,
    seen: Vec<&'static str>,
}

const NAMES: [&str; 5] = ["tool", "args", "reply_to", "reply_id", "confirmation"];

impl<'a> Members<'a> {
    fn read(&mut self, body: &'a [u8]) -> Result<(), Problem> {
        let mut reader = Reader::new(body).map_err(malformed)?;
        let mut more = reader.open_object().map_err(malformed)?;
        while more {
            let name = reader.name().map_err(malformed)?;
            let name = self.known(&name)?;
            match name {
                "tool" => self.tool = Some(reader.string().map_err(malformed)?),
                "args" => {
                    reader.peek().map_err(malformed)?;
                    let start = reader.offset();
                    let text = reader.skip().map_err(malformed)?;
                    self.args = Some((text.as_bytes(), start));
                }
                "reply_to" => self.reply_to = optional(&mut reader)?,
                "reply_id" => self.reply_id = optional(&mut reader)?,
                _ => self.confirmation = optional(&mut reader)?,
            }
            more = reader.next_member().map_err(malformed)?;
        }
        reader.end().map_err(malformed)
    }

    fn known(&mut self, name: &str) -> Result<&'static str, Problem> {
        let Some(known) = NAMES.iter().find(|known| **known == name) else {
            return Err(Problem::bad_input(format!("the body has no member `{name}`; it has {}", NAMES.join(", "))));
        };
        if self.seen.contains(known) {
            return Err(Problem::bad_input(format!("the member `{name}` is there twice")));
        }
        self.seen.push(known);
        Ok(known)
    }
}

fn optional<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Problem> {
    match reader.peek().map_err(malformed)? {
        Kind::Null => reader.null().map(|()| None),
        _ => reader.string().map(Some),
    }
    .map_err(malformed)
}

/// The answer to a body that is no JSON; the offset is the body's.
pub(super) fn malformed(error: SyntaxError) -> Problem {
    let offset = error.offset;
    Problem::bad_input(format!("the body is not what is taken: {error}")).details(format!("{{\"offset\":{offset}}}"))
}
