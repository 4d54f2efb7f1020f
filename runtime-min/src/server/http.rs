//! Declared HTTP calls: a static description, executed with placeholders from the node's input.

mod exchange;
mod target;

use std::time::Duration;

use exchange::Request;
#[cfg(feature = "pack-tests")]
pub(super) use exchange::{Judged, judge, refused};

use super::call::validate;
use crate::{Cx, HandlerError, handler::FailureClass, json::Value, validate::Validator};

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
    pub check_input: &'static Validator,
    /// Validates the answer against the declared output schema; nothing is coerced.
    pub check_output: &'static Validator,
}

/// Makes the call with the members of `input`, a JSON object; answers the response's body as it was received, `null` where it
/// is empty or the optional base URL is not set.
///
/// # Errors
/// Transient: 429, 5xx (429 and 503 with the pause that `Retry-After` asks for), no connection, timeout. Permanent: every other status, an input that does not fit, an answer that is
/// not JSON or not what the pack declares.
pub async fn call(call: &'static HttpCall, cx: &Cx, input: &[u8]) -> Result<Vec<u8>, HandlerError> {
    validate(input, call.check_input, "http-input-invalid").map_err(|error| named(call, error))?;
    call_proven(call, cx, input).await
}

/// The same for an input of which the compiler has proven that it fits.
///
/// # Errors
/// As [`call`].
pub async fn call_proven(call: &'static HttpCall, cx: &Cx, input: &[u8]) -> Result<Vec<u8>, HandlerError> {
    call_proven_allowing(call, cx, input, DECLARED).await
}

/// Statuses that are no failure: ranges, first and last.
pub type Success = &'static [(u16, u16)];

/// The statuses with which comes what the pack declares.
const DECLARED: Success = &[(200, 299)];

/// The same as [`call`] where other statuses are no failure. What comes with one that is not of 2xx is nothing that the pack declares:
/// the output is `null`.
///
/// # Errors
/// As [`call`], less the statuses of `success`.
pub async fn call_allowing(
    call: &'static HttpCall,
    cx: &Cx,
    input: &[u8],
    success: Success,
) -> Result<Vec<u8>, HandlerError> {
    validate(input, call.check_input, "http-input-invalid").map_err(|error| named(call, error))?;
    call_proven_allowing(call, cx, input, success).await
}

/// The same for an input of which the compiler has proven that it fits.
///
/// # Errors
/// As [`call_allowing`].
pub async fn call_proven_allowing(
    call: &'static HttpCall,
    cx: &Cx,
    input: &[u8],
    success: Success,
) -> Result<Vec<u8>, HandlerError> {
    let base = target::base(call, cx);
    #[cfg(feature = "pack-tests")]
    let base = super::pack_tests::base(call, base);
    let Some((base, reach)) = base? else { return Ok(b"null".to_vec()) };
    let members = match Value::parse(input) {
        Ok(Value::Object(members)) => members,
        Ok(_) | Err(_) => {
            return Err(named(call, HandlerError::permanent("http-input-invalid", "the input is not an object")));
        }
    };
    let url = target::url(call, base, &members).map_err(|error| named(call, error))?;
    let body = (call.method != "GET").then(|| target::body(call, members));
    let request = Request { method: call.method, url, body, idempotency_key: cx.given_idempotency_key(), success };
    let exchange = exchange::exchange(request, reach);
    #[cfg(feature = "pack-tests")]
    let exchange = async {
        match super::pack_tests::exchange(call, cx, success).await {
            Some(stubbed) => stubbed,
            None => exchange.await,
        }
    };
    let answer = match tokio::time::timeout(Duration::from_millis(call.timeout_ms), exchange).await {
        Ok(answer) => answer,
        Err(_) => {
            let message = format!("no answer within {} ms", call.timeout_ms);
            Err(HandlerError::transient("http-timeout", message).of_class(FailureClass::Timeout))
        }
    };
    let Some(answer) = answer.map_err(|error| named(call, error))? else { return Ok(b"null".to_vec()) };
    validate(&answer, call.check_output, "http-output-invalid").map_err(|error| named(call, error))?;
    Ok(answer)
}

/// Every failure names the call, for its reader sees only the node's.
fn named(call: &HttpCall, error: HandlerError) -> HandlerError {
    HandlerError { message: format!("HTTP call `{}`: {}", call.name, error.message), ..error }
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
