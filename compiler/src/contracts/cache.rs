//! `contracts.lock`: the schemas of the pack's handlers, kept beside the pack and keyed by what they were made from.
//!
//! Cache and lock in one: where the key fits, nothing is compiled; committed, it lets pipelines emit manifests without a Rust
//! build.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::package::Package;
use crate::{
    source::SourceMap,
    staging::{is_crate_file, lock::Lock},
};

/// The file's name in the pack.
pub const FILE: &str = "contracts.lock";

/// The schemas of handlers, by their paths.
pub type Schemas = BTreeMap<String, HandlerSchemas>;

/// What a handler takes and gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandlerSchemas {
    /// JSON Schema of the input.
    pub input: Value,
    /// JSON Schema of the output.
    pub output: Value,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct ContractsLock {
    /// The compiler that wrote it.
    packwright: String,
    /// What the schemas were made from.
    key: Key,
    handlers: Schemas,
}

/// Everything that the schemas depend on, as one hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// The key of the pack's Rust as it is now: its files, the packages it reaches, and this compiler.
    pub fn of(files: &SourceMap, package: &Package, lock: &Lock) -> Self {
        let mut hash = Sha256::new();
        // Each part with its length, so that no two packs run together into the same bytes.
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(env!("CARGO_PKG_VERSION").as_bytes());
        for (_, file) in files.iter().filter(|(_, file)| is_crate_file(&file.path)) {
            part(file.path.as_bytes());
            part(&file.bytes);
        }
        for line in lock.reachable(&package.name.value) {
            part(line.as_bytes());
        }
        let digest: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self(format!("sha256:{digest}"))
    }
}

/// Why the pack's `contracts.lock` is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Staleness {
    /// There is none.
    Absent,
    /// It is not what packwright writes; with the JSON reader's reason.
    Unreadable(String),
    /// Another version of packwright wrote it.
    OtherCompiler(String),
    /// The crate's files or the packages that it reaches have changed.
    OtherRust,
    /// It does not have this handler.
    Lacks(String),
}

/// What the pack's `contracts.lock` holds, if it was made from `key` and has all of `handlers`.
///
/// # Errors
/// Why not.
pub fn fresh<'h>(
    files: &SourceMap,
    key: &Key,
    mut handlers: impl Iterator<Item = &'h str>,
) -> Result<Schemas, Staleness> {
    let (_, file) = files.find(FILE).ok_or(Staleness::Absent)?;
    let lock: ContractsLock =
        serde_json::from_slice(&file.bytes).map_err(|error| Staleness::Unreadable(error.to_string()))?;
    if lock.packwright != env!("CARGO_PKG_VERSION") {
        return Err(Staleness::OtherCompiler(lock.packwright));
    }
    if lock.key != *key {
        return Err(Staleness::OtherRust);
    }
    match handlers.find(|path| !lock.handlers.contains_key(*path)) {
        Some(path) => Err(Staleness::Lacks(path.to_owned())),
        None => Ok(lock.handlers),
    }
}

/// The file's bytes.
pub fn text(key: &Key, handlers: &Schemas) -> Vec<u8> {
    let lock = ContractsLock {
        packwright: env!("CARGO_PKG_VERSION").to_owned(),
        key: key.clone(),
        handlers: handlers.clone(),
    };
    let mut text = serde_json::to_vec_pretty(&lock).expect("texts and JSON values are JSON");
    text.push(b'\n');
    text
}
