//! Why an expression has no value, and where it was written.

use std::borrow::Cow;

use crate::HandlerError;

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A stable kebab-case code.
    pub code: &'static str,
    /// What happened, as a phrase: `args.x` is absent.
    pub what: Cow<'static, str>,
}

impl Fault {
    /// A fault.
    pub(super) fn new(code: &'static str, what: impl Into<Cow<'static, str>>) -> Self {
        Self { code, what: what.into() }
    }

    /// The value is something else than it has to be.
    pub(super) fn kind(wanted: &str, json: &str) -> Self {
        Self::new("wrong-type", format!("{wanted} is needed, and {} is there", named(json)))
    }

    /// No integer of 64 bits.
    pub(super) fn overflow() -> Self {
        Self::new("number-overflow", "the result is beyond 64 bits")
    }

    /// Division by zero.
    pub(super) fn zero() -> Self {
        Self::new("division-by-zero", "it divides by zero")
    }
}

/// What a JSON text is, with its article.
pub(super) fn named(json: &str) -> &'static str {
    match json.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// Where an expression is written.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    node: &'static str,
    written: &'static str,
    file: &'static str,
    line: u32,
}

impl Site {
    /// The expression which the author wrote as `written` for `node`, in a line of a file of the pack.
    pub const fn new(node: &'static str, written: &'static str, file: &'static str, line: u32) -> Self {
        Self { node, written, file, line }
    }

    /// Computes it; a fault becomes a failure that says where.
    ///
    /// # Errors
    /// The fault, which trying again cannot help.
    pub fn compute<T>(self, compute: impl FnOnce() -> Result<T, Fault>) -> Result<T, HandlerError> {
        compute().map_err(|Fault { code, what }| {
            let Self { node, written, file, line } = self;
            HandlerError::permanent(code, format!("node `{node}` computes `${{{written}}}`: {what} ({file}:{line})"))
        })
    }
}
