//! PW0317: a switch without a way for something there can be.

use crate::{
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
    source::Span,
};

/// A switch without a way for something there can be.
pub static MISSING_CASE: Rule = Rule {
    code: "PW0317",
    name: "missing-case",
    group: Group::Topology,
    level: Level::Error,
    summary: "a switch without a way for something there can be",
    page: include_str!("missing_case.md"),
    found_by: FoundBy::Inference,
};

/// The value of the switch can be each of `missing`, and there is no case for it.
pub fn finding(span: Span, switch: &str, missing: &[&str]) -> Finding {
    let list = missing.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    let finding = MISSING_CASE.finding(span, format!("node `{switch}` has no case for {list}"));
    let first = key(missing.first().copied().unwrap_or_default());
    finding.help(format!("add it to `cases`: {first} = \"end\" for nothing, or give the node a `default`"))
}

/// The value can be any of more than can be listed.
pub fn of_many(span: Span, switch: &str, is: &str) -> Finding {
    let finding = MISSING_CASE.finding(span, format!("node `{switch}` has no `default`"));
    let finding = finding.label(format!("its value is {is}, of which no schema lists all"));
    finding.help("add `default = \"node\"`, or `default = \"end\"` for nothing")
}

/// No condition need hold.
pub fn of_conditions(span: Span, switch: &str) -> Finding {
    let finding = MISSING_CASE.finding(span, format!("node `{switch}` says nothing for where no condition holds"));
    finding.help("add `default = \"node\"`, or `default = \"end\"` for nothing")
}

/// A case as a key of TOML.
fn key(case: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !case.is_empty() && case.bytes().all(is_bare) {
        return case.to_owned();
    }
    serde_json::Value::from(case).to_string()
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn a_case_in_a_help_can_be_typed_as_a_key() {
        let shown = ["mail", "true", "-1", "1.5", "a.b", "", "é", "a \"b\""].map(key);
        assert_eq!(shown, ["mail", "true", "-1", "\"1.5\"", "\"a.b\"", "\"\"", "\"é\"", "\"a \\\"b\\\"\""]);
    }
}
