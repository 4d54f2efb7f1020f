//! Running cargo on the generated crate.

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use super::Job;
use crate::{
    contracts::Progress,
    diagnostic::Finding,
    staging::messages,
    world::{Output, Process, World},
};

/// A build of the generated crate.
pub(super) struct Cargo<'a> {
    /// Where cargo is.
    pub(super) world: &'a dyn World,
    /// The folder of the crate, a workspace of its own.
    pub(super) workspace: &'a Path,
    /// What it is built for.
    pub(super) job: &'a Job<'a>,
    /// How much is optimised.
    pub(super) profile: Profile,
}

/// A profile of cargo's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// For servers.
    Release,
    /// For what is built more often than it runs.
    Dev,
}

impl Cargo<'_> {
    /// Builds the binary; its path, or what rustc refused.
    ///
    /// # Errors
    /// When cargo is missing, or fails for a reason that is no error of rustc.
    pub(super) fn build(&self) -> io::Result<Result<PathBuf, Vec<Finding>>> {
        let Job { pack, origin, sources, scratch, .. } = *self.job;
        let workspace = self.world.absolute(self.workspace)?;
        let scratch = self.world.absolute(scratch)?;
        let ended = self.world.run(&self.process(&workspace, &scratch)).map_err(without_cargo)?;
        if let Some(executable) = messages::executable(&ended.stdout, pack).filter(|_| ended.is_success()) {
            return Ok(Ok(PathBuf::from(executable)));
        }
        let findings = messages::findings(&ended.stdout, sources, origin);
        if findings.is_empty() {
            let said = String::from_utf8_lossy(&ended.stderr);
            return Err(io::Error::other(format!("cargo cannot build `{}`\n{}", workspace.display(), said.trim_end())));
        }
        Ok(Err(findings))
    }

    fn process(&self, workspace: &Path, scratch: &Path) -> Process {
        let mut process = Process::cargo(self.world).args(["build", "--message-format=json"]);
        match self.profile {
            Profile::Release => process = process.args(["--release"]),
            Profile::Dev => {}
        }
        process = process.args(["--manifest-path"]);
        process = process.args([workspace.join("Cargo.toml").into_os_string(), "--target-dir".into(), scratch.into()]);
        process.folder = Some(workspace.to_owned());
        process.variables.push(("CARGO_ENCODED_RUSTFLAGS".to_owned(), self.rustc_flags(scratch)));
        process.output = match self.job.progress {
            Progress::Shown => Output::ErrorsShown,
            Progress::Hidden => Output::Captured,
        };
        process
    }

    /// Paths of this machine, which would otherwise stand in panic messages, become the same everywhere. Where one path is
    /// inside another the later one decides.
    ///
    /// The workspace is left out: inside it cargo hands rustc relative paths.
    fn rustc_flags(&self, scratch: &Path) -> OsString {
        let cargo_home = self.cargo_home().map(|home| self.world.absolute(&home).unwrap_or(home));
        let mut flags = OsString::new();
        for (path, instead) in [(cargo_home.as_deref(), "cargo"), (Some(scratch), "target")] {
            let Some(path) = path else { continue };
            if !flags.is_empty() {
                // cargo's separator: paths may hold spaces.
                flags.push("\u{1f}");
            }
            flags.push("--remap-path-prefix=");
            flags.push(path);
            flags.push("=");
            flags.push(instead);
        }
        flags
    }

    fn cargo_home(&self) -> Option<PathBuf> {
        let home = || Some(Path::new(&self.world.variable("HOME")?).join(".cargo"));
        self.world.variable("CARGO_HOME").map(PathBuf::from).or_else(home)
    }
}

fn without_cargo(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(
            io::ErrorKind::NotFound,
            "a server is built by `cargo`, which is not there: install Rust from https://rustup.rs",
        ),
        kind => io::Error::new(kind, format!("cargo does not start: {error}")),
    }
}
