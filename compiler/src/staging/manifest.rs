//! Making a `Cargo.toml` standalone: no workspace to inherit from, no targets but the library, no folder outside.

use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item, Table, TableLike, Value};

use super::dependency::{Found, rewrite};

/// Where a manifest comes from.
pub(super) enum Origin<'a> {
    /// The compiler carries the crate, and it is going to `vendor/`.
    Carried {
        /// The repository's `Cargo.toml`.
        workspace: &'a Document<String>,
    },
    /// The pack has the crate.
    Pack {
        /// The manifest of the workspace that the pack belongs to.
        workspace: Option<&'a Document<String>>,
        /// Whether the workspace's root is the pack, so that paths in it count from there.
        is_root: bool,
        /// The crate's folder in the pack; empty for the pack's own crate.
        folder: &'a str,
        /// Whether the pack has a crate in this folder of it.
        has_crate: &'a dyn Fn(&str) -> bool,
    },
}

impl Origin<'_> {
    /// The workspace's manifest.
    pub(super) fn workspace(&self) -> Option<&Document<String>> {
        match self {
            Self::Carried { workspace } => Some(workspace),
            Self::Pack { workspace, .. } => *workspace,
        }
    }
}

/// What stops a manifest from standing alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Obstacle {
    pub(super) kind: ObstacleKind,
    pub(super) place: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
}

/// What an obstacle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObstacleKind {
    /// A folder outside the pack.
    Outside,
    /// The dependency on packwright's own crates.
    Runtime,
    /// Something that the workspace does not have.
    Inheritance,
}

/// Parts of a manifest that a dependency does not need, or that only a workspace's root may have. Lints are the author's own
/// cargo's to judge: a server must build under a newer rustc with more of them.
const DROPPED: [&str; 9] =
    ["workspace", "lints", "dev-dependencies", "profile", "bin", "test", "bench", "example", "badges"];

/// The standalone manifest.
///
/// # Errors
/// Every obstacle.
pub(super) fn standalone(manifest: &Document<String>, origin: &Origin<'_>) -> Result<String, Vec<Obstacle>> {
    let mut obstacles = refused_tables(manifest);
    let mut out: DocumentMut = manifest.clone().into_mut();
    for key in DROPPED {
        out.remove(key);
    }
    inherit_package(manifest, &mut out, origin, &mut obstacles);
    for path in dependency_tables(manifest) {
        let (Some(written), Some(table)) = (at(manifest.as_table(), &path), at_mut(out.as_table_mut(), &path)) else {
            continue;
        };
        for (name, item) in written.iter() {
            let place = item.span().or_else(|| written.key(name).and_then(toml_edit::Key::span)).unwrap_or(0..0);
            match rewrite(name, item, &place, origin) {
                Ok(Found::AsWritten) => {}
                Ok(Found::Rewritten(dependency)) => _ = table.insert(name, Item::Value(Value::InlineTable(dependency))),
                Err(obstacle) => obstacles.push(obstacle),
            }
        }
    }
    if let Some(targets) = out.get_mut("target").and_then(Item::as_table_like_mut) {
        for (_, target) in targets.iter_mut() {
            if let Some(target) = target.as_table_like_mut() {
                target.remove("dev-dependencies");
            }
        }
    }
    if obstacles.is_empty() { Ok(out.to_string()) } else { Err(obstacles) }
}

/// `[patch]` and `[replace]` only work in a workspace's root, which the staged crate is not.
fn refused_tables(manifest: &Document<String>) -> Vec<Obstacle> {
    let refused = ["patch", "replace"].into_iter().filter_map(|key| {
        let (written, item) = manifest.as_table().get_key_value(key)?;
        Some(Obstacle {
            kind: ObstacleKind::Outside,
            place: item.span().or_else(|| written.span()).unwrap_or(0..0),
            message: format!("`[{key}]` does not reach the pack's copy that the server is built from"),
            help: "depend on the other source directly".to_owned(),
        })
    });
    refused.collect()
}

/// Replaces `package.X.workspace = true`, and turns off the search for targets that are not the library.
fn inherit_package(
    manifest: &Document<String>,
    out: &mut DocumentMut,
    origin: &Origin<'_>,
    obstacles: &mut Vec<Obstacle>,
) {
    let written = manifest.get("package").and_then(Item::as_table_like);
    let (Some(written), Some(package)) = (written, out.get_mut("package").and_then(Item::as_table_like_mut)) else {
        return;
    };
    let shared = origin.workspace().and_then(|workspace| workspace.get("workspace")?.get("package"));
    for (key, item) in written.iter().filter(|(_, item)| is_inherited(item)) {
        match shared.and_then(|shared| shared.get(key)) {
            // These name files beside the workspace's manifest, and no build reads them.
            Some(_) if matches!(key, "readme" | "license-file" | "include" | "exclude") => _ = package.remove(key),
            Some(value) => _ = package.insert(key, plain(value)),
            None => obstacles.push(Obstacle {
                kind: ObstacleKind::Inheritance,
                place: item.span().unwrap_or(0..0),
                message: format!("no workspace gives `package.{key}`"),
                help: format!("write `{key} = …` in the pack's own `Cargo.toml`"),
            }),
        }
    }
    package.remove("workspace");
    package.remove("default-run");
    for key in ["autobins", "autoexamples", "autotests", "autobenches"] {
        package.insert(key, toml_edit::value(false));
    }
}

/// Whether it says `workspace = true`.
pub(super) fn is_inherited(item: &Item) -> bool {
    item.as_table_like().and_then(|table| table.get("workspace")).and_then(Item::as_bool) == Some(true)
}

/// The value without comments and line breaks around it.
fn plain(item: &Item) -> Item {
    let mut item = item.clone();
    if let Some(value) = item.as_value_mut() {
        *value.decor_mut() = toml_edit::Decor::default();
    }
    item
}

/// The paths of all tables whose entries are dependencies that a build needs.
fn dependency_tables(manifest: &Document<String>) -> Vec<Vec<String>> {
    const KINDS: [&str; 2] = ["dependencies", "build-dependencies"];
    let mut paths: Vec<Vec<String>> = KINDS.iter().map(|kind| vec![(*kind).to_owned()]).collect();
    if let Some(targets) = manifest.get("target").and_then(Item::as_table_like) {
        for (target, _) in targets.iter() {
            paths.extend(KINDS.iter().map(|kind| vec!["target".to_owned(), target.to_owned(), (*kind).to_owned()]));
        }
    }
    paths
}

fn at<'a>(table: &'a Table, path: &[String]) -> Option<&'a dyn TableLike> {
    let mut found: &dyn TableLike = table;
    for key in path {
        found = found.get(key)?.as_table_like()?;
    }
    Some(found)
}

fn at_mut<'a>(table: &'a mut Table, path: &[String]) -> Option<&'a mut dyn TableLike> {
    let mut found: &mut dyn TableLike = table;
    for key in path {
        found = found.get_mut(key)?.as_table_like_mut()?;
    }
    Some(found)
}
