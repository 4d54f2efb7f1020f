//! `packwright run`.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use crate::{
    cli::{
        Exit, PackArgument, Streams,
        build::{self, Build, Out},
    },
    ir::{Kind, Server, Tool},
    world::{Output, Process, World},
};

/// Builds a pack and serves it, on this machine only unless told otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pack: PackArgument,
    /// The address to listen on. Default: 127.0.0.1:8080, or another port where that is taken.
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
}

const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Runs the command. Where the system can, this process becomes the server, so that Ctrl-C and `kill` stop it as they stop
/// any server.
pub(super) fn run(world: &dyn World, arguments: &Arguments, streams: &mut Streams<'_>) -> io::Result<Exit> {
    let Arguments { pack, listen } = arguments;
    let Build { server, binary, scratch } = match build::build(world, pack, Out::Scratch, false, streams)? {
        Ok(build) => build,
        Err(exit) => return Ok(exit),
    };
    let place = scratch.join(&server.pack);
    let address = match listen {
        Some(address) => *address,
        None => world.free_address(DEFAULT)?,
    };
    let (key, keys) = make_key(world, &binary, &place)?;

    let curl = Curl { key: &key, url: format!("http://{address}") };
    writeln!(streams.out, "{} {} on {}", server.pack, server.version, curl.url)?;
    writeln!(streams.out, "key: {key}")?;
    curl.write(&server, streams)?;
    streams.out.flush()?;
    streams.err.flush()?;

    let mut process = Process::new(&binary).args(["serve", "--listen"]).args([address.to_string()]);
    process =
        process.args(["--keys".into(), keys.into_os_string(), "--data".into(), place.join("data").into_os_string()]);
    process.output = Output::Attached;
    let ended = world.become_process(&process)?;
    Ok(if ended.is_success() { Exit::Fine } else { Exit::Failure })
}

/// A key for all groups, in a keys file that holds only this one.
fn make_key(world: &dyn World, binary: &Path, place: &Path) -> io::Result<(String, PathBuf)> {
    let keys = place.join("keys.json");
    if world.exists(&keys) {
        world.remove(&keys)?;
    }
    let ended = world.run(&Process::new(binary).args(["keygen", "--id", "run", "--keys"]).args([&keys]))?;
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    match said.lines().next() {
        Some(key) if ended.is_success() => Ok((key.to_owned(), keys)),
        _ => Err(io::Error::other(format!(
            "no key could be made: {}",
            String::from_utf8_lossy(&ended.stderr).trim_end()
        ))),
    }
}

/// Calls for people to try.
struct Curl<'a> {
    key: &'a str,
    url: String,
}

impl Curl<'_> {
    fn write(&self, server: &Server, streams: &mut Streams<'_>) -> io::Result<()> {
        let Self { key, url } = self;
        writeln!(streams.out, "\nWhat it offers:\n\n  curl -H 'X-Auth: {key}' {url}/mcp/manifest.json\n")?;
        let (queries, commands): (Vec<&Tool>, Vec<&Tool>) =
            server.tools.iter().partition(|tool| tool.kind == Kind::Query);
        for tool in queries.into_iter().chain(commands) {
            let args = packwright_schema::example(&tool.input.schema).to_json();
            let body = format!(r#"{{"tool":"{}","args":{}}}"#, tool.names.bare, String::from_utf8_lossy(&args));
            writeln!(streams.out, "{} ({}):\n", tool.title, tool.names.bare)?;
            writeln!(streams.out, "  curl -H 'X-Auth: {key}' -H 'Content-Type: application/json' \\")?;
            writeln!(streams.out, "       -d {} {url}/mcp/run\n", quoted(&body))?;
        }
        writeln!(streams.out, "How a run ended, with the correlation_id of its answer:\n")?;
        writeln!(streams.out, "  curl -H 'X-Auth: {key}' '{url}/v1/runs/CORRELATION_ID?wait=10'\n")
    }
}

/// One word for a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_quote_does_not_end_the_word() {
        assert_eq!(super::quoted("it's"), r"'it'\''s'");
    }
}
