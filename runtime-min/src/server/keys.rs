//! Who calls: keys of the form `pw_<id>_<random>`, known by their SHA-256 only.

pub(crate) mod file;
pub(crate) mod keygen;

use std::{collections::HashMap, sync::Arc};

use axum::http::{HeaderMap, HeaderName, header};
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

use super::{access::Access, definition::Definition, time::Timestamp};

/// Who may call.
pub(crate) enum Keys {
    /// No keys are configured: everybody who reaches the loopback address.
    Open(Arc<Caller>),
    /// Whoever has a key, by the key's id.
    Closed(HashMap<String, Vec<Key>>),
}

/// A key as the server knows it. Several may have one id, so that an old and a new one work while callers change over.
pub(crate) struct Key {
    hash: [u8; 32],
    expires_at: Option<Timestamp>,
    caller: Arc<Caller>,
}

/// Whoever made a call.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The key's id; none where there are no keys.
    pub(crate) id: Option<String>,
    /// What it may see.
    pub(crate) access: Access,
    /// The projects it may name.
    pub(crate) projects: Vec<String>,
}

impl Keys {
    /// Everybody may do everything.
    pub(crate) fn open(definition: &'static Definition) -> Self {
        let access = Access::new(definition, definition.groups.to_vec());
        Self::Open(Arc::new(Caller { id: None, access, projects: Vec::new() }))
    }

    /// Who calls; none for an absent, malformed, unknown or expired key alike.
    pub(crate) fn authenticate(&self, headers: &HeaderMap, now: Timestamp) -> Option<Arc<Caller>> {
        let keys = match self {
            Self::Open(caller) => return Some(Arc::clone(caller)),
            Self::Closed(keys) => keys,
        };
        let presented = presented(headers)?;
        let hash: [u8; 32] = Sha256::digest(presented).into();
        let candidates = keys.get(id(presented)?)?;
        // Every candidate is compared, whichever matches.
        let mut found = None;
        for key in candidates {
            let matches: Choice = key.hash.ct_eq(&hash);
            if bool::from(matches) {
                found = Some(key);
            }
        }
        found.filter(|key| key.expires_at.is_none_or(|at| now < at)).map(|key| Arc::clone(&key.caller))
    }
}

const X_AUTH: HeaderName = HeaderName::from_static("x-auth");

/// The key in `X-Auth`, else in `Authorization: Bearer`.
fn presented(headers: &HeaderMap) -> Option<&[u8]> {
    // Of two, a proxy may have judged the one and we the other.
    let single = |name: &HeaderName| headers.get_all(name).iter().count() < 2;
    if !single(&X_AUTH) || !single(&header::AUTHORIZATION) {
        return None;
    }
    if let Some(key) = headers.get(X_AUTH) {
        return Some(key.as_bytes());
    }
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, key) = value.split_at_checked(b"Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| key.trim_ascii())
}

/// The id in `pw_<id>_<random>`. Ids hold no underscore.
fn id(key: &[u8]) -> Option<&str> {
    let rest = std::str::from_utf8(key).ok()?.strip_prefix("pw_")?;
    rest.split_once('_').map(|(id, _)| id)
}
