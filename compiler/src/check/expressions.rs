//! The types of a topology's expressions.
//!
//! Goes in: the resolved topology and the schemas. Comes out: a finding for whatever can go wrong at run time for a reason in the
//! pack. `lower` asks for the same types again, to make the code.

use std::iter;

use packwright_runtime_min::{expression::moment, json};
use packwright_schema::Schema;
use serde_json::Value;

use crate::{
    check::{
        Cx,
        edges::{self, Edges, Proven},
        graph,
    },
    diagnostic::{Finding, Label, Level},
    expression::{
        Expr, Type, Want, infer_as,
        types::{Class, Origin, Shape},
    },
    model::{Decision, Node, NodeId, NodeKind, Pack, Place, SchemaId, Template, Topology},
    rules::{expressions::wrong_operand, topology::not_a_list},
    workers,
};

mod given;
mod implied;
mod switch;
#[cfg(test)]
mod tests;
mod types;

pub use self::types::Types;

/// Infers every expression of the pack, and holds what goes along the edges against their ends; which of these are proven.
pub(super) fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) -> Proven {
    let topologies: Vec<_> = cx.topologies().collect();
    let checked = workers::map(&topologies, Edges::default, |edges, _, (id, topology, graph)| {
        let (mut found, mut proven) = (Vec::new(), Vec::new());
        let out = &mut found;
        let schema = |id: SchemaId| cx.schemas.parsed[id.idx()].as_ref().map(|it| (&it.schema, cx.document(id)));
        let types = Types::of(cx.pack, topology, graph, &schema);
        for (idx, node) in topology.nodes.iter().enumerate() {
            check_node(&types, graph::id(idx), node, out);
        }
        // What has an error can be anything, and so can what is missing, and what waits for itself.
        let has_error = out.iter().any(|finding| finding.level == Level::Error);
        let is_known = || sources(cx.pack, topology).all(|source| cx.schema(source).is_some());
        if !has_error && cx.is_whole(*id) && graph.cycles.cycles.is_empty() && is_known() {
            proven = edges::check(cx, (topology, graph), &types, edges, out);
        }
        (found, proven)
    });
    let mut all = Proven::new();
    for ((id, _, _), (found, proven)) in topologies.iter().zip(checked) {
        out.extend(found);
        all.extend(proven.into_iter().map(|node| (*id, node)));
    }
    all
}

/// The schemas that say what is read in a topology.
fn sources<'p>(pack: &'p Pack, topology: &'p Topology) -> impl Iterator<Item = SchemaId> + 'p {
    let outputs = topology.nodes.iter().filter_map(|node| match &node.kind {
        NodeKind::Handler(handler) => Some(pack.handlers[handler.value.idx()].output),
        NodeKind::Http(call) => Some(pack.http[call.value.idx()].output),
        NodeKind::Wait(wait) => Some(wait.answer),
        NodeKind::Topology(called) => pack.topologies[called.value.idx()].output,
        NodeKind::State(used) => Some(pack.state[used.map.value.idx()].value),
        NodeKind::Response | NodeKind::Transform | NodeKind::Switch(_) | NodeKind::Converge(_) | NodeKind::Timer(_) => {
            None
        }
    });
    iter::once(topology.input).chain(outputs)
}

fn check_node(types: &Types<'_>, id: NodeId, node: &Node, out: &mut Vec<Finding>) {
    let before = out.len();
    out.extend_from_slice(types.found(id));
    for (place, template) in node.places() {
        let env = types.env(id, place);
        match (place, template) {
            (Place::Condition, Template::Expression(it)) => drop(infer_as(&it.expr, Want::Condition, &env, out)),
            (Place::Moment, Template::Expression(it)) => check_moment(&it.expr, &env, out),
            (Place::List, Template::Expression(it)) => check_list(&it.expr, &env, out),
            (Place::List, Template::Text(_) | Template::Object(_)) | (Place::List, Template::Literal(_)) => {
                let span = node.each.as_ref().map_or(node.name.span, |each| each.list.span);
                out.extend(not_a_list::literal(span, template));
            }
            (Place::Next, Template::Expression(it)) => {
                let mut found = Vec::new();
                let typed = crate::expression::infer(&it.expr, &env, &mut found);
                // An optional cursor may be absent: that is the end.
                if typed.ty.inner().is_some() {
                    out.extend(found)
                } else {
                    drop(infer_as(&it.expr, Want::Value, &env, out))
                }
            }
            (Place::Items, Template::Expression(it)) => drop(infer_as(&it.expr, Want::List, &env, out)),
            // It was inferred with the output that is made of it.
            (Place::Input, _) => {}
            (
                Place::Key
                | Place::Expected
                | Place::SwitchValue
                | Place::Condition
                | Place::Moment
                | Place::List
                | Place::Initial
                | Place::Reduction
                | Place::Start
                | Place::Next
                | Place::Items,
                _,
            ) => graph::expressions(template, &mut |expression, want| {
                infer_as(&expression.expr, want, &env, out);
            }),
        }
    }
    if let NodeKind::Switch(switch) = &node.kind {
        // Of a value with an error nobody knows the cases.
        let is_known = match &switch.decision {
            Decision::Value { value, cases: _ } => {
                matches!(value.template, Template::Expression(_))
                    && out[before..].iter().all(|finding| finding.level == Level::Warning)
            }
            Decision::Conditions(_) => true,
        };
        if is_known {
            switch::check(types, id, node, switch, out);
        }
    }
    if let Some(reduce) = node.each.as_ref().and_then(|each| each.reduce.as_ref())
        && out[before..].iter().all(|finding| finding.level == Level::Warning)
        && let Some((first, next)) = types.two_sorts(id, reduce)
    {
        out.push(wrong_operand::reduction(reduce.next.span, &first, &next));
    }
    if let Some(undo) = &node.compensate {
        graph::expressions(&undo.input, &mut |expression, want| {
            infer_as(&expression.expr, want, types.base(), out);
        });
    }
}

/// A moment is a timestamp, a duration, or a text that says one of both at run time.
fn check_moment(expr: &Expr, env: &crate::expression::Env<'_>, out: &mut Vec<Finding>) {
    let mut found = Vec::new();
    let typed = infer_as(expr, Want::Value, env, &mut found);
    let fits = |class| matches!(class, Class::Time | Class::Span | Class::Text);
    let is_null = |class| class == Class::Null;
    let classes = typed.ty.classes();
    if classes.is_none_or(|classes| classes.all(fits)) {
        out.extend(found);
        let listed = typed.ty.values().unwrap_or_default();
        let wrong = listed.iter().find_map(|value| match value {
            json::Value::String(text) => moment(text, 0).err(),
            json::Value::Null
            | json::Value::Bool(_)
            | json::Value::Number(_)
            | json::Value::Array(_)
            | json::Value::Object(_) => None,
        });
        out.extend(wrong.map(|why| wrong_operand::wrong_format(expr.span, "the wait", &why)));
    } else if classes.is_some_and(|classes| classes.len() > 1 && classes.all(|it| fits(it) || is_null(it))) {
        // It is of the right sort; that it may be null is all that is wrong, and that is said of what stands in a text too.
        infer_as(expr, Want::Scalar, env, out);
    } else {
        infer_as(expr, Want::Duration, env, out);
    }
}

fn check_list(expr: &Expr, env: &crate::expression::Env<'_>, out: &mut Vec<Finding>) {
    let mut found = Vec::new();
    let typed = infer_as(expr, Want::Value, env, &mut found);
    match typed.ty.classes() {
        Some(classes) if !classes.is_empty() && !classes.contains(Class::List) => {
            out.push(not_a_list::finding(expr.span, &typed.ty.named()));
        }
        Some(_) | None => drop(infer_as(expr, Want::List, env, out)),
    }
}

/// What a schema says, where it has no fault.
fn of_schema<'s>(found: Option<(&'s Schema, &'s Value)>, origin: Origin) -> Type<'s> {
    match found {
        Some((schema, document)) => Type::of(Shape::root(schema, origin).with_document(document)),
        None => Type::open(),
    }
}

/// The place that says what the arguments are like.
fn arguments(pack: &Pack, topology: &Topology) -> Label {
    let source = &pack.schemas[topology.input.idx()];
    let (span, text) = match source.places.find(&source.json, "") {
        None => (topology.name.span, "this topology declares no `[input]`, so it has no arguments"),
        Some(_) => (source.span, "the arguments are declared here"),
    };
    Label { span, text: text.to_owned() }
}

/// The place that says what an output is like.
fn output(pack: &Pack, id: SchemaId) -> Label {
    let source = &pack.schemas[id.idx()];
    let text = match source.places.find(&source.json, "") {
        None => "the output type of this handler says so",
        Some(_) => "the output is declared here",
    };
    Label { span: source.span, text: text.to_owned() }
}
