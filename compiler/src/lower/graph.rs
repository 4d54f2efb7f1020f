//! A topology as a static graph: nodes in execution order, waits as indices.

use std::collections::BTreeSet;

use super::{
    handler_call,
    idents::Idents,
    origin::Origins,
    template::{self, pieces, references},
};
use crate::{
    ir::{Action, Graph, Node, Reference},
    model::{self, HttpId, NodeId, NodeKind, Pack, Root, Topology},
};

/// The graph of `topology`; `http` gives the place of a call among those that are emitted.
pub(super) fn graph(pack: &Pack, topology: &Topology, origins: Origins<'_>, http: &dyn Fn(HttpId) -> usize) -> Graph {
    let needs: Vec<Needs> = topology.nodes.iter().map(Needs::of).collect();
    let order = in_execution_order(&needs);
    let mut ranks = vec![0; order.len()];
    for (rank, &idx) in order.iter().enumerate() {
        ranks[idx] = rank;
    }
    let place = |id: NodeId| ranks[id.idx()];
    let mut idents = Idents::default();
    let nodes = order.iter().map(|&idx| {
        let node = &topology.nodes[idx];
        let ident = idents.give(&node.name.value);
        let reference = |reference: &model::Reference| Reference {
            root: template::root(reference.root, place),
            path: reference.path.iter().map(|step| step.value.clone()).collect(),
            written: reference.text(&topology.nodes),
            origin: origins.of(reference.span),
        };
        let ascending = |ids: &BTreeSet<NodeId>| {
            let places: BTreeSet<usize> = ids.iter().map(|&id| place(id)).collect();
            places.into_iter().collect()
        };
        Node {
            name: node.name.value.clone(),
            input_ident: idents.give(&format!("{ident}-input")),
            ident,
            origin: origins.of(node.name.span),
            action: match &node.kind {
                NodeKind::Handler(id) => Action::Handler(handler_call(&pack.handlers[id.value.idx()], origins)),
                NodeKind::Http(id) => Action::Http(http(id.value)),
                NodeKind::Response => Action::Response,
            },
            input: pieces(&node.input, &reference),
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
        let mut found = Vec::new();
        references(&node.input, &mut found);
        let reads = found.iter().filter_map(|reference| match reference.root {
            Root::Args => None,
            Root::Node(id) => Some(id),
        });
        Self { reads: reads.collect(), after: node.after.iter().map(|id| id.value).collect() }
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
