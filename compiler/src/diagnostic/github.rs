//! Findings as workflow commands: a pipeline that prints them has them shown beside the lines of a change.
//!
//! One line for each finding, and nothing else: what is no command is only shown in the log.

use std::fmt::Write as _;

use super::{Files, Finding, Level, position};
use crate::rules;

/// `::error file=pack.toml,line=1,col=6,endLine=1,endColumn=9,title=PW0005 invalid-name::…`, a line for each finding.
pub fn commands(findings: &[Finding], files: Files<'_>) -> String {
    let mut commands = String::new();
    for finding in findings {
        let Finding { code, level, message, primary, labels: _, notes, help } = finding;
        let level = match level {
            Level::Error => "error",
            Level::Warning => "warning",
        };
        let file = property(&files.path(primary.span.file));
        let (start, end) = position::ends(primary.span, files);
        write!(commands, "::{level} file={file},line={},col={},endLine={}", start.line, start.column, end.line)
            .expect("a String takes any text");
        // Columns of two lines are not a range to whoever reads this.
        if start.line == end.line {
            write!(commands, ",endColumn={}", end.column).expect("a String takes any text");
        }
        let name = rules::find(code).map_or("", |rule| rule.name);
        let title = property(&format!("{code} {name}"));
        let label = (!primary.text.is_empty()).then(|| format!("here: {}", primary.text));
        let notes = notes.iter().map(|note| format!("note: {note}"));
        let help = help.iter().map(|help| format!("help: {help}"));
        let lines: Vec<_> = [message.clone()].into_iter().chain(label).chain(notes).chain(help).collect();
        writeln!(commands, ",title={title}::{}", data(&lines.join("\n"))).expect("a String takes any text");
    }
    commands
}

/// What follows the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which `:` or `,` would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
