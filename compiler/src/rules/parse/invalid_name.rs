//! PW0005: a name with characters that names do not have.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::{Span, Spanned},
};

/// A name with characters that names do not have.
pub static INVALID_NAME: Rule = Rule {
    code: "PW0005",
    name: "invalid-name",
    group: Group::Parse,
    level: Level::Error,
    summary: "a name with characters that names do not have",
    page: include_str!("invalid_name.md"),
    found_by: FoundBy::Parse,
};

/// `what` names the thing, such as "a node"; `shape` says which names it may have; `mended` is the nearest of these.
pub fn finding(name: Spanned<&str>, what: &str, shape: &str, mended: Option<&str>) -> Finding {
    let finding = INVALID_NAME.finding(name.span, format!("`{}` is not a name for {what}", name.value));
    let finding = finding.label(if name.value.len() > 64 { "longer than 64 characters" } else { "" });
    let finding = finding.note(format!("names have {shape}"));
    match mended {
        Some(mended) => finding.help(format!("write `{mended}`")),
        None => finding,
    }
}

/// A name that has a meaning of its own in expressions.
pub fn reserved(name: Spanned<&str>, what: &str) -> Finding {
    let finding = INVALID_NAME.finding(name.span, format!("`{}` is not a name for {what}", name.value));
    finding.label("a word of the expression language").help(format!("write `{}_` or a more telling name", name.value))
}

/// A name that a loop gives to something, and that a node of the topology has.
pub fn hides_a_node(name: &str, span: Span, node: Span) -> Finding {
    let finding = INVALID_NAME.finding(span, format!("`{name}` is a value of this loop, and a node of the topology"));
    finding.also(node, "the node").help("rename the node, or the item by `as = \"…\"`")
}

/// Why no pack may have an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPack {
    /// It does not look like one.
    Shape,
    /// Its program would have the name of a folder beside it.
    Folder,
    /// Cargo would refuse to build its server.
    Cargo,
}

impl NoPack {
    /// In a few words.
    pub fn said(self) -> &'static str {
        match self {
            Self::Shape => "names have lower-case letters, digits and `-`, a letter first, and at most 64 characters",
            Self::Folder => "a folder beside the program has this name",
            Self::Cargo => "cargo or rustc uses this name for something else",
        }
    }
}

/// The id of a pack that no pack may have.
pub fn taken(id: Spanned<&str>, why: NoPack) -> Finding {
    let finding = INVALID_NAME.finding(id.span, format!("`{}` is not a name for a pack", id.value));
    let finding = finding.label(why.said()).help(format!("write `{}-pack`", id.value));
    match why {
        NoPack::Folder => {
            finding.note("a build writes the program and the folders `graphs`, `llm`, `schemas`, `server` and `tools`")
        }
        NoPack::Cargo => finding.note("the server is a cargo package and a program of the pack's name"),
        NoPack::Shape => finding,
    }
}
