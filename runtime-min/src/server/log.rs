//! What the server says to its operator: lines on stderr.

use std::{fmt, io::Write};

/// Says one line. A closed stderr is no reason to fail.
pub(crate) fn line(text: fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
