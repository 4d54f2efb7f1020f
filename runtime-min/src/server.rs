//! The generated server's other half: everything that is the same for all packs.

pub mod call;
pub mod definition;
pub mod http;
mod text;

use std::process::ExitCode;

pub use definition::Definition;

/// The whole program of a generated server: reads the command line and obeys.
pub fn main(definition: &'static Definition) -> ExitCode {
    let _ = definition;
    ExitCode::FAILURE
}
