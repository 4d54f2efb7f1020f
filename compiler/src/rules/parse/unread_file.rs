//! PW0008: a file that looks like a part of the pack and is not read.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A file that looks like a part of the pack and is not read.
pub static UNREAD_FILE: Rule = Rule {
    code: "PW0008",
    name: "unread-file",
    group: Group::Parse,
    level: Level::Warning,
    summary: "a file that looks like a part of the pack and is not read",
    page: include_str!("unread_file.md"),
    found_by: FoundBy::Parse,
};

/// A file of `folder` that does not end as its files do.
pub fn ending(span: Span, path: &str, folder: &str, ending: &str) -> Finding {
    let finding = UNREAD_FILE.finding(span, format!("`{path}` is not read"));
    finding.help(format!("files of `{folder}/` end in `{ending}`: rename it, or move it out of the folder"))
}

/// A folder that is called nearly as one of the pack's.
pub fn folder(span: Span, folder: &str, meant: &str) -> Finding {
    let finding = UNREAD_FILE.finding(span, format!("the folder `{folder}/` is not read"));
    finding.help(format!("did you mean `{meant}/`?"))
}

/// A link to a folder.
pub fn link(span: Span, path: &str) -> Finding {
    let finding = UNREAD_FILE.finding(span, format!("`{path}` is a link, and what is behind it is not read"));
    finding.help("put the files into the pack: it has to be the same on every machine")
}
