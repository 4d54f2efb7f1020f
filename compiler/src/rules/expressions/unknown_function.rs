//! PW0410: a function that is not there.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A function that is not there.
pub static UNKNOWN_FUNCTION: Rule = Rule {
    code: "PW0410",
    name: "unknown-function",
    group: Group::Expressions,
    level: Level::Error,
    summary: "a function that is not there, or is called otherwise",
    page: include_str!("unknown_function.md"),
    found_by: FoundBy::Inference,
};

/// No function is called `name`; `known` are. `advice` is what to do where CEL has it and packwright does not.
pub fn finding(name: &Spanned<String>, known: Vec<&str>, advice: Option<&str>) -> Finding {
    let finding = UNKNOWN_FUNCTION.finding(name.span, format!("there is no function `{}`", name.value));
    match (advice, similar(&name.value, known)) {
        (Some(advice), _) => finding.note("CEL has it, packwright does not").help(advice),
        (None, Some(similar)) => finding.help(format!("did you mean `{similar}`?")),
        (None, None) => finding.help("`packwright explain PW0410` lists them all; what needs more is a handler"),
    }
}

/// `name` is called in other ways than here.
pub fn called_otherwise(name: &Spanned<String>, usages: &[String]) -> Finding {
    let finding = UNKNOWN_FUNCTION.finding(name.span, format!("`{}` is not called like this", name.value));
    finding.help(format!("write {}", usages.join(" or ")))
}
