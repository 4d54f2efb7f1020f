//! PW0405: an operator or a function on something it does not take.

use packwright_runtime_min::expression::Fault;

use crate::{
    diagnostic::{Finding, Level},
    expression::types::{Class, Type},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// An operator or a function on something it does not take.
pub static WRONG_OPERAND: Rule = Rule {
    code: "PW0405",
    name: "wrong-operand",
    group: Group::Expressions,
    level: Level::Error,
    summary: "an operator or a function on something it does not take",
    page: include_str!("wrong_operand.md"),
    found_by: FoundBy::Inference,
};

/// `text` is `ty`, and `asked_by` takes `wanted`.
pub fn finding(span: Span, text: &str, ty: &Type<'_>, asked_by: &str, wanted: &[Class]) -> Finding {
    let takes: Vec<&str> = wanted.iter().map(|class| class.named()).collect();
    let message = format!("`{text}` is {}, which {asked_by} does not take", ty.named());
    let finding = WRONG_OPERAND.finding(span, message).note(format!("{asked_by} takes {}", one_of(&takes)));
    match advice(ty, wanted) {
        Some(function) => finding.help(format!("convert it: {function}({text})")),
        None => finding,
    }
}

/// `text` joins two operands that do not go together.
pub fn pair(span: Span, text: &str, symbol: &str, left: &Type<'_>, right: &Type<'_>) -> Finding {
    let message = format!("`{symbol}` between {} and {}", left.named(), right.named());
    let finding = WRONG_OPERAND.finding(span, message);
    match (left.class(), right.class()) {
        (Some(Class::Int), Some(Class::Double)) | (Some(Class::Double), Some(Class::Int)) => {
            finding.help("CEL does not mix them: make the integer a number with double(…)")
        }
        (Some(Class::Text) | None, Some(Class::Time | Class::Span))
        | (Some(Class::Time | Class::Span), Some(Class::Text) | None) => {
            finding.help("say what the other one is, with timestamp(…) or duration(…)")
        }
        (Some(Class::Text), Some(_)) | (Some(_), Some(Class::Text)) if symbol == "+" => {
            finding.help("make the other one a text with string(…), or write both into one text: \"${…} ${…}\"")
        }
        (_, _) => finding.help(format!("convert one of them in `{text}`")),
    }
}

/// Nobody knows what `text` is, and `asked_by` would do different things.
pub fn unclear(span: Span, text: &str, asked_by: &str, ty: &Type<'_>) -> Finding {
    let finding =
        WRONG_OPERAND.finding(span, format!("{asked_by} needs to know what `{text}` is: it can be {}", ty.named()));
    finding.help(format!("say it, as in timestamp({text}) or duration({text})"))
}

/// A text that is known, and not of the form that `asked_by` reads; `why` is what a run would say.
pub fn wrong_format(span: Span, asked_by: &str, why: &Fault) -> Finding {
    let finding = WRONG_OPERAND.finding(span, format!("{asked_by} fails: {}", why.what));
    if why.what.contains("neither UTC") {
        return finding.note("the rules of named zones change several times a year, and a server has no table of them");
    }
    finding.help("write what it can read")
}

/// A reduction which begins as one sort of value and goes on as another.
pub fn reduction(span: Span, first: &Type<'_>, next: &Type<'_>) -> Finding {
    let message = format!("`reduce` gives {}, and `initial` is {}", next.named(), first.named());
    let finding = WRONG_OPERAND.finding(span, message).note("what one item leaves is `acc` of the next");
    match (first.class(), next.class()) {
        (Some(Class::Int), Some(Class::Double)) => finding.help("begin with a number: initial = 0.0"),
        (_, _) => finding.help("let both be of the same type"),
    }
}

/// A member of an object whose name is computed.
pub fn computed_key(span: Span, text: &str) -> Finding {
    let finding = WRONG_OPERAND.finding(span, format!("`{text}` as the name of a member"));
    finding.help("write the name in quotes: objects have members whose names are known")
}

/// A member that an object has already.
pub fn repeated_key(span: Span, name: &str) -> Finding {
    WRONG_OPERAND.finding(span, format!("the object has a member `{name}` already")).help("take one of them away")
}

/// "a", "a or b", "a, b or c"
fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

/// The function that makes of such a value one that is wanted.
fn advice(ty: &Type<'_>, wanted: &[Class]) -> Option<&'static str> {
    let is = ty.classes().filter(|_| !wanted.contains(&Class::List))?;
    let converts = |to: Class, from: &[Class]| wanted.contains(&to) && is.all(|class| from.contains(&class));
    if converts(Class::Time, &[Class::Text]) && !wanted.contains(&Class::Int) {
        return Some("timestamp");
    }
    if converts(Class::Span, &[Class::Text]) && !wanted.contains(&Class::Int) {
        return Some("duration");
    }
    if converts(Class::Int, &[Class::Text, Class::Double, Class::Int]) && !is.contains(Class::Double) {
        return Some("int");
    }
    if converts(Class::Double, &[Class::Text, Class::Int, Class::Double]) {
        return Some("double");
    }
    if converts(Class::Int, &[Class::Double]) {
        return Some("int");
    }
    converts(Class::Text, &[Class::Int, Class::Double, Class::Bool, Class::Time, Class::Span, Class::Text])
        .then_some("string")
}
