//! `PW02`: JSON Schemas.

use packwright_schema::SchemaFault;

use crate::{check::Cx, diagnostic::Finding, model::SchemaSource, rules::Rule, source::Span};

pub mod input_not_object;
pub mod invalid_schema;
pub mod unresolved_ref;
pub mod unsupported_keyword;

/// Reports the faults of schemas that are `rule`'s.
fn of_fault(rule: &Rule, cx: &Cx<'_>, is_ours: impl Fn(&SchemaFault) -> bool, out: &mut Vec<Finding>) {
    for (source, fault) in cx.schema_faults().filter(|(_, fault)| is_ours(fault)) {
        let finding = rule.finding(place(source, fault), fault.to_string());
        // A schema that Rust derives has no places: its finding is at the function, and the pointer says where.
        let finding = match source.places.find(&source.json, &fault.pointer) {
            Some(_) => finding,
            None => finding.label(format!("at `#{}` of the schema of this handler's types", fault.pointer)),
        };
        out.push(match fault.help() {
            Some(help) => finding.help(help),
            None => finding,
        });
    }
}

/// The keyword and its value where both are on one line, the value's start where it is long.
fn place(source: &SchemaSource, fault: &SchemaFault) -> Span {
    let Some(place) = source.places.find(&source.json, &fault.pointer) else { return source.span };
    let is_table_header = place.value.start <= place.key.start;
    if is_table_header || place.key.file != place.value.file {
        place.key
    } else {
        Span { end: place.value.end, ..place.key }
    }
}
