//! From emitted files to a folder that somebody uses, and to a running program.
//!
//! Goes in: [`Files`]. Comes out: a folder with these files and nothing stale, and for a server the binary which cargo made
//! from them. Refuses to know: what the files mean.

mod cargo;
mod folder;
mod stamp;

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
    world::World,
};

/// A server to build.
#[derive(Debug)]
pub struct Job<'a> {
    /// The pack's id: the binary's name.
    pub pack: &'a str,
    /// Where the pack says its id: the place of findings that have none of their own.
    pub origin: Span,
    /// The pack's files, which rustc's errors are mapped to.
    pub sources: &'a SourceMap,
    /// The folder for everything that nobody keeps.
    pub scratch: &'a Path,
    /// The text of the lock that the build starts from.
    pub lock: &'a str,
    /// Whether a person watches stderr.
    pub progress: Progress,
}

/// What became of a build.
#[derive(Clone, Debug)]
pub enum Built {
    /// The folder is complete; this is its binary.
    Binary(PathBuf),
    /// rustc refused something.
    Refused(Vec<Finding>),
}

/// The file of digests.
const SUMS: &str = "SHA256SUMS";

/// The folder of the generated crate.
const SERVER: &str = "server";

/// Makes `out` hold `files` and their digests, and none of the files that an earlier command wrote there.
///
/// # Errors
/// When a file cannot be written, or one that is not ours is in the way.
pub fn write(world: &dyn World, out: &Path, mut files: Files) -> io::Result<()> {
    files.add(SUMS, emit::sums(files.iter()));
    let mut folder = Folder::open(world, out)?;
    folder.claim(files.iter().map(|(path, _)| path))?;
    folder.write(&files)?;
    folder.close()
}

/// Does what [`write`] does, then builds the crate in `server/` and puts its binary beside it.
///
/// Where rustc refuses something there is neither a binary nor `SHA256SUMS`, so that a half-made folder cannot be mistaken for
/// a whole one.
///
/// # Errors
/// When a file cannot be written, or one that is not ours is in the way; when cargo is missing or cannot build for a reason
/// outside the pack.
pub fn build(world: &dyn World, out: &Path, files: &Files, job: &Job<'_>) -> io::Result<Built> {
    // One build at a time in one scratch folder: cargo tells our crates apart by name and time only (see `stamp`).
    let _turn = world.lock(&job.scratch.join("build.lock"))?;
    let server = out.join(SERVER);
    let lock = format!("{SERVER}/Cargo.lock");

    let mut folder = Folder::open(world, out)?;
    folder.claim(files.iter().map(|(path, _)| path).chain([job.pack, SUMS, &lock]))?;
    if folder.write(files)? {
        folder.discard(SUMS)?;
        folder.discard(job.pack)?;
    }
    world.write(&out.join(&lock), job.lock.as_bytes())?;
    stamp::touch_where_cargo_would_mistake(world, job.scratch, out, files)?;

    let cargo = Cargo { world, server: &server, job };
    let executable = match cargo.build()? {
        Ok(executable) => executable,
        Err(findings) => {
            folder.discard(SUMS)?;
            folder.discard(job.pack)?;
            return Ok(Built::Refused(findings));
        }
    };

    let binary = out.join(job.pack);
    let (old, new) = (world.read(&binary).ok(), world.read(&executable)?);
    if old.as_ref() != Some(&new) {
        world.copy(&executable, &binary)?;
    }
    let locked = world.read(&out.join(&lock))?;
    let mut all = files.clone();
    all.add(lock, locked);
    all.add(job.pack, new);
    folder.write_one(SUMS, emit::sums(all.iter()).as_bytes())?;
    folder.close()?;
    Ok(Built::Binary(binary))
}
