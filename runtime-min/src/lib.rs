//! What packwright handlers are written against, and everything a generated packwright server calls.
//!
//! Goes in: a [`server::Definition`](crate) baked by the generated crate, requests, a data folder. Comes out: the run API.
//! Refuses to know: packs, TOML, topologies' sources, the compiler. Mechanism lives here; policy is in generated code.
//!
//! Without the `server` feature this is the small library that handler crates build and test against.

#[cfg(feature = "expression")]
mod calendar;
pub mod cx;
pub mod handler;
pub mod json;
pub mod validate;

#[cfg(feature = "expression")]
pub mod expression;
#[cfg(feature = "expression")]
pub mod schedule;
#[cfg(feature = "server")]
pub mod server;

pub use cx::Cx;
pub use handler::{Handler, HandlerError, NoInput};
pub use packwright_macros::{handler, tool};

/// Re-exports for the code that the macros and the compiler generate; not for people.
#[doc(hidden)]
pub mod __private {
    pub use schemars;
    pub use serde;
    pub use serde_json;
}
