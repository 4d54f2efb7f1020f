//! The machine we run on.

use std::{
    env, fs, io,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{Ended, Entry, EntryKind, Output, Process, Turn, World};

/// The machine we run on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Real;

impl World for Real {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let link = entry.file_type()?;
            let kind = match link.is_symlink() {
                true if !fs::metadata(entry.path()).is_ok_and(|target| target.is_file()) => EntryKind::FolderLink,
                true => EntryKind::File,
                false if link.is_dir() => EntryKind::Folder,
                false if link.is_file() => EntryKind::File,
                false => continue,
            };
            entries.push(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        make_folder_of(path)?;
        fs::write(path, bytes).map_err(|error| cannot("write", path, &error))
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        make_folder_of(to)?;
        fs::copy(from, to).map(drop).map_err(|error| cannot("write", to, &error))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path).map_err(|error| cannot("remove", path, &error))
    }

    fn remove_tree(&self, folder: &Path) -> io::Result<()> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            ended => ended.map_err(|error| cannot("remove", folder, &error)),
        }
    }

    fn remove_if_empty(&self, folder: &Path) -> io::Result<()> {
        match fs::remove_dir(folder) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty) => Ok(()),
            ended => ended.map_err(|error| cannot("remove", folder, &error)),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn absolute(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    fn lock(&self, path: &Path) -> io::Result<Turn> {
        make_folder_of(path)?;
        let file = fs::File::options().create(true).truncate(false).write(true).open(path);
        let file = file.map_err(|error| cannot("write", path, &error))?;
        file.lock().map_err(|error| cannot("lock", path, &error))?;
        Ok(Turn { _file: Some(file) })
    }

    fn variable(&self, name: &str) -> Option<String> {
        env::var(name).ok()
    }

    fn run(&self, process: &Process) -> io::Result<Ended> {
        let mut command = command(process);
        match process.output {
            Output::Captured => command.stdin(Stdio::null()),
            Output::ErrorsShown => command.stdin(Stdio::null()).stderr(Stdio::inherit()),
            Output::Attached => {
                return Ok(Ended { code: command.status()?.code(), ..Ended::default() });
            }
        };
        let output = command.output()?;
        Ok(Ended { code: output.status.code(), stdout: output.stdout, stderr: output.stderr })
    }

    #[cfg(unix)]
    fn become_process(&self, process: &Process) -> io::Result<Ended> {
        Err(std::os::unix::process::CommandExt::exec(&mut command(process)))
    }

    #[cfg(not(unix))]
    fn become_process(&self, process: &Process) -> io::Result<Ended> {
        Ok(Ended { code: command(process).status()?.code(), ..Ended::default() })
    }

    fn free_address(&self, wanted: SocketAddr) -> io::Result<SocketAddr> {
        let free = TcpListener::bind(wanted).or_else(|_| TcpListener::bind((wanted.ip(), 0)))?;
        free.local_addr()
    }
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))
}

/// The error with what was tried, which the operating system leaves out.
fn cannot(act: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot {act} `{}`: {error}", path.display()))
}

fn command(process: &Process) -> Command {
    let mut command = Command::new(&process.program);
    command.args(&process.args).envs(process.variables.iter().map(|(name, value)| (name, value)));
    for name in &process.without {
        command.env_remove(name);
    }
    if let Some(folder) = &process.folder {
        command.current_dir(folder);
    }
    command
}
