//! What is around a pack on disk and decides how its crate is built: the workspace, the lock, the target folder.

use std::{
    io,
    path::{Path, PathBuf},
};

use toml_edit::{Document, Item};

use super::lock::Lock;
use crate::{source::SourceMap, world::World};

/// What is around a pack.
pub struct Surroundings {
    /// The cargo workspace that the pack's crate belongs to.
    pub workspace: Option<Workspace>,
    /// The lock that governs the pack's crate, as it is; empty where there is none.
    pub lock: Lock,
    /// The folder for everything that builds make and nobody keeps: probes, servers under way, what `run` stores.
    pub scratch: PathBuf,
}

/// A cargo workspace.
pub struct Workspace {
    /// Its manifest.
    pub manifest: Document<String>,
    /// Whether its root is the pack.
    pub is_pack: bool,
}

impl Surroundings {
    /// Looks around the pack in `folder`.
    ///
    /// # Errors
    /// When a manifest or a lock above the pack cannot be read.
    pub fn of(world: &dyn World, folder: &Path, files: &SourceMap) -> io::Result<Self> {
        let folder = world.absolute(folder)?;
        let found = find_workspace(world, &folder, files)?;
        let root = found.as_ref().map_or(folder.as_path(), |(root, _)| root);
        let lock = match read_if_there(world, &root.join("Cargo.lock"))? {
            Some(text) => Lock::parse(&text).map_err(|error| in_path(&root.join("Cargo.lock"), error))?,
            None => Lock::default(),
        };
        let target = match world.variable("CARGO_TARGET_DIR") {
            // As cargo reads it: from where the command was typed, which is not where we run cargo.
            Some(target) => world.absolute(Path::new("."))?.join(target),
            None => root.join("target"),
        };
        let scratch = target.join("packwright");
        Ok(Self { workspace: found.map(|(_, workspace)| workspace), lock, scratch })
    }
}

/// The nearest manifest with a `[workspace]`, from the pack's own upwards, that does not exclude the pack.
fn find_workspace(world: &dyn World, folder: &Path, files: &SourceMap) -> io::Result<Option<(PathBuf, Workspace)>> {
    if files.find("Cargo.toml").is_none() {
        return Ok(None);
    }
    for root in folder.ancestors() {
        let path = root.join("Cargo.toml");
        let Some(text) = read_if_there(world, &path)? else { continue };
        let manifest = match Document::parse(text) {
            Ok(manifest) => manifest,
            // A fault of the pack's own manifest is a finding of the scan.
            Err(_) if root == folder => return Ok(None),
            Err(error) => return Err(in_path(&path, error.message().trim_end().to_owned())),
        };
        let inside = folder.strip_prefix(root).unwrap_or(folder);
        if manifest.get("workspace").is_some_and(|workspace| !excludes(workspace, inside)) {
            return Ok(Some((root.to_owned(), Workspace { manifest, is_pack: root == folder })));
        }
    }
    Ok(None)
}

fn excludes(workspace: &Item, inside: &Path) -> bool {
    let excluded = workspace.get("exclude").and_then(Item::as_array);
    excluded.into_iter().flatten().filter_map(|path| path.as_str()).any(|path| inside.starts_with(path))
}

fn read_if_there(world: &dyn World, path: &Path) -> io::Result<Option<String>> {
    match world.read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(in_path(path, error.to_string())),
    }
}

fn in_path(path: &Path, message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {message}", path.display()))
}
