//! Keeping cargo from taking one crate for another.
//!
//! cargo knows a crate of a workspace by name, version and place in the workspace, and takes its artefact for fresh when no
//! file is younger. All generated servers share one target folder (their dependencies take minutes), and two of them can hold
//! crates of the same name with different files, all of them older than the artefact: the artefact of the other one would be
//! used. So the target folder remembers which content it was last used for, and files of other content are written again.

use std::{io, path::Path};

use sha2::{Digest, Sha256};

use crate::{emit::Files, world::World};

/// What changes together: the runtime with the compiler, the rest with the pack.
const PARTS: [&str; 2] = ["runtime", "pack"];

fn part(path: &str) -> &'static str {
    let [runtime, pack] = PARTS;
    if path.starts_with("server/vendor/") { runtime } else { pack }
}

/// Writes the files of the crates in `files` again if `scratch` was last used for others.
pub(super) fn touch_where_cargo_would_mistake(
    world: &dyn World,
    scratch: &Path,
    out: &Path,
    files: &Files,
) -> io::Result<()> {
    for name in PARTS {
        let of_part = || files.iter().filter(|(path, _)| path.starts_with("server/") && part(path) == name);
        let digest = digest(of_part());
        let stamp = scratch.join(format!("last-{name}"));
        if world.read(&stamp).is_ok_and(|last| last == digest) {
            continue;
        }
        for (path, bytes) in of_part() {
            world.write(&out.join(path), bytes)?;
        }
        world.write(&stamp, &digest)?;
    }
    Ok(())
}

fn digest<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut digest = Sha256::new();
    for (path, bytes) in files {
        for part in [path.as_bytes(), bytes] {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
    }
    digest.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::world::Memory;

    fn files(main: &str) -> Files {
        let mut files = Files::default();
        files.add("manifest.json", "[]");
        files.add("server/src/main.rs", main);
        files.add("server/vendor/runtime/src/lib.rs", "");
        files
    }

    fn written(world: &Memory, out: &str, main: &str) -> Vec<PathBuf> {
        touch_where_cargo_would_mistake(world, Path::new("scratch"), Path::new(out), &files(main))
            .expect("memory takes files");
        world.files().into_keys().filter(|path| path.starts_with(out)).collect()
    }

    #[test]
    fn only_the_part_that_differs_is_written_again() {
        let world = Memory::default();
        let everything = ["a/server/src/main.rs", "a/server/vendor/runtime/src/lib.rs"].map(PathBuf::from);
        assert_eq!(written(&world, "a", "fn main() {}"), everything);
        assert_eq!(written(&world, "b", "fn main() {}"), Vec::<PathBuf>::new());
        assert_eq!(written(&world, "c", "fn other() {}"), [PathBuf::from("c/server/src/main.rs")]);
    }
}
