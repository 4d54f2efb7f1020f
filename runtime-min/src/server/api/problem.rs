//! The one error envelope: `{"error":{"code","message","details"?,"requestId"}}`.

use std::borrow::Cow;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::request_id::RequestId;
use crate::json::write_string;

/// An answer that is an error. The envelope is written where the request's id is known.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    details: Option<Vec<u8>>,
    /// Members of a body that has the envelope's `error` besides.
    beside: Option<Vec<u8>>,
}

impl Problem {
    /// An error without details.
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { status, code, message: message.into(), details: None, beside: None }
    }

    /// 400 for a request that is not what the route takes.
    pub(super) fn bad_input(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-input", message)
    }

    /// With `details`, a JSON text.
    pub(super) fn details(mut self, details: impl Into<Vec<u8>>) -> Self {
        self.details = Some(details.into());
        self
    }

    /// With these members before `error`; JSON text that ends with a comma.
    pub(super) fn beside(mut self, members: Vec<u8>) -> Self {
        self.beside = Some(members);
        self
    }

    /// The code, the message, and the members beside them.
    #[cfg(test)]
    pub(super) fn into_texts(self) -> (&'static str, String, String) {
        let beside = self.beside.unwrap_or_default();
        (self.code, self.message.into_owned(), String::from_utf8_lossy(&beside).into_owned())
    }

    /// The response.
    pub(super) fn answer(self, request_id: &RequestId) -> Response {
        let mut response = self.head();
        self.write(request_id, &mut response);
        response
    }

    /// The response without its body.
    fn head(&self) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// Writes the envelope into the response.
    pub(super) fn write(self, request_id: &RequestId, response: &mut Response) {
        let beside = self.beside.unwrap_or_default();
        let details = self.details.as_deref().unwrap_or_default();
        let mut body = Vec::with_capacity(128 + beside.len() + details.len() + self.message.len());
        body.push(b'{');
        body.extend_from_slice(&beside);
        body.extend_from_slice(b"\"error\":{\"code\":\"");
        body.extend_from_slice(self.code.as_bytes());
        body.extend_from_slice(b"\",\"message\":");
        write_string(&self.message, &mut body);
        if !details.is_empty() {
            body.extend_from_slice(b",\"details\":");
            body.extend_from_slice(details);
        }
        body.extend_from_slice(b",\"requestId\":");
        write_string(request_id.as_str(), &mut body);
        body.extend_from_slice(b"}}");
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        *response.body_mut() = Body::from(body);
    }
}

/// For the router, which knows nothing of request ids: the problem travels in the extensions.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.head();
        response.extensions_mut().insert(self);
        response
    }
}
