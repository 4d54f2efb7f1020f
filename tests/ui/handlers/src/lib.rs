//! Handlers.
use packwright_runtime_min::{Cx, HandlerError, NoInput, handler};

mod place;

/// Private.
#[handler]
fn geocode(_cx: &Cx, input: NoInput) -> Result<NoInput, HandlerError> {
    Ok(input)
}

/// Generic.
#[handler]
pub fn generic<T>(input: T) -> T {
    input
}

/// Without the attribute.
pub fn plain(input: NoInput) -> NoInput {
    input
}

/// Takes three.
#[handler]
pub fn takes_three(first: NoInput, second: NoInput, third: NoInput) -> NoInput {
    first
}
