//! What generated node functions call: between JSON text and a handler's types, and onto the blocking pool.

mod integral;

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use super::random;
use crate::{
    Cx, HandlerError,
    validate::{Message, Refusal, Validator},
};

/// Decodes a node's input into the handler's type.
///
/// # Errors
/// A permanent `invalid-input` that says where the text and the type disagree.
pub fn decode<T: DeserializeOwned>(input: &[u8]) -> Result<T, HandlerError> {
    let decoded = serde_json::from_slice(input).or_else(|error| match integral::rewritten(input) {
        Some(rewritten) => serde_json::from_slice(&rewritten),
        None => Err(error),
    });
    decoded.map_err(|error| {
        HandlerError::permanent("invalid-input", format!("the input does not fit the handler: {error}"))
    })
}

/// Encodes a handler's output.
///
/// # Errors
/// A permanent `invalid-output` if the type cannot be written as JSON, such as a map whose keys are no strings.
pub fn encode<T: Serialize>(output: &T) -> Result<Vec<u8>, HandlerError> {
    serde_json::to_vec(output).map_err(|error| {
        HandlerError::permanent("invalid-output", format!("the output cannot be written as JSON: {error}"))
    })
}

/// The context of a node with this idempotency key, the JSON text of a string. What a header cannot carry, it carries as a digest.
///
/// # Errors
/// A permanent `invalid-idempotency-key` where the text is empty.
pub fn keyed(cx: &Cx, key: &[u8]) -> Result<Cx, HandlerError> {
    let text = decode_key(key)?;
    let fits = text.len() <= KEY_BYTES && text.bytes().all(|byte| byte.is_ascii_graphic());
    let key = if fits { text } else { random::hex(&Sha256::digest(&text)) };
    Ok(cx.clone().with_idempotency_key(key))
}

/// The context of a node whose idempotency key is made of the run, the node and the item.
pub fn keyed_by_run(cx: &Cx) -> Cx {
    cx.clone().with_idempotency_key(cx.idempotency_key().into_owned())
}

/// The longest key that a header carries.
const KEY_BYTES: usize = 255;

fn decode_key(key: &[u8]) -> Result<String, HandlerError> {
    let invalid = |message: String| HandlerError::permanent("invalid-idempotency-key", message);
    let text: String = serde_json::from_slice(key).map_err(|error| invalid(error.to_string()))?;
    if text.is_empty() { Err(invalid("the idempotency key is empty".to_owned())) } else { Ok(text) }
}

/// Validates a document as it is: a text that would have to be coerced is a violation.
///
/// # Errors
/// A permanent failure with `code` which names the first violations.
pub fn validate(document: &[u8], validator: &Validator, code: &'static str) -> Result<(), HandlerError> {
    let report = match validator.check_strictly(document) {
        Ok(()) => return Ok(()),
        Err(Refusal::Syntax(error)) => {
            return Err(HandlerError::permanent(code, format!("not acceptable JSON: {error}")));
        }
        Err(Refusal::Violations(report)) => report,
    };
    let said = report.violations.iter().map(|fault| at(&fault.instance_path, &fault.message));
    let more = report.total().saturating_sub(NAMED_VIOLATIONS);
    let mut message = said.take(NAMED_VIOLATIONS).collect::<Vec<_>>().join("; ");
    if more > 0 {
        message.push_str(&format!("; and {more} more"));
    }
    Err(HandlerError::permanent(code, message))
}

/// A message with its place; the root needs none.
fn at(instance_path: &str, message: &Message) -> String {
    if instance_path.is_empty() { message.text().into_owned() } else { format!("`{instance_path}`: {message}") }
}

/// How many violations a failure's message names.
const NAMED_VIOLATIONS: usize = 5;

/// Runs a synchronous handler where it may block.
///
/// # Errors
/// What the handler answers.
///
/// # Panics
/// When the handler does, so that the executor sees one kind of panic.
pub async fn blocking<T, E, F>(handler: F) -> Result<T, HandlerError>
where
    T: Send + 'static,
    E: Into<HandlerError> + Send + 'static,
    F: FnOnce() -> Result<T, E> + Send + 'static,
{
    match tokio::task::spawn_blocking(handler).await {
        Ok(answer) => answer.map_err(Into::into),
        Err(failure) => match failure.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(HandlerError::transient("stopped", "the server is stopping")),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::decode;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Input {
        small: u8,
        signed: i64,
        real: f64,
        nested: Vec<Option<u16>>,
        text: String,
    }

    #[test]
    fn an_integer_is_one_however_it_is_written() {
        let json = br#"{"small":3.0,"signed":-1.2e1,"real":2.5,"nested":[1e0,null,50.00E1],"text":"1.0"}"#;
        let expected =
            Input { small: 3, signed: -12, real: 2.5, nested: vec![Some(1), None, Some(500)], text: "1.0".into() };
        assert_eq!(decode::<Input>(json), Ok(expected));
        assert_eq!(decode::<f64>(b"2.0"), Ok(2.0));
        for refused in ["3.5", "256.0", "1e99", "-1.0"] {
            assert!(decode::<u8>(refused.as_bytes()).is_err(), "{refused}");
        }
    }
}
