//! The generated server's other half: everything that is the same for all packs.
//!
//! Goes in: a [`Definition`] baked by the generated crate, the command line, requests. Comes out: the run API and the tool
//! catalogue. Refuses to know: what tools do.

pub mod call;
pub mod definition;
pub mod http;
pub mod state;

mod access;
mod address;
mod api;
mod cli;
mod client;
mod engine;
mod keys;
mod listen;
mod log;
#[cfg(feature = "pack-tests")]
pub mod pack_tests;
mod random;
mod reply;
mod serve;
mod step;
mod store;
pub(crate) mod time;

pub use cli::main;
pub use definition::Definition;
