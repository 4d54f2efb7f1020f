//! `packwright check`.

use std::{io, mem};

use crate::{
    cli::{
        Exit, PackArgument, Streams,
        report::{self, Format},
    },
    compile,
    world::World,
};

/// Reports everything that is wrong with a pack, and makes nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pack: PackArgument,
    /// How the findings are written.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Take the handlers' schemas from contracts.lock only: never build the pack's Rust.
    #[arg(long)]
    locked: bool,
}

/// Runs the command.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { pack, format, locked } = arguments;
    let compilation = compile(world, &pack.folder, streams.stale(*locked))?;
    let exit = report::write(world, &compilation, pack, *format, streams);
    // The process is about to end, and taking a large pack apart piece by piece is a good part of the work.
    mem::forget(compilation);
    exit
}
