//! `packwright new`.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    cli::{Exit, Streams, schema},
    parse::{grammar::File, may_be_a_pack},
    world::World,
};

/// Makes a pack to start from: a topology, a handler, tests, and the schemas that editors read.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The pack's folder, which need not be there; its last part is the pack's id.
    #[arg(value_name = "NAME")]
    folder: PathBuf,
}

/// The files that are the same but for the pack's name, which stands as `NAME`; a crate is `CRATE` in Rust.
const FILES: [(&str, &str); 6] = [
    ("pack.toml", include_str!("new/pack.toml")),
    ("topologies/greet.toml", include_str!("new/greet.toml")),
    ("tests/greet.toml", include_str!("new/greet.test.toml")),
    ("Cargo.toml", include_str!("new/Cargo.toml.txt")),
    ("src/lib.rs", include_str!("new/lib.rs.txt")),
    ("README.md", include_str!("new/README.md")),
];

/// Runs the command.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { folder } = arguments;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if let Err(why) = may_be_a_pack(name) {
        let message = format!("`{name}` is not a name for a pack: {}", why.said());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    refuse_full(world, folder)?;
    for (path, text) in FILES {
        world.write(&folder.join(path), text.replace("NAME", name).as_bytes())?;
    }
    let schemas = [
        ("packwright.schema.json", File::Pack),
        ("topology.schema.json", File::Topology),
        ("test.schema.json", File::Test),
    ];
    for (path, file) in schemas {
        world.write(&folder.join(path), schema::text(file).as_bytes())?;
    }
    let folder = folder.display();
    writeln!(streams.err, "made the pack `{name}` in {folder}; next: packwright check {folder}")?;
    Ok(Exit::Fine)
}

/// Refuses a folder that holds something: nothing of anybody's is overwritten.
fn refuse_full(world: &dyn World, folder: &Path) -> io::Result<()> {
    match world.list(folder) {
        Ok(entries) if entries.is_empty() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) => {
            let message = format!("`{}` is there and not empty", folder.display());
            Err(io::Error::new(io::ErrorKind::AlreadyExists, message))
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cli, world::Memory};

    fn run(world: &Memory, args: &[&str]) -> (String, String, Exit) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams { out: &mut out, err: &mut err, out_is_terminal: false, err_is_terminal: false };
        let exit = cli::run(world, ["packwright"].iter().chain(args).map(|arg| (*arg).into()), &mut streams);
        (String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned(), exit)
    }

    /// In memory there is no cargo, so that one finding is left: the handler's schemas are not known yet.
    #[test]
    fn a_new_pack_has_nothing_wrong_that_is_found_without_cargo() {
        let world = Memory::default();
        assert_eq!(run(&world, &["new", "packs/hello-world"]).2, Exit::Fine);
        let (report, _, _) = run(&world, &["check", "packs/hello-world", "--locked", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
        let findings = report["findings"].as_array().expect("a list");
        assert!(findings.iter().all(|finding| finding["code"] == "PW0106"), "{findings:#?}");
    }

    #[test]
    fn a_folder_that_holds_something_is_left_alone() {
        let world = Memory::new([("hello/notes.txt", "mine")]);
        let (_, chatter, exit) = run(&world, &["new", "hello"]);
        assert_eq!(exit, Exit::Failure);
        assert!(chatter.contains("`hello` is there and not empty"), "{chatter}");
        assert_eq!(world.files().len(), 1);
    }

    #[test]
    fn a_name_that_no_pack_may_have_is_refused() {
        for name in ["Hello", "2nd", "a_b", "..", "a b", "test", "build", "server"] {
            let world = Memory::default();
            assert_eq!(run(&world, &["new", name]).2, Exit::Failure, "{name}");
            assert!(world.files().is_empty());
        }
    }
}
