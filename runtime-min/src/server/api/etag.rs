//! Strong entity tags of baked documents.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::json;
use crate::server::random;

/// Answers with a baked document, or with 304 where the caller has it. A cache may keep it for this caller and must ask again,
/// since what the caller may see can change.
pub(super) fn document(headers: &HeaderMap, bytes: &'static [u8]) -> Response {
    let etag = format!("\"{}\"", random::hex(&Sha256::digest(bytes)[..16]));
    let mut response =
        if has(headers, &etag) { StatusCode::NOT_MODIFIED.into_response() } else { json(Body::from(bytes)) };
    let headers = response.headers_mut();
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("authorization, x-auth"));
    response
}

/// Whether `If-None-Match` names it; weak comparison, as RFC 9110 wants it there.
fn has(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|candidate| candidate == "*" || candidate.strip_prefix("W/").unwrap_or(candidate) == etag)
}
