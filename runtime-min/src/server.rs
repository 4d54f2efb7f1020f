//! The generated server's other half: everything that is the same for all packs.

pub mod call;
pub mod definition;
pub mod http;
#[allow(dead_code)]
mod random;
#[allow(dead_code)]
mod step;
#[allow(dead_code)]
mod store;
mod text;
#[allow(dead_code)]
mod time;

use std::process::ExitCode;

pub use definition::Definition;

/// The whole program of a generated server: reads the command line and obeys.
pub fn main(definition: &'static Definition) -> ExitCode {
    let _ = definition;
    ExitCode::FAILURE
}
