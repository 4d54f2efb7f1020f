//! Reading a pack's folder.
//!
//! Goes in: a folder. Comes out: every file of the pack, by its path in it. Refuses to know: what any file means.

use std::{io, path::Path};

use crate::{
    source::SourceMap,
    workers,
    world::{EntryKind, World},
};

/// A pack as its author wrote it.
#[derive(Clone, Debug, Default)]
pub struct PackSources {
    /// Every file below the pack's folder, except what builds make (`target/`, `dist/`) and hidden names.
    pub files: SourceMap,
    /// Links to folders, by their paths: what is behind them is not read.
    pub links: Vec<String>,
}

/// Reads the pack in `folder`.
///
/// # Errors
/// When the folder has no `pack.toml`, or something in it cannot be read.
pub fn load(world: &dyn World, folder: &Path) -> io::Result<PackSources> {
    let mut paths = Vec::new();
    let mut links = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(prefix) = folders.pop() {
        // Joined to nothing, the path would end with a slash that nobody typed.
        let listed = if prefix.is_empty() { folder.to_owned() } else { folder.join(&prefix) };
        let entries = world.list(&listed).map_err(|error| match error.kind() {
            io::ErrorKind::NotADirectory if prefix.is_empty() => {
                in_path(&listed, &io::Error::new(error.kind(), "a file; give the pack's folder"))
            }
            _ => in_path(&listed, &error),
        })?;
        // A folder that a command has written is no source, whatever it is called.
        if !prefix.is_empty() && entries.iter().any(|entry| entry.name == crate::driver::LIST) {
            continue;
        }
        for entry in entries {
            let path = format!("{prefix}{}", entry.name);
            match entry.kind {
                _ if entry.name.starts_with('.') => {}
                EntryKind::FolderLink => links.push(path),
                EntryKind::Folder if is_made_by_builds(&path) => {}
                EntryKind::Folder => folders.push(format!("{path}/")),
                EntryKind::File => paths.push(path),
            }
        }
    }
    if !paths.iter().any(|path| path == "pack.toml") {
        let error = io::Error::new(io::ErrorKind::NotFound, "no `pack.toml` in it, so it is not a pack");
        return Err(in_path(folder, &error));
    }
    let read = workers::map(&paths, || (), |(), _, path| read(world, &folder.join(path)));
    let read = read.into_iter().collect::<io::Result<Vec<_>>>()?;
    links.sort_unstable();
    Ok(PackSources { files: SourceMap::new(paths.into_iter().zip(read).collect()), links })
}

fn read(world: &dyn World, path: &Path) -> io::Result<Vec<u8>> {
    let bytes = world.read(path).map_err(|error| in_path(path, &error))?;
    if u32::try_from(bytes.len()).is_err() {
        let error = io::Error::new(io::ErrorKind::FileTooLarge, "a pack's files are below 4 GiB");
        return Err(in_path(path, &error));
    }
    Ok(bytes)
}

/// Only at the pack's top: `src/target/mod.rs` is a source file.
fn is_made_by_builds(path: &str) -> bool {
    matches!(path, "target" | "dist")
}

/// The error with the path that the operating system leaves out.
fn in_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    #[test]
    fn what_a_command_has_written_is_no_source() {
        let files = ["p/pack.toml", "p/topologies/a.toml", "p/out/.packwright-files", "p/out/server/Cargo.toml"];
        let sources = load(&Memory::new(files.map(|path| (path, ""))), Path::new("p")).expect("the pack is there");
        let paths: Vec<_> = sources.files.iter().map(|(_, file)| file.path.as_str()).collect();
        assert_eq!(paths, ["pack.toml", "topologies/a.toml"]);
    }
}
