//! Why a pattern is refused.

use std::fmt;

use packwright_runtime_min::validate::ecma::{Fault, Group, Reason};

/// A pattern that is not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFault {
    /// The pattern.
    pub source: String,
    /// Where the cause is in it, in bytes.
    pub offset: usize,
    /// The cause.
    pub kind: PatternFaultKind,
}

/// Why a pattern is not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternFaultKind {
    /// It is not ECMA-262.
    Syntax(Reason),
    /// Look-around, or flags that change in it.
    Group(Group),
    /// It refers back to what a group matched.
    BackReference,
    /// A property of which there are no tables here.
    Property,
    /// Groups are too deep.
    Nesting,
    /// The program that matches it is too large.
    Size,
}

impl From<(&str, Fault)> for PatternFault {
    fn from((source, Fault { offset, reason }): (&str, Fault)) -> Self {
        Self { source: source.to_owned(), offset, kind: PatternFaultKind::Syntax(reason) }
    }
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PatternFaultKind::Syntax(reason) => reason.fmt(f)?,
            PatternFaultKind::Group(Group::Ahead | Group::NotAhead) => {
                f.write_str("look-ahead takes more than linear time")?
            }
            PatternFaultKind::Group(Group::Behind | Group::NotBehind) => {
                f.write_str("look-behind takes more than linear time")?;
            }
            PatternFaultKind::Group(Group::Plain | Group::Modifiers) => {
                f.write_str("flags cannot change in a pattern")?
            }
            PatternFaultKind::BackReference => f.write_str("a back-reference takes more than linear time")?,
            PatternFaultKind::Property => f.write_str("packwright has no table of this Unicode property")?,
            PatternFaultKind::Nesting => f.write_str("groups are nested too deep")?,
            PatternFaultKind::Size => {
                f.write_str("the program that matches it is too large: counted repetitions multiply")?
            }
        }
        write!(f, ", at offset {}", self.offset)
    }
}

impl PatternFault {
    pub(super) fn too_large(source: &str) -> Self {
        // The first count is where to start.
        Self { source: source.to_owned(), offset: source.find('{').unwrap_or(0), kind: PatternFaultKind::Size }
    }

    /// What to type instead.
    pub fn help(&self) -> Option<String> {
        let (before, at) = self.source.split_at_checked(self.offset)?;
        match &self.kind {
            PatternFaultKind::Group(Group::Ahead | Group::NotAhead) => Some(self.ahead(before, at)),
            PatternFaultKind::Group(Group::Behind | Group::NotBehind) => {
                Some("match what stands before as a part of the pattern".to_owned())
            }
            PatternFaultKind::Group(Group::Plain | Group::Modifiers) => {
                Some("write each case out, as in `[Aa]`".to_owned())
            }
            PatternFaultKind::BackReference => {
                Some("write the alternatives out, or check it in the handler".to_owned())
            }
            PatternFaultKind::Size => {
                Some("count with `maxLength` and `minLength`, and repeat with `*` or `+`".to_owned())
            }
            PatternFaultKind::Property => Some("write the characters as ranges, as in `[\\u0370-\\u03ff]`".to_owned()),
            PatternFaultKind::Nesting => None,
            PatternFaultKind::Syntax(reason) => syntax(reason, at),
        }
    }

    /// Look-ahead at the start of a pattern is what schemas say with `not` and `allOf`.
    fn ahead(&self, before: &str, at: &str) -> String {
        if !matches!(before, "" | "^") {
            return "say it with a second pattern, in `allOf` or `not`".to_owned();
        }
        let (inner, rest) = match group(at) {
            Some(len) => (&at[3..len - 1], &at[len..]),
            None => ("…", "…"),
        };
        // An alternative would stand beside the anchor.
        let inner = if inner.contains('|') { format!("{before}({inner})") } else { format!("{before}{inner}") };
        let rest = format!("{before}{rest}");
        if self.kind == PatternFaultKind::Group(Group::NotAhead) {
            format!("write `not: {{pattern: {inner}}}` beside `pattern: {rest}`")
        } else {
            format!("write `allOf: [{{pattern: {inner}}}, {{pattern: {rest}}}]`")
        }
    }
}

/// The length of the group at the start of a text that is ECMA-262.
fn group(text: &str) -> Option<usize> {
    let (mut depth, mut class, mut escaped) = (0usize, false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => class = false,
            _ if class => {}
            '[' => class = true,
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn syntax(reason: &Reason, at: &str) -> Option<String> {
    let help = match reason {
        Reason::Escape('A') => "the start of the text is `^`",
        Reason::Escape('z' | 'Z') => "the end of the text is `$`",
        Reason::Escape('h') => "write `[ \\t]`",
        Reason::Escape('a') => "the bell is `\\x07`",
        Reason::Escape('e') => "escape is `\\x1b`",
        Reason::Escape(_) => "a letter or digit stands for itself without a backslash; a backslash itself is `\\\\`",
        Reason::GroupSyntax if at.starts_with("(?P<") => "a named group is `(?<name>…)`",
        Reason::GroupSyntax if at.starts_with("(?#") => "say it in the schema's `$comment`",
        Reason::GroupSyntax if at.starts_with("(?>") => "leave the `?>` out: nothing backtracks here",
        Reason::GroupSyntax if at[2..].starts_with(|next: char| next.is_ascii_lowercase()) => {
            "flags cannot change in a pattern; write each case out, as in `[Aa]`"
        }
        Reason::GroupSyntax => "a group that is not referred to is `(?:…)`",
        Reason::GroupOpen => "close it with `)`, or write `\\(` for a parenthesis",
        Reason::GroupClose => "write `\\)` for a parenthesis",
        Reason::ClassOpen => "close it with `]`, or write `\\[` for a bracket",
        Reason::NothingToRepeat => "escape it with a backslash if it stands for itself",
        Reason::TrailingBackslash => "write `\\\\` for a backslash",
        Reason::PropertySyntax => "write `\\p{L}`, `\\p{Lu}` or `\\p{Script=Greek}`",
        Reason::PropertyName => "names are as in `\\p{Letter}`, `\\p{Lu}`, `\\p{Script=Greek}` and `\\p{Alphabetic}`",
        Reason::DecimalEscape => "write `\\x00` and then the digit",
        Reason::RangeOfCounts
        | Reason::GroupName
        | Reason::GroupNameTwice
        | Reason::NoSuchGroup
        | Reason::RangeOfClass
        | Reason::HexEscape
        | Reason::UnicodeEscape
        | Reason::ControlEscape => return None,
    };
    Some(help.to_owned())
}
