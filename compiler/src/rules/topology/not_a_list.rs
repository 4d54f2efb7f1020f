//! PW0316: a loop over something that is no list.

use packwright_schema::Type;
use serde_json::Value;

use crate::{
    check::{
        Cx,
        reference::{Followed, follow},
        shape::named,
    },
    diagnostic::{Finding, Level},
    model::{Expression, Template, Topology},
    rules::{FoundBy, Group, Rule},
};

/// A loop over something that is no list.
pub static NOT_A_LIST: Rule = Rule {
    code: "PW0316",
    name: "not-a-list",
    group: Group::Topology,
    level: Level::Error,
    summary: "a loop over something that is no list",
    page: include_str!("not_a_list.md"),
    found_by: FoundBy::Check(check),
};

fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        for node in &topology.nodes {
            if let Some(each) = &node.each {
                out.extend(fault(cx, topology, &each.list));
            }
        }
    }
}

fn fault(cx: &Cx<'_>, topology: &Topology, list: &Expression) -> Option<Finding> {
    let is = match &list.template {
        Template::Array(_) | Template::Literal(Value::Array(_)) => return None,
        Template::Reference(reference) => {
            let Followed::To(shape) = follow(cx, topology, reference) else { return None };
            named(shape.types().filter(|types| !types.contains(Type::Array))?)
        }
        Template::Text(_) | Template::Literal(Value::String(_)) => "a string".to_owned(),
        Template::Object(_) | Template::Literal(Value::Object(_)) => "an object".to_owned(),
        // What could not be resolved has become null, and is reported.
        Template::Literal(Value::Null) => return None,
        Template::Literal(Value::Bool(_)) => "a boolean".to_owned(),
        Template::Literal(Value::Number(_)) => "a number".to_owned(),
    };
    let finding = NOT_A_LIST.finding(list.span, format!("`for` goes over a list, and this is {is}"));
    Some(finding.help("name a list, or write one: for = [\"a\", \"b\"]"))
}
