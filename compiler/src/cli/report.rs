//! Writing findings.

use std::io;

use crate::{
    Compilation,
    cli::{Exit, PackArgument, Streams},
    diagnostic::{Counts, Files, github, json, render, sarif},
    world::World,
};

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, which code scanning reads.
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines of a change.
    Github,
}

/// Writes a pack's findings, and says how the command ends for it.
pub(super) fn write(
    world: &dyn World,
    compilation: &Compilation,
    pack: &PackArgument,
    format: Format,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    let findings = &compilation.findings;
    let folder = pack.prefix();
    let files = Files { sources: &compilation.sources.files, folder: &folder };
    let report = match format {
        Format::Text => render::text(findings, files, streams.colours(world)),
        Format::Json => json::document(findings, files),
        Format::Sarif => sarif::document(findings, files),
        Format::Github => github::commands(findings, files),
    };
    streams.out.write_all(report.as_bytes())?;
    streams.out.flush()?;
    Ok(if Counts::of(findings).errors == 0 { Exit::Fine } else { Exit::Findings })
}

/// The same for a command whose report is not the findings: says nothing where there are none.
pub(super) fn write_findings(
    world: &dyn World,
    compilation: &Compilation,
    pack: &PackArgument,
    streams: &mut Streams<'_>,
) -> io::Result<Exit> {
    match compilation.findings.as_slice() {
        [] => Ok(Exit::Fine),
        _ => write(world, compilation, pack, Format::Text, streams),
    }
}

/// How many tools, as people say it.
pub(super) fn tools(count: usize) -> String {
    if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") }
}
