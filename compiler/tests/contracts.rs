//! Contracts of real crates, with cargo and rustc: the pack is in a folder of its own, so it builds from nothing but what the
//! compiler carries and the registry.

use std::{collections::BTreeMap, path::Path};

use packwright::{
    contracts::{self, Contracts, Progress, Stale},
    diagnostic::Finding,
    load,
    world::{Real, World},
};
use serde_json::json;

const MANIFEST: &str = "[package]\nname = \"NAME\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                        packwright-runtime-min = \"0.1\"\nschemars = \"1.2\"\nserde = { version = \"1.0\", features = [\"derive\"] }\n";

const USES: &str =
    "use packwright_runtime_min::{handler, tool};\nuse schemars::JsonSchema;\nuse serde::{Deserialize, Serialize};\n";

/// A pack with this `src/lib.rs`, in a folder that ends with the value.
fn pack(name: &str, lib: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in
        [("pack.toml", ""), ("Cargo.toml", &*MANIFEST.replace("NAME", name)), ("src/lib.rs", &*format!("{USES}{lib}"))]
    {
        Real.write(&folder.path().join(path), text.as_bytes()).expect("the folder is ours");
    }
    folder
}

fn complete(folder: &Path, stale: Stale) -> (Contracts, Vec<Finding>) {
    let sources = load::load(&Real, folder).expect("the pack is there");
    let (scan, findings) = contracts::scan(&sources.files);
    assert_eq!(findings, []);
    contracts::complete(&Real, folder, &sources, scan, stale).expect("cargo runs")
}

const RENEW: Stale = Stale::Renew(Progress::Hidden);

/// Findings as `code message at the text they point to`.
fn lines(folder: &Path, findings: &[Finding]) -> Vec<String> {
    let sources = load::load(&Real, folder).expect("the pack is there");
    let line = |finding: &Finding| {
        let bytes = &sources.files.get(finding.primary.span.file).bytes[finding.primary.span.range()];
        format!("{} {} at `{}`", finding.code, finding.message, String::from_utf8_lossy(bytes))
    };
    findings.iter().map(line).collect()
}

#[test]
fn schemas_come_from_the_compiled_crate_and_stay_in_the_lock() {
    let folder = pack(
        "schemas",
        "/// In.\n#[derive(Deserialize, JsonSchema)]\n#[serde(deny_unknown_fields)]\npub struct In {\n    pub zone: String,\n    #[serde(default)]\n    pub count: u8,\n}\n\
         /// Out.\n#[derive(Serialize, JsonSchema)]\npub struct Out {\n    pub total: i64,\n}\n\
         mod inner {\n    use super::*;\n    /// Counts.\n    #[handler(effects(reads(\"x\")), mutating = false)]\n    pub async fn count(input: In) -> Out {\n        Out { total: input.count.into() }\n    }\n}\npub use inner::count;\n\
         /// Does nothing.\n#[tool]\npub fn nothing() {}\n",
    );
    let (contracts, findings) = complete(folder.path(), RENEW);
    assert_eq!(findings, []);
    let schemas: BTreeMap<&str, (&serde_json::Value, &serde_json::Value)> =
        contracts.handlers.iter().map(|it| (it.path.as_str(), (&it.input, &it.output))).collect();
    let (input, output) = schemas["schemas::count"];
    let properties: Vec<&String> = input["properties"].as_object().expect("an object").keys().collect();
    assert_eq!(properties, ["zone", "count"], "in the order of the fields");
    assert_eq!(input["required"], json!(["zone"]), "a field with a default is the caller's to leave out");
    assert_eq!(input["additionalProperties"], json!(false));
    assert_eq!(output["required"], json!(["total"]));
    assert_eq!(schemas["schemas::nothing"].1["type"], json!("null"));

    let written = Real.read(&folder.path().join("contracts.lock")).expect("it was written");
    let (locked, findings) = complete(folder.path(), Stale::Refuse);
    assert_eq!(findings, [], "the lock is fresh");
    assert_eq!(locked.handlers[0].input, contracts.handlers[0].input);

    Real.write(&folder.path().join("topologies/a.toml"), b"").expect("the folder is ours");
    assert_eq!(complete(folder.path(), Stale::Refuse).1, [], "topologies do not matter to the crate");
    Real.write(&folder.path().join("data/new.csv"), b"").expect("the folder is ours");
    let stale = complete(folder.path(), Stale::Refuse).1;
    assert_eq!(
        lines(folder.path(), &stale),
        ["PW0106 `contracts.lock` does not belong to the pack's Rust as it is at ``"]
    );
    Real.remove(&folder.path().join("data/new.csv")).expect("it is there");
    Real.remove(&folder.path().join("contracts.lock")).expect("it is there");
    let missing = complete(folder.path(), Stale::Refuse).1;
    assert_eq!(lines(folder.path(), &missing), ["PW0106 the pack has Rust and no `contracts.lock` at `\"schemas\"`"]);
    assert_eq!(complete(folder.path(), RENEW).1, []);
    let again = Real.read(&folder.path().join("contracts.lock")).expect("it was written");
    assert!(written == again, "the same Rust gives the same bytes");
}

#[test]
fn what_rustc_refuses_is_a_finding_in_the_authors_file() {
    let folder = pack(
        "refused",
        "/// Counts.\n#[handler]\npub fn count(input: u8) -> u8 {\n    let text: String = input;\n    inptu\n}\n\
         pub struct Bare;\n/// Bares.\n#[handler]\npub fn bare(input: Bare) -> u8 {\n    1\n}\n",
    );
    let (contracts, findings) = complete(folder.path(), RENEW);
    assert_eq!(contracts.handlers.len(), 2, "later phases still see the handlers");
    let lines = lines(folder.path(), &findings);
    for expect in [
        "PW0105 cannot find value `inptu` in this scope (E0425) at `inptu`",
        "PW0105 the trait bound `Bare: JsonSchema` is not satisfied (E0277) at `Bare`",
    ] {
        assert!(lines.iter().any(|line| line == expect), "{expect} in {lines:#?}");
    }
    assert!(!Real.exists(&folder.path().join("contracts.lock")));
}

#[test]
fn what_cargo_refuses_is_an_error_with_its_words() {
    let folder = pack("no-such-package", "/// Counts.\n#[handler]\npub fn count() {}\n");
    let manifest = MANIFEST.replace("NAME", "no-such-package").replace("\"1.2\"", "\"999\"");
    Real.write(&folder.path().join("Cargo.toml"), manifest.as_bytes()).expect("the folder is ours");
    let sources = load::load(&Real, folder.path()).expect("the pack is there");
    let (scan, _) = contracts::scan(&sources.files);
    let error = contracts::complete(&Real, folder.path(), &sources, scan, RENEW).expect_err("there is no such version");
    assert!(error.to_string().contains("schemars"), "{error}");
}

#[test]
fn the_repositorys_packs_have_fresh_locks() {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packs");
    for entry in Real.list(&packs).expect("the packs are there") {
        let folder = packs.join(&entry.name);
        let (_, findings) = complete(&folder, Stale::Refuse);
        assert!(findings.is_empty(), "run `cargo run -- check packs/{}` and commit its contracts.lock", entry.name);
    }
}
