//! The files of `vendor/` and `pack/`, from which cargo builds the contract probe and the server.
//!
//! Goes in: the pack's files and what surrounds the pack. Comes out: paths and bytes of a workspace that needs nothing outside
//! itself, for cargo hashes absolute paths of dependencies outside the workspace into crate ids, so that only a
//! self-contained one builds the same bytes in any folder. Refuses to know: what the generated crate looks like.
//!
//! ```text
//! vendor/packwright-runtime-min   sources which the compiler carries; their manifests made standalone
//! vendor/packwright-macros
//! vendor/packwright-macros-syntax
//! pack/                           the pack's crate; packwright dependencies lead to ../vendor
//! Cargo.lock                      the lock that governs the pack, filled up from the compiler's own
//! ```

use std::collections::BTreeMap;

mod dependency;
pub(crate) mod embedded;
pub mod lock;
mod manifest;
pub mod messages;
mod pack;
mod place;
pub mod surroundings;
#[cfg(test)]
mod tests;
mod vendor;

pub use self::{
    pack::{is_crate_file, pack},
    place::place,
    surroundings::Surroundings,
    vendor::vendor,
};

/// Files by path, with `/` between segments.
pub type Files = BTreeMap<String, Vec<u8>>;
