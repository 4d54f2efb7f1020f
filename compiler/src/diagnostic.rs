//! Findings: what is wrong, where, and what to type instead.
//!
//! Goes in: evidence from the phases. Comes out: one value that renderers turn into text, into JSON, or into what
//! pipelines read. Only the modules below make output of it.

use crate::source::{FileId, SourceMap, Span};

pub mod github;
pub mod json;
mod position;
pub mod render;
pub mod sarif;

#[cfg(test)]
mod tests;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The pack is refused.
    Error,
    /// The pack is accepted.
    Warning,
}

/// One thing that is wrong with a pack.
///
/// Made by [`crate::rules::Rule::finding`], in the file of the rule it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's code, such as `PW0301`; `packwright explain CODE` prints its page.
    pub code: &'static str,
    /// How bad it is.
    pub level: Level,
    /// One lower-case phrase naming the author's things in backticks.
    pub message: String,
    /// The place and what it is; the first span decides the order of findings.
    pub primary: Label,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// What else is true and has no place of its own.
    pub notes: Vec<String>,
    /// What to type.
    pub help: Vec<String>,
}

impl Finding {
    /// Says what the primary place is.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a sentence that has no place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to type.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
}

/// A place with a few words on what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What this place is; may be empty for the primary label.
    pub text: String,
}

/// Puts findings in file order (then place, then code) and drops exact repetitions.
pub fn in_file_order(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|a, b| (a.primary.span, a.code, &a.message).cmp(&(b.primary.span, b.code, &b.message)));
    findings.dedup();
    findings
}

/// A pack's files under the names that its author knows.
#[derive(Clone, Copy, Debug)]
pub struct Files<'s> {
    /// The files.
    pub sources: &'s SourceMap,
    /// The pack's folder as the author typed it, with a `/` at its end; empty for the current folder.
    pub folder: &'s str,
}

impl Files<'_> {
    /// The file's path as the author would type it.
    pub fn path(&self, id: FileId) -> String {
        format!("{}{}", self.folder, self.sources.get(id).path)
    }
}

/// How many findings there are of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Findings that refuse the pack.
    pub errors: usize,
    /// Findings that do not.
    pub warnings: usize,
}

impl Counts {
    /// Counts findings.
    pub fn of(findings: &[Finding]) -> Self {
        let errors = findings.iter().filter(|finding| finding.level == Level::Error).count();
        Self { errors, warnings: findings.len() - errors }
    }
}
