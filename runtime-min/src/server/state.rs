//! The pack's state: typed values by key, which outlive runs and are seen by all topologies.
//!
//! A node says what it asks, and the store does it in the commit that records the node's output: whatever happens to the process, a
//! value is written once, and the recorded output is what was there at that instant.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    call::validate,
    definition::NodeCall,
    store::{StatePlace, StateWrite},
};
use crate::{
    HandlerError,
    expression::{Json, equal},
    handler::FailureClass,
    validate::Validator,
};

/// A map of the pack's state.
#[derive(Debug)]
pub struct State {
    /// Its name in the pack.
    pub name: &'static str,
    /// Validates its values.
    pub check: &'static Validator,
}

/// The largest value, in bytes.
const VALUE_BYTES: usize = 256 << 10;

/// The longest key, in bytes.
const KEY_BYTES: usize = 1024;

/// What one attempt asks of the state; at most one thing.
#[derive(Clone, Debug, Default)]
pub struct Asks(Arc<Mutex<Option<Ask>>>);

/// What is asked of one value.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    state: &'static State,
    key: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Get,
    Put { value: Vec<u8>, when: When },
    Delete { expect: Option<Vec<u8>> },
}

/// When a value is put.
#[derive(Clone, Debug)]
pub enum When {
    /// In any case.
    Always,
    /// Where this is there; `null` stands for nothing.
    Expected(Vec<u8>),
    /// In the commit that completes the run: a watermark. A run that ends otherwise leaves what was there.
    Completed,
}

impl Asks {
    /// What was asked.
    pub(crate) fn take(&self) -> Option<Ask> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, ask: Ask) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ask);
    }
}

/// The node's output is the value at `key`, `null` where there is none. `key` is the JSON text of a string.
///
/// # Errors
/// A permanent `invalid-state-key` for a key that is empty or longer than 1,024 bytes.
pub fn get(node: &NodeCall, state: &'static State, key: &[u8]) -> Result<Vec<u8>, HandlerError> {
    ask(node, state, key, What::Get)
}

/// The value at `key` becomes `value`, which is the node's output.
///
/// # Errors
/// A permanent `invalid-state-value` for a value that its schema does not allow or that is larger than 256 KiB; as [`get`] for keys.
pub fn put(
    node: &NodeCall,
    state: &'static State,
    key: &[u8],
    value: Vec<u8>,
    when: When,
) -> Result<Vec<u8>, HandlerError> {
    validate(&value, state.check, "invalid-state-value")?;
    put_proven(node, state, key, value, when)
}

/// The same of a value of which it is proven that its schema allows it.
///
/// # Errors
/// As [`put`], less those of the schema.
pub fn put_proven(
    node: &NodeCall,
    state: &'static State,
    key: &[u8],
    value: Vec<u8>,
    when: When,
) -> Result<Vec<u8>, HandlerError> {
    if value.len() > VALUE_BYTES {
        let message = format!("the value has {} bytes, at most {VALUE_BYTES} are kept in state", value.len());
        return Err(HandlerError::permanent("invalid-state-value", message));
    }
    ask(node, state, key, What::Put { value, when })
}

/// There is no value at `key` any more; the node's output is `null`. With `expect` only where the value there is that.
///
/// # Errors
/// As [`get`].
pub fn delete(
    node: &NodeCall,
    state: &'static State,
    key: &[u8],
    expect: Option<Vec<u8>>,
) -> Result<Vec<u8>, HandlerError> {
    ask(node, state, key, What::Delete { expect })
}

/// Notes what is asked. The answer replaces the output that is returned here.
fn ask(node: &NodeCall, state: &'static State, key: &[u8], what: What) -> Result<Vec<u8>, HandlerError> {
    let key: String = serde_json::from_slice(key)
        .map_err(|error| HandlerError::permanent("invalid-state-key", format!("the key is no text: {error}")))?;
    if key.is_empty() || key.len() > KEY_BYTES {
        let message = format!("the key has {} bytes; keys have 1 to {KEY_BYTES}", key.len());
        return Err(HandlerError::permanent("invalid-state-key", message));
    }
    node.asks.set(Ask { state, key, what });
    Ok(b"null".to_vec())
}

impl Ask {
    /// Where the value is.
    pub(crate) fn place(&self) -> StatePlace {
        StatePlace { map: self.state.name, key: self.key.clone() }
    }

    /// About how much it writes.
    pub(crate) fn bytes(&self) -> usize {
        match &self.what {
            What::Put { value, when: _ } => 2 * value.len(),
            What::Get | What::Delete { expect: _ } => 0,
        }
    }

    /// What comes of it where the value is `found`: the node's output, and what is written. Called inside the store: a panic
    /// must not get there.
    pub(crate) fn answer(self, found: Option<&[u8]>) -> Result<(Vec<u8>, Option<StateWrite>), HandlerError> {
        let name = self.state.name;
        std::panic::catch_unwind(AssertUnwindSafe(|| self.judge(found))).unwrap_or_else(|_| {
            let message = format!("the value in state `{name}` could not be judged");
            Err(HandlerError::permanent("invalid-state-value", message))
        })
    }

    fn judge(self, found: Option<&[u8]>) -> Result<(Vec<u8>, Option<StateWrite>), HandlerError> {
        match self.what {
            What::Get => {
                let Some(found) = found else { return Ok((b"null".to_vec(), None)) };
                // Another version of the pack may have written it, under another schema.
                validate(found, self.state.check, "invalid-state-value")?;
                Ok((found.to_vec(), None))
            }
            What::Put { value, when } => {
                let kept: Arc<[u8]> = Arc::from(value.as_slice());
                let write = match when {
                    When::Always => StateWrite::Put(kept),
                    When::Expected(expect) => {
                        expected(self.state, &self.key, Some(&expect), found)?;
                        StateWrite::Put(kept)
                    }
                    When::Completed => StateWrite::PutAtEnd(kept),
                };
                Ok((value, Some(write)))
            }
            What::Delete { expect } => {
                expected(self.state, &self.key, expect.as_deref(), found)?;
                Ok((b"null".to_vec(), Some(StateWrite::Delete)))
            }
        }
    }
}

/// Whether the value that is there is the expected one.
fn expected(state: &State, key: &str, expect: Option<&[u8]>, found: Option<&[u8]>) -> Result<(), HandlerError> {
    let Some(expect) = expect else { return Ok(()) };
    let text = |bytes: &[u8]| Json::made(String::from_utf8_lossy(bytes).trim().to_owned());
    let same = equal(&text(expect), &text(found.unwrap_or(b"null")));
    if same.is_ok_and(|same| same) {
        return Ok(());
    }
    let message = format!("`{key}` in state `{}` is not what the node expects", state.name);
    Err(HandlerError::permanent("state-conflict", message).of_class(FailureClass::Conflict))
}
