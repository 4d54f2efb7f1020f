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

pub(crate) use self::folder::LIST;
use self::{
    cargo::{Cargo, Profile},
    folder::Folder,
};
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

/// Makes `out` hold `files` and their digests, and no other documents that an earlier command wrote there. What a build added to
/// its documents stays.
///
/// # Errors
/// When a file cannot be written, or one that is not ours is in the way.
pub fn write(world: &dyn World, out: &Path, files: Files) -> io::Result<()> {
    let mut files = files;
    for (path, bytes) in Folder::open(world, out)?.written()?.into_iter().filter(|(path, _)| is_only_built(path)) {
        files.add(path, bytes);
    }
    finish(world, out, files, None)
}

/// Whether a build writes this path and nothing else does: the crate, or the program, whose name has no ending.
fn is_only_built(path: &str) -> bool {
    path.starts_with("server/") || (!path.contains(['/', '.']) && path != SUMS)
}

/// The file with the digests of the others.
const SUMS: &str = "SHA256SUMS";

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
    let executable = match (Cargo { world, workspace: &workspace, job, profile: Profile::Release }).build()? {
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

/// Builds the program of a pack's tests and gives it to `run`, or says what rustc refused. Like servers, all of them are built
/// in one folder, one at a time; nobody else builds there while it runs.
///
/// # Errors
/// When a file cannot be written; when cargo is missing or cannot build for a reason outside the pack; those of `run`.
pub(crate) fn run_tests<T>(
    world: &dyn World,
    job: &Job<'_>,
    run: impl FnOnce(&Path) -> io::Result<T>,
) -> io::Result<Result<T, Vec<Finding>>> {
    let _turn = world.lock(&job.scratch.join("tests.lock"))?;
    let workspace = job.scratch.join("tests.workspace");
    staging::place(world, &workspace, &job.server)?;
    match (Cargo { world, workspace: &workspace, job, profile: Profile::Dev }).build()? {
        Ok(program) => run(&program).map(Ok),
        Err(findings) => Ok(Err(findings)),
    }
}

/// The one of the files that can be run.
struct Program<'a> {
    path: &'a str,
    /// Where cargo left it.
    built: &'a Path,
}

fn finish(world: &dyn World, out: &Path, mut files: Files, program: Option<Program<'_>>) -> io::Result<()> {
    files.add(SUMS, emit::sums(files.iter()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    #[test]
    fn documents_are_renewed_beside_what_a_build_left() {
        let world = Memory::new([
            ("dist/.packwright-files", "SHA256SUMS\nmanifest.json\nserver/src/main.rs\ntools/old.json\nweather\n"),
            ("dist/SHA256SUMS", "old"),
            ("dist/manifest.json", "old"),
            ("dist/server/src/main.rs", "fn main() {}"),
            ("dist/tools/old.json", "old"),
            ("dist/weather", "program"),
        ]);
        let mut files = Files::default();
        files.add("manifest.json", "new");
        write(&world, Path::new("dist"), files).expect("all of it is ours");
        let after = world.files();
        let paths: Vec<_> = after.keys().map(|path| path.display().to_string()).collect();
        let expected =
            ["SHA256SUMS", "manifest.json", "server/src/main.rs", "weather"].map(|path| format!("dist/{path}"));
        assert_eq!(paths[1..], expected);
        let sums = String::from_utf8_lossy(&after[Path::new("dist/SHA256SUMS")]).into_owned();
        let covered: Vec<_> = sums.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        assert_eq!(covered, ["manifest.json", "server/src/main.rs", "weather"]);
    }
}
