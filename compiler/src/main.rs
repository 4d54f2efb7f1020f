//! The `packwright` command.

use std::{
    env,
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use packwright::{
    cli::{self, Streams},
    world::Real,
};

fn main() -> ExitCode {
    let (out, err) = (io::stdout(), io::stderr());
    let terminals = (out.is_terminal(), err.is_terminal());
    let mut streams = Streams {
        out: &mut out.lock(),
        err: &mut err.lock(),
        out_is_terminal: terminals.0,
        err_is_terminal: terminals.1,
    };
    ExitCode::from(cli::run(&Real, env::args_os(), &mut streams).code())
}
