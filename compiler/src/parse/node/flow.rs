//! Nodes that say what comes next, and when: `switch`, `converge`, `wait`, `timer`.

use super::{expression, named, names_of};
use crate::{
    ast::{Decision, Given, Moment, Switch, Template, Wait},
    diagnostic::Finding,
    parse::{
        duration, grammar, json,
        table::{Entry, Table, kind as kind_of},
        template,
    },
    rules::parse::{invalid_value, missing_key, wrong_type},
    source::Spanned,
};

/// `switch = "${…}"` with `cases`, or `switch = [ { when, then }, … ]`.
pub(super) fn switch(table: &Table<'_>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Switch> {
    let default = table.get("default").and_then(|entry| named(&entry, out));
    let cases = table.get("cases");
    if let Some(branches) = entry.value.as_array() {
        if let Some(cases) = cases {
            let finding = invalid_value::finding(cases.key_span, "`cases` beside a list of conditions");
            out.push(finding.help("write `switch = \"${…}\"` to decide by a value, or take `cases` away"));
        }
        if branches.is_empty() {
            let finding = invalid_value::finding(entry.span, "`switch` is empty");
            out.push(finding.help("write a branch such as { when = \"${args.is_new}\", then = \"insert\" }"));
            return None;
        }
        let branch = |value| branch(entry, value, out);
        return Some(Switch { decision: Decision::Conditions(branches.iter().filter_map(branch).collect()), default });
    }
    if !entry.value.is_str() {
        return entry.wrong_type("\"${value}\" with `cases`, or a list of { when, then }", out);
    }
    let value = expression(entry, "\"${value}\" with `cases`, or a list of { when, then }", out);
    if cases.is_none() && !table.misspells("cases") {
        out.push(missing_key::finding(
            "cases",
            entry.key_span,
            "a switch on a value",
            "cases = { mail = \"send_mail\" }",
        ));
    }
    let cases = table.entries("cases", out);
    let case = |case: &Entry<'_>, out: &mut Vec<Finding>| {
        Some((Spanned::new(case.key.to_owned(), case.key_span), named(case, out)?))
    };
    let cases = cases.iter().filter_map(|entry| case(entry, out)).collect();
    Some(Switch { decision: Decision::Value { value, cases }, default })
}

/// `{ when = "${…}", then = "node" }`.
fn branch(
    switch: &Entry<'_>,
    value: &toml::Spanned<toml::de::DeValue<'_>>,
    out: &mut Vec<Finding>,
) -> Option<(Given, Spanned<String>)> {
    let span = switch.file.span(value.span());
    let Some(keys) = value.get_ref().as_table() else {
        let kind = kind_of(value.get_ref());
        out.push(wrong_type::finding("switch", span, "tables of `when` and `then` in its list", kind));
        return None;
    };
    let table = Table::open(switch.file, keys, span, &grammar::BRANCH, out);
    let when = table.required("when", "when = \"${args.is_new}\"", out).map(|entry| condition(&entry, out));
    let then = table.required("then", "then = \"insert\"", out).and_then(|entry| named(&entry, out));
    Some((when?, then?))
}

/// A condition: an expression, or `true` for "otherwise".
fn condition(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Given {
    if entry.value.is_bool() {
        return Given { template: template::read(entry, out), span: entry.span };
    }
    expression(entry, "a condition such as \"${args.is_new}\"", out)
}

/// `converge = ["insert", "known"]`.
pub(super) fn converge(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Vec<Spanned<String>>> {
    let sources = names_of(entry, out)?;
    for (at, again) in sources.iter().enumerate() {
        if sources[..at].iter().any(|earlier| earlier.value == again.value) {
            out.push(invalid_value::finding(again.span, format!("`{}` is in `converge` twice", again.value)));
        }
    }
    let written = entry.value.as_array().map_or(0, |sources| sources.len());
    if written < 2 {
        let finding = invalid_value::finding(entry.span, "`converge` names fewer than two nodes");
        out.push(finding.help("name the nodes of which one is done: converge = [\"insert\", \"known\"]"));
    }
    Some(sources)
}

/// `wait = { … }` with `deadline` and perhaps `on_timeout`.
pub(super) fn wait(table: &Table<'_>, entry: &Entry<'_>, out: &mut Vec<Finding>) -> Wait {
    let deadline = table.required("deadline", "deadline = \"24h\"", out);
    Wait {
        answer: json::schema(entry, out),
        deadline: deadline.map(|entry| moment(&entry, out)),
        on_timeout: table.get("on_timeout").and_then(|entry| named(&entry, out)),
    }
}

/// A duration such as `"5m"`, or an expression that gives a duration or a timestamp.
pub(super) fn moment(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Moment {
    if entry.value.as_str().is_some_and(|text| text.contains("${")) {
        let at = expression(entry, "a duration such as \"5m\", or one \"${expression}\"", out);
        return match at.template {
            Template::Unclear => Moment::Unclear,
            _ => Moment::At(at),
        };
    }
    duration::read(entry, duration::YEAR, out).map_or(Moment::Unclear, Moment::After)
}
