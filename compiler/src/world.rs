//! The outside: files, processes and the environment.
//!
//! Every phase that needs one of them takes `&dyn World`; only `load`, `contracts::probe`, `driver` and the command line do.
//! All others are pure, so tests run them on an in-memory world and the same input gives the same bytes.

use std::{
    ffi::OsString,
    fs::File,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

mod memory;
mod real;

pub use self::{memory::Memory, real::Real};

/// Files, processes and the environment.
pub trait World: Sync {
    /// The content of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// What a folder holds, in name order.
    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>>;

    /// Writes a file and the folders above it.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Copies a file with its permissions, and makes the folders above the copy.
    fn copy(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes a folder and all in it; a folder that is not there is fine.
    fn remove_tree(&self, folder: &Path) -> io::Result<()>;

    /// Removes a folder that holds nothing; any other, and one that is not there, is fine.
    fn remove_if_empty(&self, folder: &Path) -> io::Result<()>;

    /// Whether there is a file or a folder.
    fn exists(&self, path: &Path) -> bool;

    /// The path from the root of the file system, links resolved.
    fn absolute(&self, path: &Path) -> io::Result<PathBuf>;

    /// Waits until nobody else holds the lock file at `path`, made where it is not there, and holds it.
    fn lock(&self, path: &Path) -> io::Result<Turn>;

    /// An environment variable that is set and is text.
    fn variable(&self, name: &str) -> Option<String>;

    /// Runs a process to its end.
    fn run(&self, process: &Process) -> io::Result<Ended>;

    /// Becomes a process, where the system can: signals reach it, and this returns only on failure. Elsewhere runs it to its
    /// end, attached.
    fn become_process(&self, process: &Process) -> io::Result<Ended>;

    /// `wanted` if one can listen there, else the same with a port that is free now.
    fn free_address(&self, wanted: SocketAddr) -> io::Result<SocketAddr>;
}

/// A lock file that is held until this is dropped.
#[derive(Debug, Default)]
#[must_use = "the lock is given back when this is dropped"]
pub struct Turn {
    /// Absent where there is nobody to share with.
    _file: Option<File>,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name; names that are not Unicode are shown with replacement characters and refused by `load`.
    pub name: String,
    /// File or folder.
    pub kind: EntryKind,
}

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file, or a link to one.
    File,
    /// A folder.
    Folder,
    /// A link to a folder, or to nothing. Nobody goes through it: a pack is a tree.
    FolderLink,
}

/// A process to run.
#[derive(Clone, Debug)]
pub struct Process {
    /// The program, looked up in `PATH` where it has no `/`.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder it runs in; this process's where absent.
    pub folder: Option<PathBuf>,
    /// Variables set on top of this process's environment.
    pub variables: Vec<(String, OsString)>,
    /// Variables taken out of this process's environment.
    pub without: Vec<String>,
    /// Where its output goes.
    pub output: Output,
}

/// What cargo sets for the processes that it starts: the package they are of. See cargo's "environment variables" page.
const OF_AN_OUTER_CARGO: [&str; 18] = [
    "CARGO_BIN_NAME",
    "CARGO_CRATE_NAME",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
    "CARGO_PKG_AUTHORS",
    "CARGO_PKG_DESCRIPTION",
    "CARGO_PKG_HOMEPAGE",
    "CARGO_PKG_LICENSE",
    "CARGO_PKG_LICENSE_FILE",
    "CARGO_PKG_NAME",
    "CARGO_PKG_README",
    "CARGO_PKG_REPOSITORY",
    "CARGO_PKG_RUST_VERSION",
    "CARGO_PKG_VERSION",
    "CARGO_PKG_VERSION_MAJOR",
    "CARGO_PKG_VERSION_MINOR",
    "CARGO_PKG_VERSION_PATCH",
    "CARGO_PKG_VERSION_PRE",
];

/// Where the output of a process goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Both streams come back in [`Ended`].
    Captured,
    /// stdout comes back in [`Ended`]; stderr goes to ours, so that a person sees progress.
    ErrorsShown,
    /// Both streams go to ours, and the process may read our stdin.
    Attached,
}

/// How a process ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to stdout, where that was captured.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr, where that was captured.
    pub stderr: Vec<u8>,
}

impl Process {
    /// `program` without arguments, output captured.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            folder: None,
            variables: Vec::new(),
            without: Vec::new(),
            output: Output::Captured,
        }
    }

    /// The cargo that runs us, or the one in `PATH`; without what an outer cargo tells its children about *their* package. Build
    /// scripts that watch such a variable (`ring`'s does) would be run again with every change of the outer package.
    pub fn cargo(world: &dyn World) -> Self {
        let mut cargo = Self::new(world.variable("CARGO").unwrap_or_else(|| "cargo".to_owned()));
        cargo.without = OF_AN_OUTER_CARGO.map(str::to_owned).to_vec();
        cargo
    }

    /// With these further arguments.
    #[must_use]
    pub fn args<I: IntoIterator<Item = A>, A: Into<OsString>>(mut self, args: I) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }
}

impl Ended {
    /// Whether it ended with exit code 0.
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }
}
