//! Manifests in, staged manifests or findings out.

use std::path::Path;

use super::{Surroundings, is_crate_file, lock::Lock, pack, place, vendor};
use crate::{source::SourceMap, world::Memory};

const RUNTIME: &str = "packwright-runtime-min = \"0.1\"\n";

/// Stages a pack of `files` at `/w/packs/p`, below a workspace whose manifest is `workspace`.
fn stage(workspace: &str, files: &[(&str, &str)]) -> Result<super::Files, Vec<String>> {
    let in_pack = files.iter().map(|(path, text)| (format!("/w/packs/p/{path}"), *text));
    let world = Memory::new([("/w/Cargo.toml".to_owned(), workspace)].into_iter().chain(in_pack));
    let map = SourceMap::new(files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect());
    let surroundings =
        Surroundings::of(&world, Path::new("/w/packs/p"), &map).map_err(|error| vec![error.to_string()])?;
    let (staged, findings) = pack(&map, &surroundings);
    if findings.is_empty() {
        return Ok(staged);
    }
    let line = |finding: &crate::diagnostic::Finding| {
        let file = map.get(finding.primary.span.file);
        let place = String::from_utf8_lossy(&file.bytes[finding.primary.span.range()]);
        format!("{} {} at {} `{place}`", finding.code, finding.message, file.path)
    };
    Err(findings.iter().map(line).collect())
}

/// The staged manifest of a pack whose manifest is `manifest`.
fn check(workspace: &str, manifest: &str, expect: &str) {
    let staged = stage(workspace, &[("Cargo.toml", manifest)]);
    let staged = staged.map(|files| String::from_utf8_lossy(&files["pack/Cargo.toml"]).into_owned());
    assert_eq!(staged.as_deref(), Ok(expect), "for {manifest}");
}

fn refuse(manifest: &str, expect: &str) {
    let got = stage("[workspace]\n", &[("Cargo.toml", manifest)]);
    assert_eq!(got.expect_err(manifest), [expect], "for {manifest}");
}

const TARGETS_OFF: &str = "autobins = false\nautoexamples = false\nautotests = false\nautobenches = false\n";

#[test]
fn carried_crates_stand_alone() {
    let files = vendor();
    for name in ["packwright-runtime-min", "packwright-macros", "packwright-macros-syntax"] {
        let manifest = String::from_utf8_lossy(&files[&format!("vendor/{name}/Cargo.toml")]).into_owned();
        assert!(files.contains_key(&format!("vendor/{name}/src/lib.rs")), "{name} has sources");
        for word in ["workspace", "lints", "dev-dependencies"] {
            assert!(!manifest.contains(word), "{name} must not mention {word}:\n{manifest}");
        }
        for line in manifest.lines().filter(|line| line.contains("path =")) {
            assert!(line.contains("path = \"../packwright-"), "{line}");
        }
    }
}

#[test]
fn packwright_dependencies_lead_to_vendor_however_they_are_written() {
    let expect = format!(
        "[package]\nname = \"p\"\n{TARGETS_OFF}\n[dependencies]\npackwright-runtime-min = {{ path = \"../vendor/packwright-runtime-min\" }}\n"
    );
    for written in ["\"0.1\"", "{ path = \"../../runtime-min\", version = \"0.1.0\" }", "{ workspace = true }"] {
        let manifest = format!("[package]\nname = \"p\"\n\n[dependencies]\npackwright-runtime-min = {written}\n");
        check("[workspace.dependencies]\npackwright-runtime-min = { path = \"x\" }\n", &manifest, &expect);
    }
}

#[test]
fn what_the_workspace_gives_is_filled_in() {
    check(
        "[workspace.package]\nedition = \"2024\"\nreadme = \"README.md\"\n[workspace.dependencies]\nserde = { version = \"1\", features = [\"std\"] }\nlog = \"0.4\"\n",
        &format!(
            "[package]\nname = \"p\"\nedition.workspace = true\nreadme.workspace = true\n\n[dependencies]\n{RUNTIME}serde = {{ workspace = true, features = [\"derive\"] }}\nlog.workspace = true\n"
        ),
        &format!(
            "[package]\nname = \"p\"\nedition = \"2024\"\n{TARGETS_OFF}\n[dependencies]\npackwright-runtime-min = {{ path = \"../vendor/packwright-runtime-min\" }}\nserde = {{ version = \"1\", features = [\"std\", \"derive\"] }}\nlog = {{ version = \"0.4\" }}\n"
        ),
    );
}

#[test]
fn what_a_server_does_not_need_is_left_out() {
    check(
        "[workspace]\n",
        &format!(
            "[workspace]\n\n[package]\nname = \"p\"\n\n[lib]\nname = \"q\"\n\n[dependencies]\n{RUNTIME}\n[dev-dependencies]\nx = {{ path = \"/x\" }}\n\n[target.'cfg(unix)'.dev-dependencies]\ny = {{ path = \"/y\" }}\n\n[[bin]]\nname = \"b\"\n\n[lints]\nworkspace = true\n\n[profile.dev]\ndebug = 1\n"
        ),
        &format!(
            "\n[package]\nname = \"p\"\n{TARGETS_OFF}\n[lib]\nname = \"q\"\n\n[dependencies]\npackwright-runtime-min = {{ path = \"../vendor/packwright-runtime-min\" }}\n"
        ),
    );
}

#[test]
fn a_crate_inside_the_pack_comes_along() {
    let staged = stage(
        "[workspace]\n",
        &[
            (
                "Cargo.toml",
                &format!("[package]\nname = \"p\"\n[dependencies]\n{RUNTIME}helper = {{ path = \"crates/helper\" }}\n"),
            ),
            ("crates/helper/Cargo.toml", &format!("[package]\nname = \"helper\"\n[dependencies]\n{RUNTIME}")),
            ("crates/helper/src/lib.rs", "// helper"),
        ],
    );
    let files = staged.expect("nothing is in the way");
    let helper = String::from_utf8_lossy(&files["pack/crates/helper/Cargo.toml"]);
    assert!(helper.contains("path = \"../../../vendor/packwright-runtime-min\""), "{helper}");
    assert_eq!(files["pack/crates/helper/src/lib.rs"], b"// helper");
}

#[test]
fn dependencies_outside_the_pack_are_refused() {
    let with = |line: &str| format!("[package]\nname = \"p\"\n[dependencies]\n{RUNTIME}{line}\n");
    refuse(
        &with("o = { path = \"../o\" }"),
        "PW0603 the dependency `o` is outside the pack at Cargo.toml `{ path = \"../o\" }`",
    );
    refuse(
        &with("o = { path = \"/o\" }"),
        "PW0603 the dependency `o` is outside the pack at Cargo.toml `{ path = \"/o\" }`",
    );
    refuse(
        &with("o = { path = \"missing\" }"),
        "PW0603 the dependency `o` is outside the pack at Cargo.toml `{ path = \"missing\" }`",
    );
    refuse(&with("o.workspace = true"), "PW0105 no workspace gives the dependency `o` at Cargo.toml `o`");
    refuse(
        &with("[patch.crates-io]\no = { git = \"https://example.org/o\" }"),
        "PW0603 `[patch]` does not reach the pack's copy that the server is built from at Cargo.toml `patch`",
    );
}

#[test]
fn the_runtime_must_be_the_compilers() {
    let with = |line: &str| format!("[package]\nname = \"p\"\n[dependencies]\n{line}\n");
    refuse(
        &with("serde = \"1\""),
        "PW0602 the pack's crate does not depend on `packwright-runtime-min`, which handlers are written against at Cargo.toml `[dependencies]`",
    );
    refuse(
        &with("packwright-runtime-min = \"7\""),
        "PW0602 the pack wants version `7` of `packwright-runtime-min`, and this compiler carries 0.1.0 at Cargo.toml `\"7\"`",
    );
    refuse(
        &with("packwright-runtime-min = { version = \"0.1\", features = [\"server\"] }"),
        "PW0602 handlers need no feature of `packwright-runtime-min` at Cargo.toml `{ version = \"0.1\", features = [\"server\"] }`",
    );
}

#[test]
fn only_crate_files_are_staged() {
    for path in ["src/lib.rs", "data/weather.csv", "build.rs", "src/tests/a.rs", "crates/x/target/y.rs"] {
        assert!(is_crate_file(path), "{path}");
    }
    for path in [
        "pack.toml",
        "topologies/a.toml",
        "schemas/a.json",
        "tests/a.toml",
        "ledger/a/1.0.0.json",
        "contracts.lock",
        "Cargo.lock",
        "src/.a.swp",
    ] {
        assert!(!is_crate_file(path), "{path}");
    }
}

#[test]
fn a_pack_without_rust_stages_nothing() {
    assert_eq!(stage("", &[("pack.toml", "")]), Ok(super::Files::new()));
}

#[test]
fn a_folder_holds_what_was_placed_and_nothing_else() {
    let world =
        Memory::new([("/d/a", "old"), ("/d/b/c", "same"), ("/d/b/gone", "x"), ("/d/gone/x/y", "x"), ("/e", "e")]);
    let files = [("a".to_owned(), b"new".to_vec()), ("b/c".to_owned(), b"same".to_vec())].into();
    place(&world, Path::new("/d"), &files).expect("the folder is ours");
    let left: Vec<String> = world.files().keys().map(|path| path.display().to_string()).collect();
    assert_eq!(left, ["/d/a", "/d/b/c", "/e"]);
    assert_eq!(world.files()[Path::new("/d/a")], b"new");
}

/// The scratch folder of the pack at `/w/packs/p` in a world of `files`.
fn scratch(files: &[(&str, &str)], target: Option<&str>) -> String {
    let own = [("/w/packs/p/Cargo.toml", "[package]\nname = \"p\"\n")];
    let mut world = Memory::new(own.iter().chain(files).copied());
    if let Some(target) = target {
        world = world.with_variable("CARGO_TARGET_DIR", target);
    }
    let map = SourceMap::new([("Cargo.toml".to_owned(), own[0].1.as_bytes().to_vec())].into());
    let found = Surroundings::of(&world, Path::new("/w/packs/p"), &map).expect("nothing is broken");
    found.scratch.display().to_string()
}

#[test]
fn builds_go_where_cargo_would_put_them() {
    assert_eq!(scratch(&[], None), "/w/packs/p/target/packwright");
    assert_eq!(scratch(&[("/w/Cargo.toml", "[workspace]\n")], None), "/w/target/packwright");
    assert_eq!(
        scratch(&[("/w/Cargo.toml", "[workspace]\nexclude = [\"packs\"]\n")], None),
        "/w/packs/p/target/packwright"
    );
    assert_eq!(scratch(&[("/w/Cargo.toml", "[package]\nname = \"w\"\n")], None), "/w/packs/p/target/packwright");
    assert_eq!(scratch(&[("/w/Cargo.toml", "[workspace]\n")], Some("/t")), "/t/packwright");
}

#[test]
fn a_seed_is_made_once() {
    let seed = Lock::default().seed();
    let again = Lock::parse(&seed).expect("a seed is a lock").seed();
    assert_eq!(seed, again);
    assert!(seed.contains("name = \"schemars\"") && !seed.contains("name = \"packwright\""));
}

#[test]
fn the_authors_versions_win() {
    let lock = "version = 4\n[[package]]\nname = \"serde_json\"\nversion = \"1.0.1\"\nsource = \"registry+x\"\nchecksum = \"c\"\n\
                [[package]]\nname = \"p\"\nversion = \"1.0.0\"\ndependencies = [\"serde_json\", \"packwright-runtime-min\"]\n\
                [[package]]\nname = \"packwright-runtime-min\"\nversion = \"0.1.0\"\n";
    let lock = Lock::parse(lock).expect("a lock");
    let seed = lock.seed();
    assert_eq!(seed.matches("name = \"serde_json\"").count(), 1);
    assert!(seed.contains("name = \"serde_json\"\nversion = \"1.0.1\""));
    assert_eq!(lock.reachable("p"), ["p 1.0.0 ", "serde_json 1.0.1 c"]);
}

#[test]
fn a_broken_lock_says_what_is_wrong() {
    let error = Lock::parse("version = 4\n[[package]]\nname = \"p\"\nversion = \"1.0.0\"\ndependencies = [\"q\"]\n");
    assert_eq!(error, Err("`p` depends on `q`, which is not there".to_owned()));
}
