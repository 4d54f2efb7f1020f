//! Where a reference leads.

use crate::{
    check::{
        Cx,
        shape::{Nowhere, Origin, Shape},
    },
    diagnostic::Label,
    model::{NodeKind, Reference, Root, SchemaId, Topology},
};

/// Where a reference leads.
#[derive(Clone, Debug)]
pub enum Followed<'c> {
    /// To a place of this shape.
    To(Shape<'c>),
    /// Nowhere, from its step `at` on.
    Nowhere {
        /// Which step.
        at: usize,
        /// Why.
        why: Nowhere,
    },
    /// Nobody knows: there is no schema, or one with faults of its own.
    Unknown,
}

/// Follows a reference through the schemas.
pub fn follow<'c>(cx: &'c Cx<'_>, topology: &Topology, reference: &Reference) -> Followed<'c> {
    let Some(schema) = schema_of(cx, topology, reference.root).and_then(|id| cx.schema(id)) else {
        return Followed::Unknown;
    };
    let mut shape = Shape::root(schema, origin_of(topology, reference.root));
    for (at, step) in reference.path.iter().enumerate() {
        match shape.step(&step.value) {
            Ok(there) => shape = there,
            Err(why) => return Followed::Nowhere { at, why },
        }
    }
    Followed::To(shape)
}

fn schema_of(cx: &Cx<'_>, topology: &Topology, root: Root) -> Option<SchemaId> {
    let node = match root {
        Root::Args => return Some(topology.input),
        Root::Node(node) => &topology.nodes[node.idx()],
        Root::Error(_) | Root::Token(_) | Root::Run | Root::Local(_) => return None,
    };
    if node.each.is_some() || node.pages.is_some() {
        return None;
    }
    match &node.kind {
        NodeKind::Handler(handler) => Some(cx.pack.handlers[handler.value.idx()].output),
        NodeKind::Http(call) => Some(cx.pack.http[call.value.idx()].output),
        NodeKind::Wait(wait) => Some(wait.answer),
        NodeKind::Topology(called) => cx.pack.topologies[called.value.idx()].output,
        NodeKind::Response | NodeKind::Transform | NodeKind::Switch(_) | NodeKind::Converge(_) | NodeKind::Timer(_) => {
            None
        }
    }
}

fn origin_of(topology: &Topology, root: Root) -> Origin {
    match root {
        Root::Node(node) if matches!(topology.nodes[node.idx()].kind, NodeKind::Handler(_)) => Origin::Rust,
        Root::Node(_) | Root::Args | Root::Error(_) | Root::Token(_) | Root::Run | Root::Local(_) => Origin::Author,
    }
}

/// The place that says what a reference's root is like.
pub fn owner(cx: &Cx<'_>, topology: &Topology, root: Root) -> Option<Label> {
    let id = schema_of(cx, topology, root)?;
    let source = &cx.pack.schemas[id.idx()];
    let (span, text) = match root {
        Root::Args if source.places.find(&source.json, "").is_none() => {
            (topology.name.span, "this topology declares no `[input]`, so it has no arguments")
        }
        Root::Args => (source.span, "the arguments are declared here"),
        Root::Node(_) | Root::Error(_) | Root::Token(_) | Root::Run | Root::Local(_)
            if source.places.find(&source.json, "").is_none() =>
        {
            (source.span, "the output type of this handler says so")
        }
        Root::Node(_) | Root::Error(_) | Root::Token(_) | Root::Run | Root::Local(_) => {
            (source.span, "the output is declared here")
        }
    };
    Some(Label { span, text: text.to_owned() })
}
