//! PW0505: a placeholder that the call's input cannot fill.

use packwright_schema::{Type, Types};

use crate::{
    check::Cx,
    diagnostic::{Finding, Level},
    expression::types::{Nowhere, Origin, Shape, named},
    model::{HttpCall, Step, UrlPart},
    rules::{FoundBy, Group, Rule, similar},
    source::Spanned,
};

/// A placeholder that the call's input cannot fill.
pub static HTTP_PLACEHOLDER: Rule = Rule {
    code: "PW0505",
    name: "http-placeholder",
    group: Group::Catalogue,
    level: Level::Error,
    summary: "a placeholder that the call's input cannot fill",
    page: include_str!("http_placeholder.md"),
    found_by: FoundBy::Check(check),
};

/// The types that have no text of their own, and `null`, which would be text nobody means.
const UNFIT: Types = Types::of(&[Type::Array, Type::Object, Type::Null]);

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for call in &cx.pack.http {
        let Some(input) = cx.schema(call.input).map(|schema| Shape::root(schema, Origin::Author)) else { continue };
        let parts = call.path.iter().chain(call.query.values().flatten());
        for part in parts {
            match part {
                UrlPart::Text(_) => {}
                UrlPart::Field(field) => out.extend(fault(call, field, &input)),
            }
        }
    }
}

fn fault(call: &HttpCall, field: &Spanned<String>, input: &Shape<'_>) -> Option<Finding> {
    let say = |message: String| HTTP_PLACEHOLDER.finding(field.span, message).also(call.name.span, "of this call");
    let name = &field.value;
    let there = match input.step(&Step::Field(name.clone())) {
        Ok(there) if input.fields().any(|field| field == name) => there,
        Ok(_) | Err(Nowhere::NoField(_) | Nowhere::NoItem) => {
            let finding = say(format!("the input declares no property `{name}`"));
            return Some(match similar(name, input.fields()) {
                Some(similar) => finding.help(format!("did you mean `{{{similar}}}`?")),
                None => finding.help("declare it under `input.properties`, and in `required`"),
            });
        }
        // The input is no object: a finding of its own.
        Err(Nowhere::NotAnObject(_) | Nowhere::NotAnArray(_)) => return None,
    };
    if !input.requires(name) {
        let finding = say(format!("the input property `{name}` may be absent, and a URL needs it"));
        return Some(finding.help(format!("add \"{name}\" to `required` of the input")));
    }
    let unfit = there.types().map(|types| types.and(UNFIT)).filter(|types| !types.is_empty())?;
    let finding = say(format!("the input property `{name}` may be {}, which has no place in a URL", named(unfit)));
    Some(finding.help("declare it as a string, a number, an integer or a boolean"))
}
