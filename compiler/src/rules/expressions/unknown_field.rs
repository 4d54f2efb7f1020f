//! PW0402: a reference to something its schema says is not there.

use packwright_schema::Type;

use crate::{
    diagnostic::{Finding, Level},
    expression::types::{Nowhere, named},
    model::Step,
    rules::{FoundBy, Group, Rule, similar},
    source::{Span, Spanned},
};

/// A reference to something its schema says is not there.
pub static UNKNOWN_FIELD: Rule = Rule {
    code: "PW0402",
    name: "unknown-field",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a reference to something its schema says is not there",
    page: include_str!("unknown_field.md"),
    found_by: FoundBy::Inference,
};

/// `before` is what `step` starts from.
pub fn finding(step: &Spanned<Step>, before: &str, why: &Nowhere) -> Finding {
    let say = |message: String| UNKNOWN_FIELD.finding(step.span, message);
    let wanted = match &step.value {
        Step::Field(name) => format!("field `{name}`"),
        Step::Index(at) => format!("item {at}"),
    };
    match why {
        Nowhere::NoField(fields) => {
            let finding = say(format!("`{before}` has no {wanted}"));
            let name = if let Step::Field(name) = &step.value { name } else { "" };
            match similar(name, fields.iter().map(String::as_str)) {
                Some(similar) => finding.help(format!("did you mean `{similar}`?")),
                None if fields.is_empty() => finding.help("its schema declares no fields"),
                None => finding.help(format!("its fields are `{}`", fields.join("`, `"))),
            }
        }
        Nowhere::NoItem => say(format!("`{before}` never has an {wanted}")),
        Nowhere::NotAnObject(types) => {
            let finding = say(format!("`{before}` is {}, and has no {wanted}", named(*types)));
            let help = "write an index first, such as [0]";
            if types.contains(Type::Array) { finding.help(help) } else { finding }
        }
        Nowhere::NotAnArray(types) => say(format!("`{before}` is {}, and has no {wanted}", named(*types))),
    }
}

/// No array has an item `index`.
pub fn no_such_item(span: Span, before: &str, index: &str) -> Finding {
    UNKNOWN_FIELD.finding(span, format!("`{before}` never has an item {index}")).help("items are counted from 0")
}
