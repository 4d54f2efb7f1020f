//! A folder which we share with others: we write what is ours, and remove what was ours and is no longer.
//!
//! What is ours stands in a list in the folder. The list grows before a file is written and shrinks after one is removed, so a
//! build that is cut off leaves nothing behind that a later one does not know.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use crate::{emit::Files, world::World};

/// The list, one path a line.
pub(crate) const LIST: &str = ".packwright-files";

/// A folder that is being written.
pub(super) struct Folder<'a> {
    world: &'a dyn World,
    root: PathBuf,
    /// What earlier commands wrote.
    old: BTreeSet<String>,
    /// What this command writes.
    new: BTreeSet<String>,
}

impl<'a> Folder<'a> {
    /// Opens the folder at `root`, which need not be there yet.
    pub(super) fn open(world: &'a dyn World, root: &Path) -> io::Result<Self> {
        let old = match world.read(&root.join(LIST)) {
            Ok(list) => {
                String::from_utf8_lossy(&list).lines().filter(|path| is_inside(path)).map(str::to_owned).collect()
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeSet::new(),
            Err(error) => {
                let message = format!("cannot use the folder `{}`: {error}", root.display());
                return Err(io::Error::new(error.kind(), message));
            }
        };
        Ok(Self { world, root: root.to_owned(), old, new: BTreeSet::new() })
    }

    /// What earlier commands wrote, as far as it is still there.
    pub(super) fn written(&self) -> io::Result<Vec<(String, Vec<u8>)>> {
        let mut written = Vec::new();
        for path in self.old.iter().filter(|path| *path != LIST) {
            match self.world.read(&self.root.join(path)) {
                Ok(bytes) => written.push((path.clone(), bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let message = format!("cannot read `{}`: {error}", self.root.join(path).display());
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
        Ok(written)
    }

    /// Says which files this command writes, before it writes any.
    ///
    /// # Errors
    /// When there is such a file and nobody knows that it is ours.
    pub(super) fn claim(&mut self, files: &Files) -> io::Result<()> {
        self.new = files.iter().map(|(path, _)| path.to_owned()).collect();
        let is_foreign = |path: &&String| !self.old.contains(*path) && self.world.exists(&self.root.join(path));
        if let Some(path) = self.new.iter().find(is_foreign) {
            let message = format!(
                "`{}` is in the way: packwright did not write it; remove it, or choose another folder with --out",
                self.root.join(path).display()
            );
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        self.list(&self.old | &self.new)
    }

    /// Writes a file if it differs from what is there.
    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if self.has(path, bytes) { Ok(()) } else { self.world.write(&self.root.join(path), bytes) }
    }

    /// Copies a program of these bytes from where it was built, if it differs from what is there.
    pub(super) fn put_program(&self, path: &str, bytes: &[u8], built: &Path) -> io::Result<()> {
        if self.has(path, bytes) {
            return Ok(());
        }
        // A program that runs cannot be overwritten; it can be removed, and runs on.
        self.remove(path)?;
        self.world.copy(built, &self.root.join(path))
    }

    /// Removes what is ours and was not written this time.
    pub(super) fn close(self) -> io::Result<()> {
        for path in self.old.difference(&self.new).filter(|path| *path != LIST) {
            self.remove(path)?;
            for folder in Path::new(path).ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
                self.world.remove_if_empty(&self.root.join(folder))?;
            }
        }
        self.list(self.new.clone())
    }

    fn list(&self, mut paths: BTreeSet<String>) -> io::Result<()> {
        paths.insert(LIST.to_owned());
        let lines: String = paths.iter().map(|path| format!("{path}\n")).collect();
        self.write(LIST, lines.as_bytes())
    }

    fn has(&self, path: &str, bytes: &[u8]) -> bool {
        self.world.read(&self.root.join(path)).is_ok_and(|old| old == bytes)
    }

    fn remove(&self, path: &str) -> io::Result<()> {
        match self.world.remove(&self.root.join(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            ended => ended,
        }
    }
}

/// Whether a line of the list can be one of ours: a list that somebody else wrote must not lead us out of the folder.
fn is_inside(path: &str) -> bool {
    let leads_up = path.split('/').any(|segment| segment == "..");
    !path.is_empty() && !path.starts_with('/') && !path.contains(['\\', ':']) && !leads_up
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    fn write(world: &Memory, list: &[(&str, &str)]) -> io::Result<()> {
        let mut files = Files::default();
        list.iter().for_each(|&(path, text)| files.add(path, text));
        let mut folder = Folder::open(world, Path::new("dist"))?;
        folder.claim(&files)?;
        files.iter().try_for_each(|(path, bytes)| folder.write(path, bytes))?;
        folder.close()
    }

    fn paths(world: &Memory) -> Vec<String> {
        world.files().keys().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn what_was_ours_and_is_no_longer_goes() {
        let world = Memory::new([("dist/notes.txt", "mine")]);
        write(&world, &[("a.json", "1"), ("tools/b.json", "2")]).expect("nothing is in the way");
        write(&world, &[("a.json", "3")]).expect("nothing is in the way");
        assert_eq!(paths(&world), ["dist/.packwright-files", "dist/a.json", "dist/notes.txt"]);
        assert_eq!(world.read(Path::new("dist/a.json")).expect("it is there"), b"3");
    }

    #[test]
    fn a_file_of_somebody_else_is_not_overwritten() {
        let world = Memory::new([("dist/a.json", "mine")]);
        let error = write(&world, &[("a.json", "1"), ("b.json", "1")]).expect_err("it is in the way");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(paths(&world), ["dist/a.json"]);
    }

    #[test]
    fn a_list_does_not_lead_out_of_the_folder() {
        let world = Memory::new([("dist/.packwright-files", "../secret\n/secret\na.json\n"), ("secret", "kept")]);
        write(&world, &[("b.json", "1")]).expect("nothing is in the way");
        assert!(world.exists(Path::new("secret")));
    }
}
