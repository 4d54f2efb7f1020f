//! Builds packs with the compiler's own binary, as an author would.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::{Mutex, OnceLock},
};

/// The repository's folder.
///
/// # Panics
/// Never: the package is in the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository")
}

/// The compiler's binary, built once from this work tree.
///
/// # Panics
/// When it does not build.
pub fn compiler() -> &'static Path {
    static COMPILER: OnceLock<PathBuf> = OnceLock::new();
    COMPILER.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        // Without what our own cargo told us about this package: `ring`'s build script would run again.
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(|it| it.starts_with("CARGO_PKG_") || it.starts_with("CARGO_MANIFEST_")) {
                cargo.env_remove(name);
            }
        }
        let output = cargo
            .args(["build", "--locked", "--package", "packwright", "--message-format=json"])
            .current_dir(repository())
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "the compiler does not build");
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .find_map(|message| message["executable"].as_str().map(PathBuf::from))
            .expect("cargo names the compiler's executable")
    })
}

/// Runs the compiler with `args` in the repository's folder.
///
/// # Panics
/// When it cannot be started.
pub fn packwright(args: &[&str]) -> Output {
    Command::new(compiler())
        .args(args)
        .current_dir(repository())
        .env("NO_COLOR", "1")
        .output()
        .expect("packwright runs")
}

/// What a build left behind.
#[derive(Debug)]
pub struct Dist {
    /// The folder.
    pub folder: PathBuf,
    /// The server's binary.
    pub binary: PathBuf,
}

/// Builds `packs/<pack>` of the repository into a folder that all tests of this process share.
///
/// # Panics
/// When the build fails; the compiler's words are in the panic.
pub fn build(pack: &str) -> Dist {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    // A failed build poisons nothing that the next one reads.
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = compiler().with_file_name("packwright-tests").join(pack);
    let output = packwright(&["build", &format!("packs/{pack}"), "--out", folder.to_str().expect("a UTF-8 path")]);
    assert!(output.status.success(), "packs/{pack} does not build:\n{}", text(&output));
    let binary = folder.join(pack);
    Dist { folder, binary }
}

/// Both streams of a finished process, for a panic.
pub fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
