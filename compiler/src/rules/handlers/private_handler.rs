//! PW0102: a handler that only its own crate can call.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::{Span, Spanned},
};

/// A handler that only its own crate can call.
pub static PRIVATE_HANDLER: Rule = Rule {
    code: "PW0102",
    name: "private-handler",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a handler that only its own crate can call",
    page: include_str!("private_handler.md"),
    found_by: FoundBy::Resolve,
};

/// A use of a handler whose function is not `pub`; `span` is the function's name.
pub fn function(name: &Spanned<String>, span: Span) -> Finding {
    let finding = PRIVATE_HANDLER.finding(name.span, format!("handler `{}` is private", name.value));
    finding.also(span, "this function is not `pub`").help("write `pub` before the function")
}

/// A use of a handler of which a module on the way is not `pub`.
pub fn module(name: &Spanned<String>, span: Span, module: &str) -> Finding {
    let finding =
        PRIVATE_HANDLER.finding(name.span, format!("handler `{}` is in the private module `{module}`", name.value));
    let help = format!("write `pub mod {module}`, or re-export the function by `pub use` in src/lib.rs");
    finding.also(span, "this function cannot be reached from outside its crate").help(help)
}
