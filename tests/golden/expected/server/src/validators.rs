//! What the pack's JSON Schemas say, as Rust.

pub(crate) mod topologies;
pub(crate) mod handlers;
pub(crate) mod http;
