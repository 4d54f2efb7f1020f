//! Putting files into a folder so that cargo sees only real changes.

use std::{collections::BTreeSet, io, path::Path};

use super::Files;
use crate::world::{EntryKind, World};

/// Makes `folder` hold exactly `files`: writes those that differ and removes all others.
///
/// # Errors
/// When the folder cannot be read or written.
pub fn place(world: &dyn World, folder: &Path, files: &Files) -> io::Result<()> {
    if world.exists(folder) {
        let wanted: BTreeSet<&str> = files.keys().map(String::as_str).collect();
        remove_others(world, folder, "", &wanted)?;
    }
    for (path, bytes) in files {
        let path = folder.join(path);
        if world.read(&path).ok().as_ref() != Some(bytes) {
            world.write(&path, bytes)?;
        }
    }
    Ok(())
}

fn remove_others(world: &dyn World, folder: &Path, prefix: &str, wanted: &BTreeSet<&str>) -> io::Result<()> {
    for entry in world.list(&folder.join(prefix))? {
        let path = format!("{prefix}{}", entry.name);
        let inside = format!("{path}/");
        let holds_needed = || wanted.range(inside.as_str()..).next().is_some_and(|first| first.starts_with(&inside));
        match entry.kind {
            // Somebody wants the files of this folder elsewhere.
            EntryKind::FolderLink => {}
            EntryKind::File if wanted.contains(path.as_str()) => {}
            EntryKind::File => world.remove(&folder.join(&path))?,
            EntryKind::Folder if holds_needed() => remove_others(world, folder, &inside, wanted)?,
            EntryKind::Folder => world.remove_tree(&folder.join(&path))?,
        }
    }
    Ok(())
}
