//! Where the suite is: beside the repository, or, in a clone that stands alone, in the target folder, downloaded from PyPI
//! as a part of a package's sources.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use sha2::{Digest, Sha256};

/// The package that carries the suite, and the hash of its sources.
const PACKAGE: &str = "jsonschema";
const VERSION: &str = "4.25.1";
const SHA256: &str = "e4a9655ce0da0c0b67a085847e00a3a51449e1157f4f75e9fb5aa545e122eb85";

/// The folder of the suite; none if it is not beside the repository and nothing may be downloaded.
pub(super) fn suite() -> Option<&'static Path> {
    static SUITE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        if is_beside_us() {
            return Some(beside_us());
        }
        let offline = env::var("CARGO_NET_OFFLINE").is_ok_and(|value| value == "true");
        if offline {
            eprintln!("the JSON Schema test suite is not at ../shared/json-schema/suite, and we are offline: skipped");
        }
        (!offline).then(downloaded)
    };
    SUITE.get_or_init(find).as_deref()
}

/// Whether it is the suite that our lists are about, and not an older one.
pub(super) fn is_beside_us() -> bool {
    beside_us().is_dir()
}

fn beside_us() -> PathBuf {
    packwright_tests::repository().join("../shared/json-schema/suite")
}

fn downloaded() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("json-schema-suite");
    let name = format!("{PACKAGE}-{VERSION}");
    let archive = folder.join(format!("{name}.tar.gz"));
    let is_right = || fs::read(&archive).is_ok_and(|bytes| hex(&Sha256::digest(bytes)) == SHA256);
    if !is_right() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        run(Command::new("python3")
            .args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", PACKAGE, "--dest"])
            .arg(&folder)
            .arg(format!("{PACKAGE}=={VERSION}")));
        assert!(is_right(), "{} is not what it was: its SHA-256 should be {SHA256}", archive.display());
    }
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder));
    folder.join(name).join("json")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(
        output.status.success(),
        "the JSON Schema test suite is not at ../shared/json-schema/suite and cannot be downloaded (CARGO_NET_OFFLINE=true \
         skips it): {command:?}: {}",
        packwright_tests::build::text(&output)
    );
}
