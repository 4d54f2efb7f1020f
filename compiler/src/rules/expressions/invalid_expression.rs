//! PW0401: text between `${` and `}` that is not a reference.

use crate::{
    diagnostic::{Finding, Level},
    expression::parse::FaultKind,
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// Text between `${` and `}` that is not a reference.
pub static INVALID_EXPRESSION: Rule = Rule {
    code: "PW0401",
    name: "invalid-expression",
    group: Group::Expressions,
    level: Level::Error,
    summary: "text between `${` and `}` that is not a reference",
    page: include_str!("invalid_expression.md"),
    found_by: FoundBy::Parse,
};

/// `text` is what stands at `span`.
pub fn finding(span: Span, text: &str, kind: FaultKind) -> Finding {
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
        FaultKind::Index => {
            say(format!("`{text}` is not an index")).help("write [0] for an item, or [\"name\"] for a field")
        }
        FaultKind::Field => {
            say("a dot without a field's name".to_owned()).help("write a name after the dot, or [\"any name\"]")
        }
        FaultKind::NotAReference => {
            let finding = say(format!("`{text}` is not a reference"));
            finding
                .note("this version of packwright has references only; other expressions are planned")
                .help("write `args` or a node's name, then .field or [0] steps; \"$${\" is a literal \"${\"")
        }
    }
}

/// A `${` in the name of a member.
pub fn in_a_key(span: Span) -> Finding {
    let finding = INVALID_EXPRESSION.finding(span, "a reference in a key");
    finding.help("keys are as they are written: only values have references")
}

/// A `${` without its `}`.
pub fn not_closed(span: Span) -> Finding {
    INVALID_EXPRESSION.finding(span, "`${` without its `}`").help("close it, or write \"$${\" for a literal \"${\"")
}
