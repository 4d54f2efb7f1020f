//! `packwright manifest`.

use std::{io, path::PathBuf};

use crate::{
    cli::{Exit, PackArgument, Streams, report},
    compile, driver, emit, lower,
    world::World,
};

/// Emits manifests, schemas and graphs: all that needs no server build.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pack: PackArgument,
    /// The folder to write into.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Take the handlers' schemas from contracts.lock only: never build the pack's Rust.
    #[arg(long)]
    locked: bool,
}

/// Runs the command.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { pack, out, locked } = arguments;
    pack.refuse_inside(world, out)?;
    let compilation = compile(world, &pack.folder, streams.stale(*locked))?;
    let exit = report::write_findings(world, &compilation, pack, streams)?;
    if let Some(checked) = &compilation.checked {
        let server = lower::lower(checked, &compilation.sources.files);
        driver::write(world, out, emit::documents(&server))?;
        writeln!(streams.err, "wrote manifests of {} to {}", report::tools(server.tools.len()), out.display())?;
    }
    Ok(exit)
}
