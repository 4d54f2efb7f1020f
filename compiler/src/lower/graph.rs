//! A topology as a static graph: nodes in execution order, waits as indices.

use std::collections::BTreeSet;

use super::{Lowering, idents::Idents, node};
use crate::{
    check::{
        expressions::Types,
        graph::{Graph as Needs, Need, Why, reads},
    },
    ir::{Gate, Graph, Node},
    model::{NodeId, Root, Topology, TopologyId},
};

/// What the lowering of a topology's nodes reads.
pub(super) struct Cx<'a> {
    /// The pack.
    pub lowering: &'a Lowering<'a>,
    /// Its id.
    pub id: TopologyId,
    /// The topology.
    pub topology: &'a Topology,
    /// By node: its place in execution order.
    pub ranks: Vec<usize>,
    /// What expressions can read.
    pub types: Types<'a>,
}

impl Cx<'_> {
    /// The place of a node.
    pub(super) fn place(&self, id: NodeId) -> usize {
        self.ranks[id.idx()]
    }

    /// The places of nodes, ascending.
    fn places(&self, ids: impl Iterator<Item = NodeId>) -> Vec<usize> {
        let places: BTreeSet<usize> = ids.map(|id| self.place(id)).collect();
        places.into_iter().collect()
    }
}

/// The graph of the topology `id`.
pub(super) fn graph<'a>(lowering: &'a Lowering<'a>, id: TopologyId) -> Graph {
    let topology = &lowering.pack.topologies[id.idx()];
    let schema = |id| Some((lowering.checked.schema(id), lowering.checked.document(id)));
    let graph = Needs::of(topology);
    let types = Types::of(lowering.pack, topology, &graph, &schema);
    let Needs { needs, cycles: _ } = graph;
    let order = in_execution_order(&needs);
    let mut ranks = vec![0; order.len()];
    for (rank, &idx) in order.iter().enumerate() {
        ranks[idx] = rank;
    }
    let cx = Cx { lowering, id, topology, ranks, types };
    let mut idents = Idents::default();
    let mut nodes: Vec<Node> = order.iter().map(|&idx| lowered(&cx, idx, &needs[idx], &mut idents)).collect();
    for (idx, node) in topology.nodes.iter().enumerate() {
        if let Some(undo) = &node.compensate {
            let mut read = Vec::new();
            reads(&undo.input, &mut |root, _| {
                if let Root::Node(node) | Root::Error(node) = root {
                    read.push(node);
                }
            });
            let (name, action) = node::undo(&cx, node, undo, &mut idents);
            nodes.push(Node {
                ident: idents.give(&name),
                name,
                origin: lowering.origins.of(undo.span),
                action,
                after: Vec::new(),
                reads: cx.places(read.into_iter()),
                gates: Vec::new(),
                catch: false,
                compensates: Some(cx.ranks[idx]),
                retry: node.retry.as_ref().map(|retry| retry.value.clone()),
                timeout_ms: node.timeout_ms(),
                idempotency_key: None,
            });
        }
    }
    let responses = (0..nodes.len()).filter(|&idx| node::responds(&nodes[idx])).collect();
    Graph { nodes, responses, timeout_ms: topology.timeout.map(|timeout| timeout.value) }
}

fn lowered(cx: &Cx<'_>, idx: usize, needs: &[Need], idents: &mut Idents) -> Node {
    let (id, node) = (crate::check::graph::id(idx), &cx.topology.nodes[idx]);
    let ident = idents.give(&node.name.value);
    let of = |is: fn(Why) -> bool| {
        let needs = needs.iter().filter(move |need| is(need.why));
        cx.places(needs.map(|need| need.node))
    };
    let mut gates: Vec<Gate> = Vec::new();
    for need in needs {
        if let Why::Entered(way) = need.why {
            let gate = Gate { node: cx.place(need.node), way };
            if !gates.contains(&gate) {
                gates.push(gate);
            }
        }
    }
    Node {
        name: node.name.value.clone(),
        action: node::action(cx, id, &ident, idents),
        idempotency_key: node::idempotency_key(cx, id, &ident, idents),
        ident,
        origin: cx.lowering.origins.of(node.name.span),
        after: of(|why| matches!(why, Why::Reads | Why::After)),
        reads: of(|why| matches!(why, Why::Reads | Why::ReadsError | Why::Converges)),
        gates,
        catch: node.on_error.is_some(),
        compensates: None,
        retry: node.retry.as_ref().map(|retry| retry.value.clone()),
        timeout_ms: node.timeout_ms(),
    }
}

/// Indices such that every node comes after those it needs; otherwise as the author ordered them.
///
/// Check has refused cycles, so every index is in the answer.
fn in_execution_order(needs: &[Vec<Need>]) -> Vec<usize> {
    let mut waits: Vec<usize> = Vec::with_capacity(needs.len());
    let mut followers = vec![Vec::new(); needs.len()];
    for (idx, needs) in needs.iter().enumerate() {
        let all: BTreeSet<usize> = needs.iter().map(|need| need.node.idx()).collect();
        waits.push(all.len());
        for before in all {
            followers[before].push(idx);
        }
    }
    let mut ready: BTreeSet<usize> = (0..needs.len()).filter(|&idx| waits[idx] == 0).collect();
    let mut order = Vec::with_capacity(needs.len());
    while let Some(idx) = ready.pop_first() {
        order.push(idx);
        for &follower in &followers[idx] {
            waits[follower] -= 1;
            if waits[follower] == 0 {
                ready.insert(follower);
            }
        }
    }
    order
}
