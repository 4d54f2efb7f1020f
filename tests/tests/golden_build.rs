//! The golden pack as a server: what is generated compiles without a warning, and every build gives the same bytes.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use packwright_tests::build::{compiler, repository, text};

/// Builds the pack in `folder` into `out`, with `target` for cargo.
fn build(folder: &Path, out: &Path, target: &Path) {
    let output = Command::new(compiler())
        .args([Path::new("build"), folder, Path::new("--out"), out])
        .env("CARGO_TARGET_DIR", target)
        .current_dir(repository())
        .output()
        .expect("packwright runs");
    assert!(output.status.success(), "the golden pack does not build:\n{}", text(&output));
}

/// Every file of a folder by its path in it.
fn read(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder that was built can be listed") {
            let path = entry.expect("a folder that was built can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(root).expect("it is inside").to_owned();
                files.insert(inside, fs::read(&path).expect("a file that was built can be read"));
            }
        }
    }
    files
}

fn copy(from: &Path, to: &Path) {
    for (path, bytes) in read(from) {
        let path = to.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("a copy can be written");
    }
}

#[test]
fn two_builds_give_the_same_bytes_wherever_they_are_made() {
    let pack = repository().join("tests/golden/pack");
    let target = compiler().ancestors().nth(2).expect("the compiler is in target/<profile>");
    let here = tempfile::tempdir().expect("a folder can be made");
    let there = tempfile::tempdir().expect("a folder can be made");

    build(&pack, &here.path().join("dist"), target);
    let first = read(&here.path().join("dist"));
    let binary = &first[Path::new("golden")];
    assert!(binary.len() < 8 << 20, "the stripped binary has {} bytes", binary.len());
    let repository = repository().to_str().expect("a UTF-8 path").as_bytes();
    assert!(
        !binary.windows(repository.len()).any(|bytes| bytes == repository),
        "the binary names this machine's folders"
    );

    let elsewhere = there.path().join("a folder/pack");
    copy(&pack, &elsewhere);
    // Kept between runs of the tests: a second target folder builds every dependency once more.
    build(&elsewhere, &there.path().join("other dist"), &target.join("elsewhere"));
    let second = read(&there.path().join("other dist"));
    for (path, bytes) in &first {
        assert!(second.get(path) == Some(bytes), "`{}` differs between two builds", path.display());
    }
    assert_eq!(first.len(), second.len());

    let before = fs::metadata(here.path().join("dist/golden")).and_then(|file| file.modified()).expect("it is there");
    build(&pack, &here.path().join("dist"), target);
    let after = fs::metadata(here.path().join("dist/golden")).and_then(|file| file.modified()).expect("it is there");
    assert_eq!(before, after, "a build that changes nothing writes nothing");
}

#[test]
fn sha256sum_agrees() {
    let pack = repository().join("tests/golden/pack");
    let dist = tempfile::tempdir().expect("a folder can be made");
    let output = Command::new(compiler())
        .args([Path::new("manifest"), &pack, Path::new("--locked"), Path::new("--out"), dist.path()])
        .output()
        .expect("packwright runs");
    assert!(output.status.success(), "{}", text(&output));
    let checked =
        Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(dist.path()).output();
    let checked = checked.expect("coreutils are there");
    assert!(checked.status.success(), "{}", text(&checked));
    let sums = fs::read_to_string(dist.path().join("SHA256SUMS")).expect("it is there");
    assert!(sums.lines().any(|line| line.ends_with("  manifest.public.json")));
}
