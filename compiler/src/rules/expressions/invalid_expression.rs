//! PW0401: text between `${` and `}` that is not an expression.

use crate::{
    diagnostic::{Finding, Level},
    expression::parse::FaultKind,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Text between `${` and `}` that is not an expression.
pub static INVALID_EXPRESSION: Rule = Rule {
    code: "PW0401",
    name: "invalid-expression",
    group: Group::Expressions,
    level: Level::Error,
    summary: "text between `${` and `}` that is not an expression",
    page: include_str!("invalid_expression.md"),
    found_by: FoundBy::Parse,
};

/// `text` is what stands at `span`.
pub fn finding(span: Span, text: &str, kind: &FaultKind) -> Finding {
    // A message is one line, whatever the author's text is.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let say = |message: String| INVALID_EXPRESSION.finding(span, message);
    match kind {
        FaultKind::Empty => say("an empty expression".to_owned()).help("name something, such as \"${args.city}\""),
        FaultKind::Hyphen => {
            let help = match text.contains('-') {
                true => format!("write the field as [\"{text}\"], as in ${{args[\"{text}\"]}}"),
                false => "write the field in brackets".to_owned(),
            };
            say(format!("`{text}` reads as a subtraction")).help(help)
        }
        FaultKind::Field => {
            say("a dot without a field's name".to_owned()).help("write a name after the dot, or [\"any name\"]")
        }
        FaultKind::Unexpected => say(format!("`{text}` cannot stand here")).help(HELP),
        FaultKind::Unfinished => say(format!("the expression ends after `{text}`")).help("something must follow"),
        FaultKind::NotClosed => say(format!("`{text}` without its partner")).help("close it"),
        FaultKind::HalfAnOperator(whole) => say(format!("`{text}` is no operator")).help(format!("write `{whole}`")),
        FaultKind::TooDeep => say("brackets in brackets, too often".to_owned()).help(SPLIT),
        FaultKind::TooLong => say("an expression of too many words".to_owned()).help(SPLIT),
        FaultKind::Cel(message) => say(format!("`{text}`: {message}")).help(HELP),
        FaultKind::Unsupported(what, advice) => {
            say(format!("packwright has no {what}")).note("CEL has it").help(*advice)
        }
    }
}

const HELP: &str = "write CEL: a reference such as args.city, an operator, a call; \"$${\" is a literal \"${\"";

const SPLIT: &str = "let a node make a part of it, or a handler all";

/// A `${` in the name of a member.
pub fn in_a_key(span: Span) -> Finding {
    let finding = INVALID_EXPRESSION.finding(span, "a reference in a key");
    finding.help("keys are as they are written: only values have references")
}

/// A `${` without its `}`.
pub fn not_closed(span: Span) -> Finding {
    INVALID_EXPRESSION.finding(span, "`${` without its `}`").help("close it, or write \"$${\" for a literal \"${\"")
}
