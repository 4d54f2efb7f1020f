//! PW0403: text that interpolates a list or an object.

use packwright_schema::{Type, Types};

use crate::{
    check::{
        Cx,
        graph::{Stands, every_reference},
        reference::{Followed, follow},
    },
    diagnostic::{Finding, Level},
    rules::{FoundBy, Group, Rule},
};

/// Text that interpolates a list or an object.
pub static NOT_A_SCALAR: Rule = Rule {
    code: "PW0403",
    name: "not-a-scalar",
    group: Group::Expressions,
    level: Level::Error,
    summary: "text that interpolates a list or an object",
    page: include_str!("not_a_scalar.md"),
    found_by: FoundBy::Check(check),
};

/// The types that have no text of their own.
const CONTAINERS: Types = Types::of(&[Type::Array, Type::Object]);

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            every_reference(node, &mut |reference, stands| {
                let Stands::InText = stands else { return };
                let Followed::To(shape) = follow(cx, topology, reference) else { return };
                let Some(types) = shape.types().filter(|types| !types.is_empty()) else { return };
                if types.iter().all(|ty| CONTAINERS.contains(ty)) {
                    let name = reference.text(&topology.nodes);
                    let is = if types.contains(Type::Array) { "an array" } else { "an object" };
                    let finding =
                        NOT_A_SCALAR.finding(reference.span, format!("`{name}` is {is}, which text cannot hold"));
                    let help = "name a text, a number or a boolean in it; or make the reference the whole value";
                    out.push(finding.label("written into the text around it").help(help));
                }
            });
        }
    }
}
