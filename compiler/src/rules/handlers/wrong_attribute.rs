//! PW0108: a `#[handler]` or `#[tool]` whose arguments make no sense.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Spanned,
};

/// A `#[handler]` or `#[tool]` whose arguments make no sense.
pub static WRONG_ATTRIBUTE: Rule = Rule {
    code: "PW0108",
    name: "wrong-attribute",
    group: Group::Handlers,
    level: Level::Error,
    summary: "a `#[handler]` or `#[tool]` whose arguments make no sense",
    page: include_str!("wrong_attribute.md"),
    found_by: FoundBy::Contracts,
};

/// A dotted id whose part before the last dot is not the pack's namespace.
pub fn other_namespace(id: &Spanned<String>, namespace: &str) -> Finding {
    let finding =
        WRONG_ATTRIBUTE.finding(id.span, format!("`{}` is not in the pack's namespace `{namespace}`", id.value));
    let name = id.value.rsplit('.').next().unwrap_or_default();
    finding.help(format!("write `id = \"{namespace}.{name}\"`, or set `namespace` in pack.toml"))
}
