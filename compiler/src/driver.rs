//! From emitted files to a folder that somebody uses, and to a running program.
//!
//! Goes in: [`Files`]. Comes out: a folder with these files and nothing stale, and for a server the binary which cargo made
//! from them. Refuses to know: what the files mean.

mod cargo;
mod folder;

use std::{
    io,
    path::{Path, PathBuf},
};

use self::{cargo::Cargo, folder::Folder};
use crate::{
    contracts::Progress,
    diagnostic::Finding,
    emit::{self, Files},
    source::{SourceMap, Span},
    staging,
    world::World,
};

/// A server to build.
#[derive(Debug)]
pub struct Job<'a> {
    /// The pack's id: the binary's name.
    pub pack: &'a str,
    /// Where the pack says its id: the place of findings that have none of their own.
    pub origin: Span,
    /// The pack's files, which rustc's errors are led back to.
    pub sources: &'a SourceMap,
    /// The folder for everything that nobody keeps.
    pub scratch: &'a Path,
    /// The generated crate, with what it is staged with and the lock that the build starts from.
    pub server: staging::Files,
    /// Whether a person watches stderr.
    pub progress: Progress,
}

/// What became of a build.
#[derive(Clone, Debug)]
pub enum Built {
    /// The folder is complete; this is its binary.
    Binary(PathBuf),
    /// rustc refused something; the folder is as it was.
    Refused(Vec<Finding>),
}

/// Makes `out` hold `files` and their digests, and none of the files that an earlier command wrote there.
///
/// # Errors
/// When a file cannot be written, or one that is not ours is in the way.
pub fn write(world: &dyn World, out: &Path, files: Files) -> io::Result<()> {
    finish(world, out, files, None)
}

/// Builds a server, then makes `out` hold `files`, the crate in `server/`, its binary and the digests of all.
///
/// All servers are built in one folder, one at a time. cargo knows a crate by its name and its place in the workspace, and by
/// no more than the times of its files: in a folder for each, it would take one pack's crate for another's of the same name,
/// and build the runtime anew for every folder.
///
/// # Errors
/// When a file cannot be written, or one that is not ours is in the way; when cargo is missing or cannot build for a reason
/// outside the pack.
pub fn build(world: &dyn World, out: &Path, files: Files, job: &Job<'_>) -> io::Result<Built> {
    let _turn = world.lock(&job.scratch.join("build.lock"))?;
    // No package can have this name, so no other folder in here has it.
    let workspace = job.scratch.join("server.workspace");
    staging::place(world, &workspace, &job.server)?;
    let executable = match (Cargo { world, workspace: &workspace, job }).build()? {
        Ok(executable) => executable,
        Err(findings) => return Ok(Built::Refused(findings)),
    };

    let mut all = files;
    for (path, bytes) in &job.server {
        // cargo has added the workspace's crates to the lock and taken out what they do not need.
        let bytes = if path == "Cargo.lock" { world.read(&workspace.join(path))? } else { bytes.clone() };
        all.add(format!("server/{path}"), bytes);
    }
    all.add(job.pack, world.read(&executable)?);
    finish(world, out, all, Some(Program { path: job.pack, built: &executable }))?;
    Ok(Built::Binary(out.join(job.pack)))
}

/// The one of the files that can be run.
struct Program<'a> {
    path: &'a str,
    /// Where cargo left it.
    built: &'a Path,
}

fn finish(world: &dyn World, out: &Path, mut files: Files, program: Option<Program<'_>>) -> io::Result<()> {
    files.add("SHA256SUMS", emit::sums(files.iter()));
    let mut folder = Folder::open(world, out)?;
    folder.claim(&files)?;
    for (path, bytes) in files.iter() {
        match &program {
            Some(program) if program.path == path => folder.put_program(path, bytes, program.built)?,
            Some(_) | None => folder.write(path, bytes)?,
        }
    }
    folder.close()
}
