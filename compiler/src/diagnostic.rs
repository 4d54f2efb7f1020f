//! Findings: what is wrong, where, and what to type instead.
//!
//! Goes in: evidence from the phases. Comes out: one value that renderers turn into text or JSON. Only
//! `render` and `json` make output of it.

use crate::source::Span;

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
