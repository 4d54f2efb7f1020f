//! The program of `packwright test`: a pack's own tests on the executor and the store that serve, with a clock of their own.
//!
//! Goes in: cases as the compiler wrote them. Comes out: for each what happened, one JSON document a line. Refuses to know:
//! what a test expects; the compiler judges, where the places in the TOML are. Only in programs that are built for tests.

mod case;
mod clock;
mod drive;
mod recorder;
mod stub;

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use super::definition::Definition;
use case::Case;

pub(crate) use case::Task;
pub use stub::handler;
pub(crate) use stub::{base, exchange};

/// The whole program: reads cases from the file of the first argument, writes what happened to the file of the second, and keeps
/// the runs' data in the folder of the third. 0 is fine, 2 all else.
pub fn main(definition: &'static Definition) -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match &arguments[..] {
        [cases, results, data] => run(definition, cases, results, data),
        _ => Err("the arguments are the cases, the results and the data folder".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            super::log::line(format_args!("{}: {reason}", definition.pack));
            ExitCode::from(2)
        }
    }
}

fn run(definition: &'static Definition, cases: &Path, results: &Path, data: &Path) -> Result<(), String> {
    if let Some(fault) = definition.faults().first() {
        return Err(format!("{fault}; this is a bug in packwright"));
    }
    let text = std::fs::read(cases).map_err(|error| error.to_string())?;
    let cases: Vec<Case> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let mut results = File::create(results).map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    for (number, case) in cases.into_iter().enumerate() {
        // Each has a store of its own, so that no test sees what another has left.
        let folder = data.join(number.to_string());
        let outcome = runtime.block_on(drive::run(definition, case, &folder))?;
        let _ = std::fs::remove_dir_all(&folder);
        let mut line = serde_json::to_vec(&outcome).map_err(|error| error.to_string())?;
        line.push(b'\n');
        results.write_all(&line).map_err(|error| error.to_string())?;
    }
    // Handlers that hang are not waited for.
    runtime.shutdown_background();
    Ok(())
}
