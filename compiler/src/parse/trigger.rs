//! `[triggers.<name>]` of a topology.

use serde_json::{Map, Value};

use super::{
    cron, grammar,
    names::{self, Shape},
    table::{Entry, Table, kind as kind_of},
    template,
    text::Spelling,
};
use crate::{
    ast::{Given, On, Template, Trigger},
    diagnostic::Finding,
    model::{Cron, Missed},
    rules::{
        catalogue::{invalid_cron, silent_cron},
        parse::{invalid_value, wrong_type},
    },
    source::Spanned,
};

/// Reads one trigger.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Trigger> {
    names::check(Spanned::new(entry.key, entry.key_span), Shape::Kebab, "a trigger", out);
    let keys = entry.table(out)?;
    let table = Table::open(entry.file, keys, entry.key_span, &grammar::TRIGGER, out);
    let missed = table.get("missed").and_then(|entry| missed(&entry, out)).unwrap_or(Missed::Skip);
    let schedule = table.required("cron", "cron = \"0 3 * * *\"", out).and_then(|entry| schedule(&entry, out));
    let on = schedule.map_or(On::Unclear, |schedule| On::Cron(Cron { schedule, missed }));
    let args = match table.get("args") {
        Some(entry) => constants(&entry, out),
        None => Given { template: Template::Literal(Value::Object(Map::new())), span: entry.key_span },
    };
    Some(Trigger { name: Spanned::new(entry.key.to_owned(), entry.key_span), on, args })
}

fn schedule(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<packwright_runtime_min::schedule::Schedule> {
    let text = entry.text(out)?;
    match cron::read(text.value) {
        Ok(schedule) if schedule.next(0).is_none() => {
            out.push(silent_cron::finding(text.span, text.value));
            None
        }
        Ok(schedule) => Some(schedule),
        Err(fault) => {
            let spelling = Spelling::of(entry.file.text, text.span.range(), text.value);
            // What is missing has no place of its own.
            let at = if fault.at.is_empty() { text.span } else { entry.file.span(spelling.range(fault.at.clone())) };
            out.push(invalid_cron::finding(at, &fault.message, &fault.help));
            None
        }
    }
}

fn missed(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Option<Missed> {
    let text = entry.text(out)?;
    match text.value {
        "skip" => Some(Missed::Skip),
        "once" => Some(Missed::Once),
        other => {
            let finding =
                invalid_value::finding(text.span, format!("nothing is done about missed ticks with `{other}`"));
            out.push(finding.help("write \"skip\", or \"once\" for one run that makes up for all of them"));
            None
        }
    }
}

/// Arguments of which nothing is left to be known in a run.
fn constants(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Given {
    let template = match template::read(entry, out) {
        template @ (Template::Literal(Value::Object(_)) | Template::Unclear) => template,
        Template::Object(_) | Template::Array(_) | Template::Expression(_) | Template::Text(_) => {
            let finding = invalid_value::finding(entry.span, "the arguments of a cron trigger are constants");
            out.push(finding.help("what depends on the time or on state, let the nodes of the topology find out"));
            Template::Unclear
        }
        Template::Literal(_) => {
            let takes = "a table, such as { full = true }";
            out.push(wrong_type::finding(entry.key, entry.span, takes, kind_of(entry.value)));
            Template::Unclear
        }
    };
    Given { template, span: entry.span }
}
