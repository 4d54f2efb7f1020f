//! The generated server's other half: everything that is the same for all packs.
//!
//! Goes in: a [`Definition`] baked by the generated crate, the command line, requests. Comes out: the run API and the tool
//! catalogue. Refuses to know: what tools do.

pub mod call;
pub mod definition;
pub mod http;

mod address;
mod client;
mod engine;
mod log;
mod random;
mod reply;
mod step;
mod store;
mod time;

use std::process::ExitCode;

pub use definition::Definition;

/// The whole program of a generated server: reads the command line and obeys.
pub fn main(definition: &'static Definition) -> ExitCode {
    let _ = definition;
    ExitCode::FAILURE
}
