//! PW0204: an input that is not an object.

use packwright_schema::{Type, Types};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    expression::types::{Origin, Shape},
    model::SchemaId,
    rules::{FoundBy, Group, Rule},
};

/// An input that is not an object.
pub static INPUT_NOT_OBJECT: Rule = Rule {
    code: "PW0204",
    name: "input-not-object",
    group: Group::Schemas,
    level: Level::Error,
    summary: "an input that is not an object",
    page: include_str!("input_not_object.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        check_input(cx, topology.input, "topology", &topology.name.value, out);
    }
    for tool in &cx.pack.tools {
        check_input(cx, tool.input, "tool", &tool.name, out);
    }
    for call in &cx.pack.http {
        check_input(cx, call.input, "HTTP call", &call.name.value, out);
    }
}

fn check_input(cx: &Cx<'_>, id: SchemaId, what: &str, name: &str, out: &mut Vec<Finding>) {
    let Some(schema) = cx.schema(id) else { return };
    let source = &cx.pack.schemas[id.idx()];
    // What stands in for a missing schema has no places: its lack is reported.
    let is_written = source.places.find(&source.json, "").is_some();
    let types = Shape::root(schema, Origin::Author).types();
    if types == Some(Types::of(&[Type::Object])) || (types.is_none() && !is_written) {
        return;
    }
    let place = source.places.find(&source.json, "/type").map_or(source.span, |place| place.value);
    let says = |types: Types| types.iter().map(|ty| format!("`{}`", ty.name())).collect::<Vec<_>>().join(", ");
    let finding = INPUT_NOT_OBJECT.finding(place, format!("the input of {what} `{name}` is not an object"));
    out.push(
        match types {
            Some(types) => finding.label(format!("its type is {}", says(types))),
            None => finding.label("it does not say its type"),
        }
        .help("write `type = \"object\"` at the top of the schema"),
    );
}
