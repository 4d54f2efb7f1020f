//! `deny.toml`, enforced: licences, sources and bans of every package that reaches a build of ours on Linux.

use std::{path::Path, process::Command};

use serde_json::Value;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository")
}

fn rules() -> toml::Table {
    let text = std::fs::read_to_string(repository().join("deny.toml")).expect("deny.toml is there");
    text.parse().expect("deny.toml is TOML")
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform=x86_64-unknown-linux-gnu"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let Value::Array(packages) = metadata["packages"].take() else { panic!("cargo metadata lists packages") };
    packages
}

fn name(package: &Value) -> String {
    format!("{} {}", package["name"].as_str().unwrap_or("?"), package["version"].as_str().unwrap_or("?"))
}

#[test]
fn every_licence_is_allowed() {
    let rules = rules();
    let allowed: Vec<spdx::Licensee> = rules["licenses"]["allow"]
        .as_array()
        .expect("licenses.allow is a list")
        .iter()
        .map(|licence| spdx::Licensee::parse(licence.as_str().expect("a text")).expect("an SPDX licence"))
        .collect();
    let refused: Vec<String> = packages()
        .iter()
        .filter(|package| {
            let licence = package["license"].as_str().unwrap_or("").replace('/', " OR ");
            !spdx::Expression::parse(&licence).is_ok_and(|it| {
                it.evaluate(|requirement| allowed.iter().any(|licensee| licensee.satisfies(requirement)))
            })
        })
        .map(|package| format!("{}: {}", name(package), package["license"]))
        .collect();
    assert!(refused.is_empty(), "add the licence to deny.toml if it is acceptable, or drop the package: {refused:#?}");
}

#[test]
fn every_package_comes_from_the_registry_or_from_here() {
    let strangers: Vec<String> = packages()
        .iter()
        .filter(|package| package["source"].as_str().is_some_and(|source| !source.starts_with("registry+")))
        .map(|package| format!("{}: {}", name(package), package["source"]))
        .collect();
    assert!(
        strangers.is_empty(),
        "git and other sources cannot be vendored or audited like the registry: {strangers:#?}"
    );
}

#[test]
fn no_banned_package_is_used() {
    let rules = rules();
    let banned: Vec<&str> = rules["bans"]["deny"]
        .as_array()
        .expect("bans.deny is a list")
        .iter()
        .map(|ban| ban["crate"].as_str().expect("a crate name"))
        .collect();
    let found: Vec<String> = packages()
        .iter()
        .filter(|package| package["name"].as_str().is_some_and(|name| banned.contains(&name)))
        .map(name)
        .collect();
    assert!(found.is_empty(), "deny.toml bans these; see there why: {found:#?}");
}
