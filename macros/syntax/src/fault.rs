//! Misuse of an attribute: the user's tokens, what is wrong, what to type.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;

/// One misuse.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What it is about.
    pub kind: FaultKind,
    /// The user's tokens; never empty.
    pub tokens: TokenStream,
    /// One lower-case phrase that names the user's things in backticks.
    pub message: String,
    /// What to type.
    pub help: String,
}

/// What a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The attribute's options, or the description it needs.
    Attribute,
    /// The function's signature.
    Signature,
}

impl Fault {
    /// A fault of the attribute's options.
    pub fn attribute(tokens: impl ToTokens, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Attribute,
            tokens: tokens.to_token_stream(),
            message: message.into(),
            help: help.into(),
        }
    }

    /// A fault of the function's signature.
    pub fn signature(tokens: impl ToTokens, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Signature,
            tokens: tokens.to_token_stream(),
            message: message.into(),
            help: help.into(),
        }
    }

    /// The spans of the first and the last token: stable Rust cannot join spans inside a macro, so the caller does.
    pub fn ends(&self) -> (Span, Span) {
        let mut spans = self.tokens.clone().into_iter().map(|tree: TokenTree| tree.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        (first, spans.last().unwrap_or(first))
    }

    /// The message and the help in one line, for places that have only one.
    pub fn sentence(&self) -> String {
        format!("{}: {}", self.message, self.help)
    }
}

impl From<Fault> for syn::Error {
    fn from(fault: Fault) -> Self {
        Self::new_spanned(&fault.tokens, fault.sentence())
    }
}

/// The nearest of `known` to `typed`, where it is near enough to be a slip of the fingers.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |name: &str| strsim::damerau_levenshtein(typed, name);
    known.into_iter().filter(|name| near(name) <= name.len().max(3) / 3).min_by_key(|name| near(name))
}
