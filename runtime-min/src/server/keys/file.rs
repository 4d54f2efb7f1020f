//! The keys file: JSON which names hashes, groups and projects.

use std::{
    collections::{HashMap, HashSet},
    env::VarError,
    path::Path,
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{Caller, Key, Keys};
use crate::server::{access::Access, definition::Definition, time::Timestamp};

/// The environment variable that may hold the file's text.
pub(crate) const ENV: &str = "PACKWRIGHT_KEYS";

/// The whole file.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeysFile {
    /// All keys.
    pub(super) keys: Vec<KeyEntry>,
}

/// One key.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyEntry {
    /// `[a-z0-9-]{1,64}`, the second part of the key.
    pub(super) id: String,
    /// SHA-256 of the whole key, 64 hexadecimal digits.
    pub(super) sha256: String,
    /// At least one group of the pack.
    pub(super) groups: Vec<String>,
    /// Project ids.
    #[serde(default)]
    pub(super) projects: Vec<String>,
    /// RFC 3339; never, where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) expires_at: Option<String>,
}

/// The configured keys: those of the file, else those of the environment; none where neither is given.
pub(crate) fn load(definition: &'static Definition, file: Option<&Path>) -> Result<Option<Keys>, String> {
    let (text, source) = match (file, std::env::var(ENV)) {
        (Some(path), _) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read the keys file `{}`: {error}", path.display()))?;
            (text, format!("the keys file `{}`", path.display()))
        }
        // A secret that did not arrive must not open the server to everybody.
        (None, Ok(text)) if text.trim().is_empty() => return Err(format!("{ENV} is set, and empty")),
        (None, Ok(text)) => (text, format!("the keys of {ENV}")),
        (None, Err(VarError::NotUnicode(_))) => return Err(format!("{ENV} is not UTF-8")),
        (None, Err(VarError::NotPresent)) => return Ok(None),
    };
    parse(definition, &text).map(Some).map_err(|reason| format!("{source}: {reason}"))
}

fn parse(definition: &'static Definition, text: &str) -> Result<Keys, String> {
    let file: KeysFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut keys: HashMap<String, Vec<Key>> = HashMap::new();
    let mut hashes = HashSet::new();
    for entry in file.keys {
        let id = entry.id.clone();
        let key = key(definition, entry).map_err(|reason| format!("key `{id}`: {reason}"))?;
        if !hashes.insert(key.hash) {
            return Err(format!("key `{id}`: another key has the same hash"));
        }
        keys.entry(id).or_default().push(key);
    }
    Ok(Keys::Closed(keys))
}

fn key(definition: &'static Definition, entry: KeyEntry) -> Result<Key, String> {
    if !is_id(&entry.id) {
        return Err("its id is not 1 to 64 of a-z, 0-9 and -".into());
    }
    let hash = hash(&entry.sha256).ok_or("its sha256 is not 64 hexadecimal digits")?;
    if entry.groups.is_empty() {
        return Err("it names no group".into());
    }
    let groups = entry.groups.iter().map(|name| group(definition, name)).collect::<Result<_, _>>()?;
    let expires_at = match entry.expires_at {
        None => None,
        Some(text) => {
            Some(Timestamp::parse_rfc3339(&text).ok_or("its expires_at is not a time such as 2030-01-31T00:00:00Z")?)
        }
    };
    let access = Access::new(definition, groups);
    let caller = Arc::new(Caller { id: Some(entry.id), access, projects: entry.projects });
    Ok(Key { hash, expires_at, caller })
}

/// A group of the pack by its name.
pub(crate) fn group(definition: &'static Definition, name: &str) -> Result<&'static str, String> {
    definition
        .groups
        .iter()
        .find(|group| **group == name)
        .copied()
        .ok_or_else(|| format!("there is no group `{name}`; this pack has {}", definition.groups.join(", ")))
}

/// Whether a text can be a key's id.
pub(super) fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}

fn hash(text: &str) -> Option<[u8; 32]> {
    let digits = text.as_bytes();
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut hash = [0; 32];
    for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(hash)
}
