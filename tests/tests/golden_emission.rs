//! What a build writes for `tests/golden/pack` is `tests/golden/expected`, which is reviewed like source.
//!
//! Run with `UPDATE=1` to write what is emitted now; then read the difference.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use packwright::{
    compile,
    contracts::{Progress, Stale},
    emit, lower,
    world::Real,
};
use packwright_tests::build::repository;

fn golden() -> PathBuf {
    repository().join("tests/golden")
}

fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// What is emitted for the golden pack now, but for what is copied: `server/vendor` and `server/pack`.
fn emitted() -> BTreeMap<String, Vec<u8>> {
    let stale = if is_update() { Stale::Renew(Progress::Hidden) } else { Stale::Refuse };
    let compilation = compile(&Real, &golden().join("pack"), stale).expect("the golden pack can be read");
    let checked =
        compilation.checked.unwrap_or_else(|| panic!("the golden pack has errors: {:#?}", compilation.findings));
    let server = lower::lower(&checked, &compilation.sources.files);
    let mut files = emit::documents(&server);
    files.add_below("server", emit::sources(&server));
    files.iter().map(|(path, bytes)| (path.to_owned(), bytes.to_owned())).collect()
}

fn read(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be listed") {
            let path = entry.expect("a folder of the repository can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("it is inside").to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).expect("a file of the repository can be read"));
            }
        }
    }
    files
}

#[test]
fn what_is_emitted_is_what_was_reviewed() {
    let expected = golden().join("expected");
    let emitted = emitted();
    if is_update() {
        if expected.exists() {
            fs::remove_dir_all(&expected).expect("the golden files can be removed");
        }
        for (path, bytes) in &emitted {
            let path = expected.join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder can be made");
            fs::write(path, bytes).expect("a golden file can be written");
        }
        return;
    }
    let reviewed = read(&expected);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    for (path, bytes) in &emitted {
        let reviewed = reviewed.get(path).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
        let emitted = String::from_utf8_lossy(bytes);
        assert!(
            reviewed == emitted,
            "{path} is other than reviewed; run with UPDATE=1 and read the difference:\n{emitted}"
        );
    }
    assert_eq!(names(&emitted), names(&reviewed), "run with UPDATE=1");
}

#[test]
fn emission_is_a_function() {
    assert_eq!(emitted(), emitted());
}

#[test]
fn the_program_is_short() {
    let main = &emitted()["server/src/main.rs"];
    assert!(String::from_utf8_lossy(main).lines().count() <= 40);
}
