//! What a fresh `contracts.lock` is good for, without cargo.

use std::path::Path;

use serde_json::json;

use super::{
    Stale,
    cache::{self, HandlerSchemas, Key},
    package::Package,
};
use crate::{
    compile, load,
    staging::lock::Lock,
    world::{Memory, World},
};

const MANIFEST: &str = "[package]\nname = \"p\"\nversion = \"1.0.0\"\nedition = \"2024\"\n";
const LIB: &str = "/// Finds.\n#[handler]\npub fn find(input: In) -> Out {}\n";

/// The findings for a topology, where the lock knows that `find` gives a `place`.
fn findings(topology: &str) -> Vec<String> {
    let topology = format!("name = \"t\"\ndescription = \"Tests.\"\n{topology}");
    let files = [
        ("p/pack.toml", "id = \"p\"\nversion = \"1.0.0\""),
        ("p/Cargo.toml", MANIFEST),
        ("p/src/lib.rs", LIB),
        ("p/topologies/t.toml", &topology),
    ];
    let (world, folder) = (Memory::new(files), Path::new("p"));
    let sources = load::load(&world, folder).expect("the pack is there").files;
    let package = Package::read(&sources).expect("it is a package").expect("it is there");
    let key = Key::of(&sources, &package, &Lock::default());
    let output = json!({"type": "object", "properties": {"place": {"type": "string"}}});
    let schemas = HandlerSchemas { input: json!(true), output };
    let lock = cache::text(&key, &[("p::find".to_owned(), schemas)].into());
    world.write(&folder.join(cache::FILE), &lock).expect("a map takes everything");
    let compilation = compile(&world, folder, Stale::Refuse).expect("nothing outside is asked");
    compilation.findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
}

#[test]
fn a_misspelt_handler_does_not_hide_what_schemas_say_of_another() {
    let found = findings(
        "[nodes.a]\nhandler = \"fnid\"\n[nodes.b]\nhandler = \"find\"\n[nodes.r]\nresponse = \"${b.palce}, ${a.x}\"\n",
    );
    assert_eq!(found, ["PW0101 the pack's crate has no handler `fnid`", "PW0402 `b` has no field `palce`"]);
}

#[test]
fn a_stale_lock_says_why() {
    let files = [("p/pack.toml", "id = \"p\"\nversion = \"1.0.0\""), ("p/Cargo.toml", MANIFEST), ("p/src/lib.rs", LIB)];
    let sources = load::load(&Memory::new(files), Path::new("p")).expect("the pack is there").files;
    let package = Package::read(&sources).expect("it is a package").expect("it is there");
    let key = Key::of(&sources, &package, &Lock::default());
    let fresh = String::from_utf8(cache::text(&key, &cache::Schemas::new())).expect("JSON is text");
    let version = env!("CARGO_PKG_VERSION");
    let why = |lock: &str| {
        let world = Memory::new(files.into_iter().chain([("p/contracts.lock", lock)]));
        let compilation = compile(&world, Path::new("p"), Stale::Refuse).expect("nothing outside is asked");
        let findings: Vec<_> = compilation.findings.into_iter().filter(|finding| finding.code == "PW0106").collect();
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        format!("{}: {}", finding.message, finding.primary.text)
    };
    let stale = "`contracts.lock` does not belong to the pack's Rust as it is";
    assert_eq!(why("<<<<<<< HEAD"), "`contracts.lock` cannot be read: expected value at line 1 column 1");
    assert_eq!(why(&fresh), format!("{stale}: it has no schemas of `p::find`"));
    assert_eq!(
        why(&fresh.replace(&format!("\"{version}\""), "\"0.0.1\"")),
        format!("{stale}: packwright 0.0.1 wrote it, and this is {version}")
    );
    assert_eq!(
        why(&fresh.replace("sha256:", "sha256:0")),
        format!("{stale}: files of the crate, or packages that it depends on, have changed since it was written")
    );
}
