//! `PW02`: JSON Schemas.

use packwright_schema::SchemaFault;

use crate::{check::Cx, diagnostic::Finding, model::SchemaSource, rules::Rule, source::Span};

pub mod input_not_object;
pub mod invalid_schema;
pub mod refused_by_models;
pub mod rejected_example;
pub mod unresolved_ref;
pub mod unsupported_keyword;

/// Reports the faults of schemas that are `rule`'s.
fn of_fault(rule: &Rule, cx: &Cx<'_>, is_ours: impl Fn(&SchemaFault) -> bool, out: &mut Vec<Finding>) {
    for (source, fault) in cx.schema_faults().filter(|(_, fault)| is_ours(fault)) {
        let finding = at(rule, source, &fault.pointer, fault.to_string());
        out.push(match fault.help().or_else(|| unresolved_ref::help(cx, fault)) {
            Some(help) => finding.help(help),
            None => finding,
        });
    }
}

/// A finding at a place of a schema.
fn at(rule: &Rule, source: &SchemaSource, pointer: &str, message: String) -> Finding {
    let finding = rule.finding(place(source, pointer), message);
    // A schema that Rust derives has no places: its finding is at the function, and the pointer says where.
    match source.places.find(&source.json, pointer) {
        Some(_) => finding,
        None => finding.label(format!("at `#{pointer}` of the schema of this handler's types")),
    }
}

/// The keyword and its value where both are on one line, the value's start where it is long.
fn place(source: &SchemaSource, pointer: &str) -> Span {
    let Some(place) = source.places.find(&source.json, pointer) else { return source.span };
    let is_table_header = place.value.start <= place.key.start;
    if is_table_header || place.key.file != place.value.file {
        place.key
    } else {
        Span { end: place.value.end, ..place.key }
    }
}
