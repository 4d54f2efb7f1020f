//! PW0507: a required input of a GET that is sent nowhere.

use std::collections::BTreeSet;

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    expression::types::{Origin, Shape},
    model::UrlPart,
    rules::{FoundBy, Group, Rule},
};

/// A required input of a GET that is sent nowhere.
pub static UNUSED_HTTP_INPUT: Rule = Rule {
    code: "PW0507",
    name: "unused-http-input",
    group: Group::Catalogue,
    level: Level::Warning,
    summary: "a required input of a GET that is sent nowhere",
    page: include_str!("unused_http_input.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for call in cx.pack.http.iter().filter(|call| call.method == "GET") {
        let Some(schema) = cx.schema(call.input) else { continue };
        let source = &cx.pack.schemas[call.input.idx()];
        let parts = call.path.iter().chain(call.query.values().flatten());
        let sent: BTreeSet<&str> = parts.filter_map(field).collect();
        let input = Shape::root(schema, Origin::Author);
        // A placeholder that the input does not declare is reported, and may be meant for one that it does.
        if sent.iter().any(|name| !input.fields().any(|field| field == *name)) {
            continue;
        }
        for name in input.required().filter(|name| !sent.contains(name)) {
            let message = format!("HTTP call `{}` requires `{name}` and sends it nowhere", call.name.value);
            // The name in the list, or the call where a reference brings it.
            let listed =
                source.json.get("required").and_then(|names| names.as_array()?.iter().position(|it| it == name));
            let place = listed.and_then(|at| source.places.find(&source.json, &format!("/required/{at}")));
            let finding = UNUSED_HTTP_INPUT.finding(place.map_or(call.name.span, |place| place.value), message);
            let finding = finding.label("a GET has no body");
            out.push(finding.help(format!("use it in the path or in `query`, such as `{name} = \"{{{name}}}\"`")));
        }
    }
}

fn field(part: &UrlPart) -> Option<&str> {
    match part {
        UrlPart::Text(_) => None,
        UrlPart::Field(name) => Some(&name.value),
    }
}
