//! `packwright explain`.

use std::io;

use crate::{
    cli::{Exit, Streams},
    rules::{self, RULES},
};

/// Prints the page of a rule: what it does, why, and what to write instead.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The rule's code, such as PW0302, or its name, such as unknown-node.
    #[arg(value_name = "CODE")]
    code: String,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { code } = arguments;
    if let Some(rule) = rules::find(code) {
        streams.out.write_all(rule.page.as_bytes())?;
        return Ok(Exit::Fine);
    }
    writeln!(streams.err, "error: no rule has the code or name `{code}`")?;
    let upper = code.to_ascii_uppercase();
    let names = RULES.iter().flat_map(|rule| [rule.code, rule.name]);
    let similar = rules::similar(&upper, RULES.iter().map(|rule| rule.code)).or_else(|| rules::similar(code, names));
    match similar {
        Some(similar) => writeln!(streams.err, "help: did you mean `{similar}`?")?,
        None => writeln!(streams.err, "help: codes are from PW0001 to PW0901; findings show theirs in brackets")?,
    }
    Ok(Exit::Failure)
}
