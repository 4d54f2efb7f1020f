//! Generated servers as processes: started, asked, killed.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A key that may use the groups it was made for.
#[derive(Clone, Debug)]
pub struct Key(pub String);

/// A running server. Killed without grace when dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// `http://127.0.0.1:PORT`
    pub url: String,
}

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Start {
    binary: PathBuf,
    data: PathBuf,
    keys: Option<PathBuf>,
    env: Vec<(String, String)>,
}

impl Start {
    /// The server `binary` over the data folder `data`.
    pub fn new(binary: &Path, data: &Path) -> Self {
        Self { binary: binary.to_owned(), data: data.to_owned(), keys: None, env: Vec::new() }
    }

    /// With an environment variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Makes a key for `groups` in the data folder's keys file, with the binary's own `keygen`.
    ///
    /// # Panics
    /// When `keygen` fails.
    pub fn key(&mut self, groups: &[&str]) -> Key {
        let keys = self.keys.get_or_insert_with(|| self.data.join("keys.json")).clone();
        let mut command = Command::new(&self.binary);
        command.arg("keygen").arg("--keys").arg(&keys);
        for group in groups {
            command.args(["--group", group]);
        }
        let output = command.output().expect("keygen runs");
        assert!(output.status.success(), "keygen: {}", crate::build::text(&output));
        let text = String::from_utf8(output.stdout).expect("keygen prints UTF-8");
        let key = text.split_whitespace().find(|word| word.starts_with("pw_")).expect("keygen prints the key");
        Key(key.to_owned())
    }

    /// Starts it on a free loopback port and waits until it says that it is ready.
    ///
    /// # Panics
    /// When it does not become ready within ten seconds.
    pub fn start(&self) -> Server {
        let mut command = Command::new(&self.binary);
        command.args(["serve", "--listen", "127.0.0.1:0", "--allow-private-reply-to", "--data"]).arg(&self.data);
        if let Some(keys) = &self.keys {
            command.arg("--keys").arg(keys);
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the server starts");
        let stderr = BufReader::new(child.stderr.take().expect("stderr is piped"));
        let (found, url) = mpsc::channel();
        // Reads to the end, so that the server never blocks on a full pipe.
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if let Some(at) = line.find("http://127.0.0.1:") {
                    let url =
                        line[at..].split_whitespace().next().unwrap_or_default().trim_end_matches(['/', ',', '.', '`']);
                    // The receiver is gone once the first address was found.
                    let _ = found.send(url.to_owned());
                }
            }
        });
        let url = url.recv_timeout(Duration::from_secs(10)).expect("the server prints its address within ten seconds");
        Server { child, url }
    }
}

impl Server {
    /// The process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// `kill -9`, and waits until the process is gone.
    ///
    /// # Panics
    /// When the process cannot be killed.
    pub fn kill(mut self) {
        self.child.kill().expect("the server can be killed");
        self.child.wait().expect("the server ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
