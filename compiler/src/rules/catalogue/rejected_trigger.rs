//! PW0524: a trigger whose arguments its topology does not accept.

use packwright_schema::Witness;

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::{Span, Spanned},
};

/// A trigger whose arguments its topology does not accept.
pub static REJECTED_TRIGGER: Rule = Rule {
    code: "PW0524",
    name: "rejected-trigger",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a trigger whose arguments its topology does not accept",
    page: include_str!("rejected_trigger.md"),
    found_by: FoundBy::Inference,
};

/// `witness` is what may be given to the topology, whose arguments are declared at `declared`.
pub fn finding(span: Span, trigger: &Spanned<String>, witness: &Witness, declared: Span) -> Finding {
    let message = format!("trigger `{}` gives arguments that the topology does not accept", trigger.value);
    let finding = REJECTED_TRIGGER.finding(span, message);
    let finding = match witness.violations.first() {
        Some(violation) if violation.instance_path.is_empty() => finding.label(violation.message.to_string()),
        Some(violation) => finding.label(format!("at `{}`: {}", violation.instance_path, violation.message)),
        None => finding,
    };
    let finding = finding.also(declared, "the arguments are declared here");
    finding.help("give what the topology takes in `args`, or take more")
}
