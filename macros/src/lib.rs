//! `#[handler]` and `#[tool]`: Rust functions as packwright handlers.

use proc_macro::TokenStream;

/// Makes a function a handler. (Skeleton.)
#[proc_macro_attribute]
pub fn handler(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Makes a function a handler that is offered as a tool. (Skeleton.)
#[proc_macro_attribute]
pub fn tool(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}
