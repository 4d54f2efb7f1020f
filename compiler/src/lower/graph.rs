//! A topology as a static graph: nodes in execution order, waits as indices.

use std::collections::BTreeSet;

use super::{expression::Expressions, handler_call, idents::Idents, origin::Origins, template::pieces};
use crate::{
    check::{CheckedPack, expressions, graph},
    ir::{Action, Graph, Node},
    model::{self, HttpId, NodeId, NodeKind, Root, Topology},
};

/// The graph of `topology`; `http` gives the place of a call among those that are emitted.
pub(super) fn graph(
    checked: &CheckedPack,
    topology: &Topology,
    origins: Origins<'_>,
    http: &dyn Fn(HttpId) -> usize,
) -> Graph {
    let pack = checked.pack();
    let needs: Vec<Needs> = topology.nodes.iter().map(Needs::of).collect();
    let order = in_execution_order(&needs);
    let mut ranks = vec![0; order.len()];
    for (rank, &idx) in order.iter().enumerate() {
        ranks[idx] = rank;
    }
    let place = |id: NodeId| ranks[id.idx()];
    let schema = |id| Some((checked.schema(id), checked.document(id)));
    let lowering = Expressions { env: expressions::env(pack, topology, &schema), place: &place, origins };
    let mut idents = Idents::default();
    let nodes = order.iter().map(|&idx| {
        let node = &topology.nodes[idx];
        let ident = idents.give(&node.name.value);
        let ascending = |ids: &BTreeSet<NodeId>| {
            let places: BTreeSet<usize> = ids.iter().map(|&id| place(id)).collect();
            places.into_iter().collect()
        };
        let input_ident = idents.give(&format!("{ident}-input"));
        let value_ident = format!("{ident}-value");
        let input =
            pieces(&node.input, &mut |expression, want| lowering.piece(expression, want, &value_ident, &mut idents));
        Node {
            name: node.name.value.clone(),
            input_ident,
            ident,
            origin: origins.of(node.name.span),
            action: match &node.kind {
                NodeKind::Handler(id) => Action::Handler(handler_call(&pack.handlers[id.value.idx()], origins)),
                NodeKind::Http(id) => Action::Http(http(id.value)),
                NodeKind::Response => Action::Response,
            },
            input,
            after: ascending(&needs[idx].all()),
            reads: ascending(&needs[idx].reads),
            retry: node.retry,
            timeout_ms: node.timeout_ms,
        }
    });
    let nodes: Vec<Node> = nodes.collect();
    let response = nodes.iter().position(|node| matches!(node.action, Action::Response));
    Graph { nodes, response }
}

/// What one node waits for.
struct Needs {
    reads: BTreeSet<NodeId>,
    after: BTreeSet<NodeId>,
}

impl Needs {
    fn of(node: &model::Node) -> Self {
        let mut reads = BTreeSet::new();
        graph::expressions(&node.input, &mut |expression, _| {
            expression.reads(&mut |root, _| match root {
                Root::Args => {}
                Root::Node(id) => drop(reads.insert(id)),
            });
        });
        Self { reads, after: node.after.iter().map(|id| id.value).collect() }
    }

    fn all(&self) -> BTreeSet<NodeId> {
        self.reads.union(&self.after).copied().collect()
    }
}

/// Indices such that every node comes after those it needs; otherwise as the author ordered them.
///
/// Check has refused cycles, so every index is in the answer.
fn in_execution_order(needs: &[Needs]) -> Vec<usize> {
    let mut waits: Vec<usize> = Vec::with_capacity(needs.len());
    let mut followers = vec![Vec::new(); needs.len()];
    for (idx, node) in needs.iter().enumerate() {
        let all = node.all();
        waits.push(all.len());
        for id in all {
            followers[id.idx()].push(idx);
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
