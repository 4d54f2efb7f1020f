//! The command line: one enum of subcommands, one file each.
//!
//! stdout is the report, stderr the chatter.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Parser, Subcommand};

use crate::{
    contracts::{Progress, Stale},
    diagnostic::render::Colours,
    world::World,
};

mod build;
mod check;
mod explain;
mod manifest;
mod new;
mod report;
mod run;
mod schema;
mod test;

/// Compiles packs into checked tool manifests, schemas and one server binary.
#[derive(Debug, Parser)]
#[command(name = "packwright", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Arguments),
    Check(check::Arguments),
    Manifest(manifest::Arguments),
    Build(build::Arguments),
    Run(run::Arguments),
    Test(test::Arguments),
    Explain(explain::Arguments),
    Schema(schema::Arguments),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Fine; there may be warnings.
    Fine,
    /// The pack has errors.
    Findings,
    /// The command line, a file or a process is at fault.
    Failure,
}

impl Exit {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Findings => 1,
            Self::Failure => 2,
        }
    }
}

/// Where a command writes.
#[expect(missing_debug_implementations, reason = "streams have nothing to show")]
pub struct Streams<'w> {
    /// The report.
    pub out: &'w mut dyn Write,
    /// The chatter.
    pub err: &'w mut dyn Write,
    /// Whether a person reads the report.
    pub out_is_terminal: bool,
    /// Whether a person reads the chatter.
    pub err_is_terminal: bool,
}

/// Runs one command line, the program's name first.
pub fn run(world: &dyn World, args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>) -> Exit {
    let ended = match Arguments::try_parse_from(args) {
        Ok(Arguments { command }) => match command {
            Command::New(arguments) => new::run(world, &arguments, streams),
            Command::Check(arguments) => check::run(world, &arguments, streams),
            Command::Manifest(arguments) => manifest::run(world, &arguments, streams),
            Command::Build(arguments) => build::run(world, &arguments, streams),
            Command::Run(arguments) => run::run(world, &arguments, streams),
            Command::Test(arguments) => test::run(world, &arguments, streams),
            Command::Explain(arguments) => explain::run(&arguments, streams),
            Command::Schema(arguments) => schema::run(&arguments, streams),
        },
        Err(error) => usage(&error, streams),
    };
    ended.unwrap_or_else(|error| {
        match error.kind() {
            // Whoever read our report has read enough of it.
            io::ErrorKind::BrokenPipe => {}
            // There is nowhere left to say that stderr is gone.
            _ => drop(writeln!(streams.err, "error: {error}")),
        }
        Exit::Failure
    })
}

/// What clap says: help and version are reports, the rest is chatter.
fn usage(error: &clap::Error, streams: &mut Streams<'_>) -> io::Result<Exit> {
    if error.use_stderr() {
        write!(streams.err, "{error}")?;
        return Ok(Exit::Failure);
    }
    write!(streams.out, "{error}")?;
    Ok(Exit::Fine)
}

/// The pack that a command is about.
#[derive(Debug, clap::Args)]
struct PackArgument {
    /// The pack's folder.
    #[arg(value_name = "PACK", default_value = ".")]
    folder: PathBuf,
}

impl PackArgument {
    /// Refuses an output folder among the pack's sources: what is written there would be read as a part of the pack.
    fn refuse_inside(&self, world: &dyn World, out: &Path) -> io::Result<()> {
        // A pack that is not there is reported by whoever reads it.
        let Ok(pack) = world.absolute(&self.folder) else { return Ok(()) };
        let typed = world.absolute(Path::new("."))?.join(out);
        let there = typed.ancestors().find_map(|folder| Some((world.absolute(folder).ok()?, folder)));
        let Some((there, typed_part)) = there else { return Ok(()) };
        let absolute = there.join(typed.strip_prefix(typed_part).unwrap_or(Path::new("")));
        let Ok(inside) = absolute.strip_prefix(&pack) else { return Ok(()) };
        if ["dist", "target"].iter().any(|made| inside.starts_with(made)) {
            return Ok(());
        }
        let message = format!("{}: the folder is in the pack; choose `dist` in it, or one outside", out.display());
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    }

    /// The folder as typed, ready to be put before a path in it.
    fn prefix(&self) -> String {
        let typed = self.folder.to_string_lossy().replace('\\', "/");
        let typed = typed.trim_end_matches('/');
        match typed.strip_prefix("./").unwrap_or(typed) {
            "" if self.folder.has_root() => "/".to_owned(),
            "" | "." => String::new(),
            folder => format!("{folder}/"),
        }
    }
}

impl Streams<'_> {
    /// What to do where the handlers' schemas are not known: under `--locked` nothing, else ask the crate.
    fn stale(&self, is_locked: bool) -> Stale {
        match (is_locked, self.err_is_terminal) {
            (true, _) => Stale::Refuse,
            (false, true) => Stale::Renew(Progress::Shown),
            (false, false) => Stale::Renew(Progress::Hidden),
        }
    }

    /// Whether the report may carry colours.
    fn colours(&self, world: &dyn World) -> Colours {
        let is_refused = world.variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        if self.out_is_terminal && !is_refused { Colours::On } else { Colours::Off }
    }
}
