//! PW0002: a key that this place does not have.

use crate::{
    diagnostic::{Finding, Level},
    parse::grammar::{self, Availability, Grammar},
    rules::{FoundBy, Group, Rule, similar},
    source::Span,
};

/// A key that this place does not have.
pub static UNKNOWN_KEY: Rule = Rule {
    code: "PW0002",
    name: "unknown-key",
    group: Group::Parse,
    level: Level::Error,
    summary: "a key that this place does not have",
    page: include_str!("unknown_key.md"),
    found_by: FoundBy::Parse,
};

/// `key` is not one of `grammar`.
pub(crate) fn finding(key: &str, span: Span, grammar: &'static Grammar) -> Finding {
    let finding = UNKNOWN_KEY.finding(span, format!("{} has no key `{key}`", grammar.name));
    let keys = || grammar.keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
    if grammar.planned.contains(&key) {
        return finding
            .label("planned, and not in this version of packwright")
            .help(format!("its keys are {}", keys()));
    }
    if let Some(similar) = similar(key, grammar.keys.iter().copied()) {
        return finding.help(format!("did you mean `{similar}`?"));
    }
    let is_node = grammar::NODES.iter().any(|node| std::ptr::eq(&raw const node.grammar, grammar));
    match grammar::actions_with(key)[..] {
        // Whoever writes `timeout` in a response node has found the right kind of table.
        [ref actions @ .., last] if is_node => {
            let actions: String = actions.iter().map(|action| format!("`{action}`, ")).collect();
            let actions = match actions.strip_suffix(", ") {
                Some(others) => format!("{others} or `{last}`"),
                None => format!("`{last}`"),
            };
            let finding = finding.note(format!("`{key}` is for nodes with {actions}"));
            return match (grammar.keys.first(), key) {
                (Some(&"response"), "for" | "paginate") => {
                    finding.help("a run is answered once: respond with what a loop before it has made")
                }
                _ => finding.help(format!("its keys are {}", keys())),
            };
        }
        _ => {}
    }
    match grammar::elsewhere(key, grammar) {
        Some((elsewhere, Availability::Now)) => finding.help(format!("`{key}` belongs at {}", elsewhere.header)),
        Some((elsewhere, Availability::Planned)) => {
            finding.note(format!("`{key}` is planned for {}, and not in this version of packwright", elsewhere.header))
        }
        None => finding.help(format!("its keys are {}", keys())),
    }
}
