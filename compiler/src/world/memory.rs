//! A world of tests: files in a map, no processes.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Mutex,
};

use super::{Ended, Entry, EntryKind, Process, Turn, World};

/// Files in a map and variables in another. Processes cannot be run: whoever needs one in a test wraps this world.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    variables: BTreeMap<String, String>,
}

impl Memory {
    /// A world with these files.
    pub fn new<P: Into<PathBuf>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect();
        Self { files: Mutex::new(files), variables: BTreeMap::new() }
    }

    /// The same with an environment variable.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    /// All files as they are now.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.locked().clone()
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, BTreeMap<PathBuf, Vec<u8>>> {
        // A test that panicked while holding the lock has failed already; the map itself is never half changed.
        self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn not_found(path: &Path) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("no file `{}`", path.display()))
}

impl World for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.locked().get(path).cloned().ok_or_else(|| not_found(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let files = self.locked();
        let mut names = BTreeSet::new();
        for path in files.keys() {
            let Ok(rest) = path.strip_prefix(folder) else { continue };
            let mut segments = rest.components();
            let Some(first) = segments.next() else { continue };
            names.insert((first.as_os_str().to_string_lossy().into_owned(), segments.next().is_some()));
        }
        if names.is_empty() {
            return Err(not_found(folder));
        }
        let kind = |is_folder| if is_folder { EntryKind::Folder } else { EntryKind::File };
        Ok(names.into_iter().map(|(name, is_folder)| Entry { name, kind: kind(is_folder) }).collect())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.locked().insert(path.to_owned(), bytes.to_owned());
        Ok(())
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let bytes = self.read(from)?;
        self.write(to, &bytes)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.locked().remove(path).map(drop).ok_or_else(|| not_found(path))
    }

    fn remove_tree(&self, folder: &Path) -> io::Result<()> {
        self.locked().retain(|path, _| !path.starts_with(folder));
        Ok(())
    }

    fn remove_if_empty(&self, _folder: &Path) -> io::Result<()> {
        // Folders are what the paths of files say.
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.locked().keys().any(|file| file.starts_with(path))
    }

    fn absolute(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(Path::new("/").join(path))
    }

    fn lock(&self, _path: &Path) -> io::Result<Turn> {
        Ok(Turn::default())
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    fn run(&self, process: &Process) -> io::Result<Ended> {
        let program = process.program.display();
        Err(io::Error::new(io::ErrorKind::Unsupported, format!("`{program}` cannot run in a world of memory")))
    }

    fn become_process(&self, process: &Process) -> io::Result<Ended> {
        self.run(process)
    }

    fn free_address(&self, wanted: SocketAddr) -> io::Result<SocketAddr> {
        Ok(wanted)
    }
}
