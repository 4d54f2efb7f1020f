//! Ids of requests: the caller's own where it can be a header again, else one of ours.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

use axum::http::{HeaderMap, HeaderValue};

use crate::server::random;

/// The id of one request: 1 to 128 visible ASCII characters.
#[derive(Debug)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    /// The id of the request with these headers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        if let Some(value) = headers.get("x-request-id")
            && is_visible(value.as_bytes(), 128)
        {
            return Self(value.clone());
        }
        Self(HeaderValue::from_bytes(&made()).expect("hexadecimal digits are visible ASCII"))
    }

    /// As text.
    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().expect("only visible ASCII was taken")
    }

    /// As the header's value.
    pub(super) fn into_header(self) -> HeaderValue {
        self.0
    }
}

/// An id that no other request has. It is no secret, so a count behind this process's own random start is enough: asking the
/// operating system each time costs more than answering does.
fn made() -> [u8; 28] {
    static PROCESS: OnceLock<[u8; 8]> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut id = [0; 12];
    id[..8].copy_from_slice(PROCESS.get_or_init(random::bytes));
    id[8..].copy_from_slice(&COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    let mut made = *b"req_000000000000000000000000";
    for (digits, byte) in made[4..].chunks_exact_mut(2).zip(id) {
        let digit = |half: u8| b"0123456789abcdef"[usize::from(half)];
        digits.copy_from_slice(&[digit(byte >> 4), digit(byte & 0xf)]);
    }
    made
}

/// Whether it is 1 to `most` visible ASCII characters, without spaces.
pub(super) fn is_visible(bytes: &[u8], most: usize) -> bool {
    (1..=most).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic)
}
