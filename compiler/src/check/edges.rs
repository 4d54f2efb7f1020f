//! Whether what goes along each edge is accepted at its end.
//!
//! Goes in: the type of what a node gets, or answers, and the schema that takes it. Comes out: a proof, so that nobody looks at run
//! time; a value that would be refused, which is a finding; or nothing, which is a warning, and the check at run time stays.
//!
//! A proof is worth what it starts from. Arguments, answers of HTTP calls and of waits have been held against their schemas when they
//! came in; what a handler returns has not: its schema may say more (`#[schemars(length(min = 1))]`) than its type keeps. So where a
//! handler's output has a part in a value, nothing is dropped.

use std::collections::{BTreeSet, HashMap};

use packwright_schema::{Covers, Plan, Schema, Witness, covers::covers_plan, plan};

use super::{Cx, expressions::Types};
use crate::{
    check::graph::{self, Graph, Why},
    diagnostic::Finding,
    expression::Type,
    model::{
        Node, NodeId, NodeKind, SchemaId, StateAccess, StateUse, Step, Template, TextPart, Topology, TopologyId, Undo,
    },
    rules::topology::{rejected_value, unproven_edge},
    source::Span,
};

/// The edges of which it is proven that nothing that goes along them is refused: those to the work of a node, and of a response to
/// the output.
pub(super) type Proven = BTreeSet<(TopologyId, NodeId)>;

/// What is known of the edges so far. Topologies that are made alike ask the same again, and a proof costs more than its question.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// What values are held against, once for each schema that takes some.
    plans: HashMap<SchemaId, Plan>,
    /// Answers, by what is taken and the document of what is given.
    answers: HashMap<(SchemaId, String), Covers>,
}

impl Edges {
    /// Whether all that is of type `ty` is accepted; none where faults of a schema, which are reported, hide that.
    fn covers(&mut self, cx: &Cx<'_>, ty: &Type<'_>, schema: SchemaId) -> Option<&Covers> {
        let consumer = cx.schema(schema)?;
        if ty.plainly_fits(consumer) {
            return Some(&Covers::Yes);
        }
        let document = ty.schema();
        let key = (schema, document.to_string());
        if !self.answers.contains_key(&key) {
            let producer = plan(&Schema::parse(&document).ok()?);
            let consumer = self.plans.entry(schema).or_insert_with(|| plan(consumer));
            self.answers.insert(key.clone(), covers_plan(&producer, consumer));
        }
        self.answers.get(&key)
    }
}

/// The end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End<'p> {
    /// A handler's input.
    Handler(&'p str),
    /// The input of an HTTP call.
    Http(&'p str),
    /// The arguments of a topology.
    Topology(&'p str),
    /// A value of this map of state.
    State(&'p str),
    /// The output of the topology itself.
    Output,
}

/// An edge, as findings speak of it.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'p> {
    /// The node whose value goes along it.
    pub node: &'p Node,
    /// Where it ends.
    pub end: End<'p>,
    /// Where that is declared.
    pub declared: Span,
}

/// Looks at every edge of a topology; the nodes that get, by proof, nothing that is refused.
pub(super) fn check(
    cx: &Cx<'_>,
    (topology, graph): (&Topology, &Graph),
    types: &Types<'_>,
    edges: &mut Edges,
    out: &mut Vec<Finding>,
) -> Vec<NodeId> {
    let mut proven = Vec::new();
    let is_checked = checked(cx, topology, graph);
    for (idx, node) in topology.nodes.iter().enumerate() {
        let node_id = graph::id(idx);
        if let Some((end, schema)) = end(cx, topology, node) {
            let ty = types.input(node_id);
            let edge = Edge { node, end, declared: cx.pack.schemas[schema.idx()].span };
            let is_accepted = look(cx, edges, edge, schema, ty, &node.input, out);
            let reads = &graph.needs[idx];
            if is_accepted && reads.iter().all(|need| need.why != Why::Reads || is_checked[need.node.idx()]) {
                proven.push(node_id);
            }
        }
        if let Some(undo) = &node.compensate {
            let (end, schema) = match &undo.kind {
                Undo::Handler(handler) => handler_end(cx, handler.value.idx()),
                Undo::Http(call) => http_end(cx, call.value.idx()),
            };
            let ty = types.undo(&undo.input);
            let edge = Edge { node, end, declared: cx.pack.schemas[schema.idx()].span };
            look(cx, edges, edge, schema, &ty, &undo.input, out);
        }
    }
    proven
}

/// By node: whether its output is made only of what somebody has held against its schema.
fn checked(cx: &Cx<'_>, topology: &Topology, graph: &Graph) -> Vec<bool> {
    let mut checked = vec![false; topology.nodes.len()];
    for idx in graph.order() {
        let reads = |why: Why| matches!(why, Why::Reads | Why::Converges);
        let mut needs = graph.needs[idx].iter().filter(|need| reads(need.why));
        checked[idx] = match &topology.nodes[idx].kind {
            NodeKind::Handler(_) => false,
            NodeKind::Http(_)
            | NodeKind::Wait(_)
            | NodeKind::Switch(_)
            | NodeKind::Timer(_)
            // What is put is proven or looked at, and what is read is looked at.
            | NodeKind::State(_) => true,
            NodeKind::Topology(called) => cx.pack.topologies[called.value.idx()].output.is_some(),
            NodeKind::Response | NodeKind::Transform | NodeKind::Converge(_) => {
                needs.all(|need| checked[need.node.idx()])
            }
        };
    }
    checked
}

/// Where the value of a node goes, if anybody says what it should be like.
fn end<'p>(cx: &Cx<'p>, topology: &Topology, node: &Node) -> Option<(End<'p>, SchemaId)> {
    match &node.kind {
        NodeKind::Handler(handler) => Some(handler_end(cx, handler.value.idx())),
        NodeKind::Http(call) => Some(http_end(cx, call.value.idx())),
        NodeKind::Topology(called) => {
            let called = &cx.pack.topologies[called.value.idx()];
            Some((End::Topology(&called.name.value), called.input))
        }
        NodeKind::Response => topology.output.map(|output| (End::Output, output)),
        NodeKind::State(StateUse { map, access: StateAccess::Put, .. }) => {
            let map = &cx.pack.state[map.value.idx()];
            Some((End::State(&map.name.value), map.value))
        }
        NodeKind::State(StateUse { access: StateAccess::Get | StateAccess::Delete, .. }) => None,
        NodeKind::Transform | NodeKind::Switch(_) | NodeKind::Converge(_) | NodeKind::Wait(_) | NodeKind::Timer(_) => {
            None
        }
    }
}

fn handler_end<'p>(cx: &Cx<'p>, idx: usize) -> (End<'p>, SchemaId) {
    let handler = &cx.pack.handlers[idx];
    (End::Handler(&handler.contract.name), handler.input)
}

fn http_end<'p>(cx: &Cx<'p>, idx: usize) -> (End<'p>, SchemaId) {
    let call = &cx.pack.http[idx];
    (End::Http(&call.name.value), call.input)
}

/// Looks at one edge; whether it is proven.
fn look(
    cx: &Cx<'_>,
    edges: &mut Edges,
    edge: Edge<'_>,
    schema: SchemaId,
    ty: &Type<'_>,
    template: &Template,
    out: &mut Vec<Finding>,
) -> bool {
    match edges.covers(cx, ty, schema) {
        None => {}
        Some(Covers::Yes) => return true,
        Some(Covers::No(witness)) => {
            let path = path(witness);
            let span = locate(template, &path).unwrap_or(edge.node.name.span);
            if is_open_at(ty, &path) {
                out.push(unproven_edge::open(span, edge));
            } else {
                out.push(rejected_value::finding(span, edge, witness));
            }
        }
        Some(Covers::Unknown(why)) => out.push(unproven_edge::finding(edge.node.name.span, edge, &why.to_string())),
    }
    false
}

/// The way to what is wrong with a witness.
fn path(witness: &Witness) -> Vec<Step> {
    let pointer = witness.violations.first().map(|violation| violation.instance_path.as_str()).unwrap_or_default();
    let steps = pointer.split('/').skip(1).map(|step| {
        let name = step.replace("~1", "/").replace("~0", "~");
        match name.parse() {
            Ok(idx) => Step::Index(idx),
            Err(_) => Step::Field(name),
        }
    });
    steps.collect()
}

/// Whether nothing is said about the place, or about one on the way to it.
fn is_open_at(ty: &Type<'_>, path: &[Step]) -> bool {
    let mut ty = ty.clone();
    for step in path {
        if ty.is_open() {
            return true;
        }
        match ty.step(step) {
            Ok(reached) => ty = reached.ty,
            Err(_) => return false,
        }
    }
    ty.is_open()
}

/// The place of what a template has at `path`, as far as it goes.
fn locate(template: &Template, path: &[Step]) -> Option<Span> {
    match (template, path) {
        (Template::Expression(expression), _) => Some(expression.expr.span),
        (Template::Text(parts), _) => parts.iter().find_map(|part| match part {
            TextPart::Expression(expression) => Some(expression.expr.span),
            TextPart::Text(_) => None,
        }),
        (Template::Object(members), [Step::Field(name), rest @ ..]) => {
            locate(&members.iter().find(|(member, _)| member == name)?.1, rest)
        }
        (Template::Array(items), [Step::Index(idx), rest @ ..]) => locate(items.get(*idx as usize)?, rest),
        (Template::Object(_) | Template::Array(_) | Template::Literal(_), _) => None,
    }
}

impl End<'_> {
    /// As a sentence names it.
    pub fn named(self) -> String {
        match self {
            Self::Handler(name) => format!("the handler `{name}`"),
            Self::Http(name) => format!("the HTTP call `{name}`"),
            Self::Topology(name) => format!("the topology `{name}`"),
            Self::State(name) => format!("the state `{name}`"),
            Self::Output => "the topology's output".to_owned(),
        }
    }
}
