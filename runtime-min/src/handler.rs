//! The contract of a handler: its types, and how it fails.

use std::{borrow::Cow, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The types of one handler, implemented by `#[handler]` and `#[tool]` on a marker type of the function's own name.
///
/// The compiler's contract probe reads the JSON Schemas of [`Handler::Input`] and [`Handler::Output`]; generated servers use
/// the types and call the function itself by its path.
pub trait Handler {
    /// What the handler takes, decoded from JSON.
    type Input: DeserializeOwned + JsonSchema + Send + 'static;
    /// What the handler answers, encoded as JSON.
    type Output: Serialize + JsonSchema + Send + 'static;
}

/// The input of a handler that takes none: an object whose members are ignored.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, Serialize)]
pub struct NoInput {}

/// Why a handler could not answer.
///
/// Convert an error type of your own with `impl From<MyError> for HandlerError`; a handler may return any error that converts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerError {
    /// A stable kebab-case code which callers may branch on, such as `unknown-city`.
    pub code: Cow<'static, str>,
    /// One sentence for a person: what happened and what to do.
    pub message: String,
    /// Whether trying again may help.
    pub class: FailureClass,
    /// How long the other side asks to be left alone, in milliseconds: the pause before the next attempt is at least this, up to
    /// six hours.
    pub retry_after_ms: Option<u64>,
}

/// Whether the same attempt could succeed later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureClass {
    /// Trying again gives the same failure: wrong input, a missing thing.
    Permanent,
    /// Trying again may succeed: a busy or unreachable dependency. What handlers say themselves.
    Transient,
    /// No answer in time.
    Timeout,
    /// No connection, or one that broke off.
    Connection,
    /// An HTTP service asked for patience: status 429.
    Throttled,
    /// An HTTP service is broken: any status from 500 on.
    ServerError,
    /// A value of the pack's state is not what the node expects: somebody else was faster. The same attempt would fail again.
    Conflict,
}

impl FailureClass {
    /// All that may pass.
    pub const PASSING: &'static [Self] =
        &[Self::Transient, Self::Timeout, Self::Connection, Self::Throttled, Self::ServerError];

    /// The word for it in topologies and in the errors that they read.
    pub fn word(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Transient => "transient",
            Self::Timeout => "timeout",
            Self::Connection => "connection",
            Self::Throttled => "429",
            Self::ServerError => "5xx",
            Self::Conflict => "conflict",
        }
    }

    /// The class of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::PASSING.iter().copied().chain([Self::Permanent, Self::Conflict]).find(|class| class.word() == word)
    }
}

impl HandlerError {
    /// A failure that trying again does not mend.
    pub fn permanent(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), class: FailureClass::Permanent, retry_after_ms: None }
    }

    /// A failure that may pass.
    pub fn transient(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), class: FailureClass::Transient, retry_after_ms: None }
    }

    /// The same failure, of another class: topologies may treat classes differently.
    #[must_use]
    pub fn of_class(self, class: FailureClass) -> Self {
        Self { class, ..self }
    }

    /// The same failure, not to be tried again before so many milliseconds have gone by.
    #[must_use]
    pub fn retry_after_ms(self, milliseconds: u64) -> Self {
        Self { retry_after_ms: Some(milliseconds), ..self }
    }
}

impl fmt::Display for HandlerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for HandlerError {}

/// An I/O error is transient: disks fill and are emptied, files are locked and released.
impl From<std::io::Error> for HandlerError {
    fn from(error: std::io::Error) -> Self {
        Self::transient("io", error.to_string())
    }
}
