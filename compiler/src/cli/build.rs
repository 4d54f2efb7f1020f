//! `packwright build`.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    cli::{Exit, PackArgument, Streams, report},
    compile,
    contracts::Progress,
    driver::{self, Built, Job},
    emit,
    ir::Server,
    lower,
    staging::{self, Surroundings},
    world::World,
};

/// Emits all artifacts and builds the server's release binary.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pack: PackArgument,
    /// The folder to write into.
    #[arg(long, value_name = "DIR", default_value = "dist")]
    out: PathBuf,
    /// Take the handlers' schemas from contracts.lock only, and fail where it is stale.
    #[arg(long)]
    locked: bool,
}

/// Runs the command.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { pack, out, locked } = arguments;
    pack.refuse_inside(world, out)?;
    match build(world, pack, Out::Folder(out), *locked, streams)? {
        Ok(build) => {
            writeln!(streams.err, "built {}", build.binary.display())?;
            Ok(Exit::Fine)
        }
        Err(exit) => Ok(exit),
    }
}

/// A build that is done.
pub(super) struct Build {
    /// What was built.
    pub(super) server: Server,
    /// The program.
    pub(super) binary: PathBuf,
    /// The folder for what nobody keeps.
    pub(super) scratch: PathBuf,
}

/// Where a build goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Out<'a> {
    /// Where somebody says.
    Folder(&'a Path),
    /// Among the things that nobody keeps.
    Scratch,
}

/// Compiles and builds a pack, or says how the command ends where that is refused. Findings are reported.
pub(super) fn build(
    world: &dyn World,
    pack: &PackArgument,
    out: Out<'_>,
    locked: bool,
    streams: &mut Streams<'_>,
) -> io::Result<Result<Build, Exit>> {
    let mut compilation = compile(world, &pack.folder, streams.stale(locked))?;
    let exit = report::write_findings(world, &compilation, pack, streams)?;
    let Some(checked) = &compilation.checked else { return Ok(Err(exit)) };
    let sources = &compilation.sources.files;
    let surroundings = Surroundings::of(world, &pack.folder, sources)?;

    let server = lower::lower(checked, sources);
    let (mut staged, mut findings) = staging::pack(sources, &surroundings);
    if findings.is_empty() {
        staged.extend(staging::vendor());
        staged.extend(emit::sources(&server));
        staged.insert("Cargo.lock".to_owned(), surroundings.lock.seed().into_bytes());
        let job = Job {
            pack: &server.pack,
            origin: checked.pack().id.span,
            sources,
            scratch: &surroundings.scratch,
            server: staged,
            progress: if streams.err_is_terminal { Progress::Shown } else { Progress::Hidden },
        };
        let out = match out {
            Out::Folder(folder) => folder.to_owned(),
            Out::Scratch => surroundings.scratch.join(&server.pack).join("dist"),
        };
        match driver::build(world, &out, emit::documents(&server), &job)? {
            Built::Binary(binary) => return Ok(Ok(Build { server, binary, scratch: surroundings.scratch })),
            Built::Refused(refused) => findings = refused,
        }
    }
    compilation.findings = crate::diagnostic::in_file_order(findings);
    report::write_findings(world, &compilation, pack, streams).map(Err)
}
