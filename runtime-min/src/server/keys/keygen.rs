//! `keygen`: makes a key, shows it once, keeps its hash.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::file::{KeyEntry, KeysFile, group, is_id};
use crate::server::{definition::Definition, log, random};

/// Makes a key for `groups` (all of the pack's where none is named), prints it to stdout and adds its entry to `file`, or
/// prints the entry too.
pub(crate) fn keygen(
    definition: &'static Definition,
    id: Option<String>,
    groups: &[String],
    file: Option<&Path>,
) -> Result<(), String> {
    let id = id.unwrap_or_else(|| format!("key-{}", random::hex(&random::bytes::<4>())));
    if !is_id(&id) {
        return Err("the id must be 1 to 64 of a-z, 0-9 and -".into());
    }
    let groups: Vec<String> = if groups.is_empty() {
        definition.groups.iter().map(ToString::to_string).collect()
    } else {
        groups.iter().map(|name| group(definition, name).map(ToOwned::to_owned)).collect::<Result<_, _>>()?
    };
    let key = format!("pw_{id}_{}", random::hex(&random::bytes::<32>()));
    let sha256 = random::hex(&Sha256::digest(&key));
    let said = format!("key `{id}` may use the groups {}; it is shown only this once", groups.join(", "));
    let entry = KeyEntry { id, sha256, groups, projects: Vec::new(), expires_at: None };
    let mut stdout = io::stdout().lock();
    match file {
        Some(path) => {
            append(path, entry)
                .map_err(|reason| format!("cannot add to the keys file `{}`: {reason}", path.display()))?;
            writeln!(stdout, "{key}")
        }
        None => {
            let file = serde_json::to_string(&KeysFile { keys: vec![entry] }).map_err(|error| error.to_string())?;
            writeln!(stdout, "{key}\n{file}")
        }
    }
    .map_err(|error| error.to_string())?;
    log::line(format_args!("{said}"));
    Ok(())
}

/// Replaces the file by one with the entry added: readers see the old or the new one, never half of it.
fn append(path: &Path, entry: KeyEntry) -> Result<(), String> {
    let mut file: KeysFile = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| error.to_string())?,
        Err(error) if error.kind() == ErrorKind::NotFound => KeysFile::default(),
        Err(error) => return Err(error.to_string()),
    };
    file.keys.push(entry);
    let mut text = serde_json::to_string_pretty(&file).map_err(|error| error.to_string())?;
    text.push('\n');
    replace(path, text.as_bytes()).map_err(|error| error.to_string())
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut options = fs::File::options();
    options.create(true).truncate(true).write(true);
    // Hashes of random keys give nothing away, but who may call is nobody else's business.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}
