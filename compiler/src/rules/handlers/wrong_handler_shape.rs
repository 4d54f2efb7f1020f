//! PW0103: a function whose signature is not one of a handler.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::{Span, Spanned},
};

/// A function whose signature is not one of a handler.
pub static WRONG_HANDLER_SHAPE: Rule = Rule {
    code: "PW0103",
    name: "wrong-handler-shape",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a function whose signature is not one of a handler",
    page: include_str!("wrong_handler_shape.md"),
    found_by: FoundBy::Contracts,
};

/// A use of a function that is no handler; `reason` says what is wrong with its signature, `span` is its name.
pub fn used(name: &Spanned<String>, span: Span, reason: &str) -> Finding {
    let finding = WRONG_HANDLER_SHAPE.finding(name.span, format!("function `{}` cannot be a handler", name.value));
    finding
        .also(span, reason)
        .help("write it as `pub async fn name(cx: &Cx, input: Input) -> Result<Output, HandlerError>`")
}
