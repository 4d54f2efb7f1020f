//! How fast generated validators are, beside the strongest peers in Rust and the bytes themselves.
//!
//! For each corpus of a folder (`schema.json`, `instances.jsonl`, all valid, and `invalid.jsonl`) a crate is generated with our
//! validator and the `jsonschema` crate's compile-time one, built in release, and run. The folder is `../shared/json-schema/bench` or
//! what the environment variable `PACKWRIGHT_CORPORA` names.
//!
//! `cargo bench -p packwright-tests --bench validate`

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use packwright::emit;
use packwright_schema::{Documents, Options, Schema, plan};
use quote::format_ident;

const MEASURE: &str = include_str!("validate/measure.rs");

fn main() {
    let corpora = env::var_os("PACKWRIGHT_CORPORA")
        .map_or_else(|| packwright_tests::repository().join("../shared/json-schema/bench"), PathBuf::from);
    if !corpora.is_dir() {
        println!("there are no corpora at {}: nothing to measure", corpora.display());
        return;
    }
    let folder = packwright_tests::repository().join("target/validate");
    let names = names(&corpora);
    write(&folder, &corpora, &names);
    let status = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the generated crate does not compile: {}", folder.display());
    let status = Command::new(folder.join("target/release/validate")).arg(&corpora).args(&names).status();
    assert!(status.expect("the benchmark starts").success(), "the benchmark failed");
}

fn names(corpora: &Path) -> Vec<String> {
    let only: Vec<String> = env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut names: Vec<String> = fs::read_dir(corpora)
        .expect("the corpora can be read")
        .flatten()
        .filter(|entry| entry.path().join("schema.json").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| only.is_empty() || only.contains(name))
        .collect();
    names.sort();
    names
}

/// Writes two crates: the peers' macros, which take minutes to compile and never change, and ours. What is unchanged keeps its time,
/// so that it is not compiled again.
fn write(folder: &Path, corpora: &Path, names: &[String]) {
    let runtime = packwright_tests::repository().join("runtime-min");
    let peer = r#"jsonschema = { version = "=0.60.2", default-features = false, features = ["macros"] }"#;
    put(
        &folder.join("peers/Cargo.toml"),
        &format!(
            "[package]\nname = \"peers\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{peer}\nserde_json = \"1\"\n"
        ),
    );
    put(
        &folder.join("Cargo.toml"),
        &format!(
            "[package]\nname = \"validate\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{peer}\n\
             packwright-runtime-min = {{ path = {runtime:?}, features = [\"regex\"] }}\npeers = {{ path = \"peers\" }}\n\
             serde_json = \"1\"\n\n[workspace]\n"
        ),
    );
    let mut main = MEASURE.to_owned();
    let (mut list, mut peers) = (String::new(), String::new());
    for (idx, name) in names.iter().enumerate() {
        let path = corpora.join(name).join("schema.json").canonicalize().expect("the schema is there");
        let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let document = packwright_runtime_min::json::Value::parse(&text).expect("a schema is JSON");
        let schema = Schema::parse_with(&document, &Documents::new(), Options::DRAFT)
            .unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
        let module = emit::validators::print(&[(format_ident!("SCHEMA"), &plan(&schema))]);
        put(&folder.join(format!("src/ours_{idx}.rs")), &emit::rust::file(&format!("Validator of `{name}`."), module));
        peers.push_str(&format!(
            "#[jsonschema::validator(path = {path:?}, draft = Draft202012, validate_formats = false)]\npub struct Macro{idx};\n\n"
        ));
        main.push_str(&format!("\nmod ours_{idx};\n"));
        list.push_str(&format!(
            "    Peers {{\n        ours: &ours_{idx}::SCHEMA,\n        is_valid: peers::Macro{idx}::is_valid,\n        \
             count: |value| peers::Macro{idx}::iter_errors(value).count(),\n    }},\n"
        ));
    }
    main.push_str(&format!("\nstatic PEERS: &[Peers] = &[\n{list}];\n"));
    put(&folder.join("peers/src/lib.rs"), &peers);
    put(&folder.join("src/main.rs"), &main);
}

fn put(path: &Path, content: &str) {
    if fs::read_to_string(path).is_ok_and(|before| before == content) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
    fs::write(path, content).expect("the file can be written");
}
