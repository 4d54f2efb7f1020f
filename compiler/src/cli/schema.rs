//! `packwright schema`.

use std::io;

use crate::{
    cli::{Exit, Streams},
    parse::grammar::{self, File},
};

/// Prints the JSON Schema of a pack's files, for editors and linters.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Which file.
    #[arg(value_name = "FILE", value_enum)]
    file: Which,
}

/// A file of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// pack.toml.
    Pack,
    /// A file in topologies/.
    Topology,
    /// A file in tests/.
    Test,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { file } = arguments;
    let file = match file {
        Which::Pack => File::Pack,
        Which::Topology => File::Topology,
        Which::Test => File::Test,
    };
    streams.out.write_all(text(file).as_bytes())?;
    Ok(Exit::Fine)
}

/// The schema as a file.
pub(super) fn text(file: File) -> String {
    let mut text = serde_json::to_string_pretty(&grammar::schema(file)).expect("JSON values can be written");
    text.push('\n');
    text
}
