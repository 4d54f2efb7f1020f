//! The types of a topology's expressions.
//!
//! Goes in: the resolved topology and the schemas. Comes out: a finding for whatever can go wrong at run time for a reason in the
//! pack. `lower` asks for the same types again, to make the code.

use packwright_schema::Schema;
use serde_json::Value;

use crate::{
    check::{Cx, graph::expressions},
    diagnostic::{Finding, Label},
    expression::{
        Env, Type, infer_as,
        types::{Origin, Shape},
    },
    model::{NodeKind, Pack, SchemaId, Topology},
};

/// Infers every expression of the pack.
pub(super) fn check(cx: &Cx<'_>, out: &mut Vec<Finding>) {
    for (_, topology, _) in cx.topologies() {
        let env =
            env(cx.pack, topology, &|id| cx.schemas.parsed[id.idx()].as_ref().map(|it| (&it.schema, cx.document(id))));
        for node in &topology.nodes {
            expressions(&node.input, &mut |expression, want| {
                infer_as(&expression.expr, want, &env, out);
            });
        }
    }
}

/// The names that expressions of a topology can read: `args`, and its nodes. `schema` gives a schema with its document, where it has no
/// fault.
pub fn env<'s>(
    pack: &Pack,
    topology: &Topology,
    schema: &dyn Fn(SchemaId) -> Option<(&'s Schema, &'s Value)>,
) -> Env<'s> {
    let ty = |id: Option<SchemaId>, origin| match id.and_then(schema) {
        Some((schema, document)) => Type::of(Shape::root(schema, origin).with_document(document)),
        None => Type::open(),
    };
    let mut env = Env::new().with("args", ty(Some(topology.input), Origin::Author), Some(arguments(pack, topology)));
    for node in &topology.nodes {
        let (id, origin) = match &node.kind {
            NodeKind::Handler(handler) => (Some(pack.handlers[handler.value.idx()].output), Origin::Rust),
            NodeKind::Http(call) => (Some(pack.http[call.value.idx()].output), Origin::Author),
            // A reference to it is a fault of its own.
            NodeKind::Response => (None, Origin::Author),
        };
        env = env.with(node.name.value.clone(), ty(id, origin), id.map(|id| output(pack, id)));
    }
    env
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
