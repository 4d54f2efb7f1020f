//! Declared HTTP calls: a static description, executed with placeholders from the node's input.

use super::definition::Check;

/// One `[http.NAME]` of a pack.
#[derive(Debug)]
pub struct HttpCall {
    /// Its name in the pack.
    pub name: &'static str,
    /// The method, upper case.
    pub method: &'static str,
    /// Where it goes.
    pub base: Base,
    /// The path after the base URL; fields are percent-encoded and never leave their segment.
    pub path: &'static [UrlPart],
    /// Query parameters in order; fields are percent-encoded.
    pub query: &'static [(&'static str, &'static [UrlPart])],
    /// How long one call may take, body included, in milliseconds.
    pub timeout_ms: u64,
    /// Validates the input against the declared input schema; nothing is coerced.
    pub check_input: Check,
    /// Validates the answer against the declared output schema; nothing is coerced.
    pub check_output: Check,
}

/// The base URL of a call.
#[derive(Debug)]
pub enum Base {
    /// Written in the pack; https.
    Literal(&'static str),
    /// Set by the operator: the name of a required configuration entry.
    Config(&'static str),
    /// Set by the operator or not: where it is not, the call is not made and its output is `null`.
    OptionalConfig(&'static str),
}

/// A piece of a path segment or a query value.
#[derive(Debug)]
pub enum UrlPart {
    /// As written.
    Text(&'static str),
    /// The scalar input field of this name.
    Field(&'static str),
}

/// Makes the call with the members of `input`, a JSON object; answers the response's body as it was received.
///
/// # Errors
/// Transient: 429, 5xx, no connection, timeout. Permanent: every other status, an input that does not fit, an answer that is
/// not JSON or not what the pack declares.
pub async fn call(call: &'static HttpCall, cx: &crate::Cx, input: &[u8]) -> Result<Vec<u8>, crate::HandlerError> {
    let _ = (call, cx, input);
    Err(crate::HandlerError::permanent("not-yet", "declared HTTP calls follow in the next commits"))
}
