//! Which nodes of a topology wait for which.

use crate::{
    expression::Want,
    model::{Expression, Node, NodeId, NodeKind, Pack, Root, Template, TextPart, Topology, Way},
    source::{Span, Spanned},
};

mod knots;

/// The graph of one topology.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// By node: what it waits for, data first, in the author's order.
    pub needs: Vec<Vec<Need>>,
    /// What in it can never start, and why.
    pub cycles: Cycles,
}

/// That a node waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The node it waits for.
    pub node: NodeId,
    /// The reference, or the name in `after`.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// Why a node waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It reads its output.
    Reads,
    /// It comes after it.
    After,
    /// It is entered from there, when that way is taken.
    Entered(Way),
    /// It has its output, if that one is done.
    Converges,
    /// It reads why it failed.
    ReadsError,
}

/// Nodes that wait for each other, and some that wait for these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// One cycle of each knot of nodes that all wait for each other.
    pub cycles: Vec<Cycle>,
    /// Nodes outside the knots that wait for one, with what they wait for.
    pub blocked: Vec<(NodeId, Need)>,
}

/// Nodes in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Each waits, by its need, for the one after it; the last for the first.
    pub nodes: Vec<(NodeId, Need)>,
}

impl Graph {
    /// The graph of `topology`.
    pub fn of(topology: &Topology) -> Self {
        let mut all: Vec<_> = topology.nodes.iter().map(needs).collect();
        for (from, node) in topology.nodes.iter().enumerate() {
            for (way, target) in node.ways() {
                if let Some(entered) = target.value {
                    let need = Need { node: id(from), span: target.span, why: Why::Entered(way) };
                    all[entered.idx()].push(need);
                }
            }
        }
        Self::with_needs(all)
    }

    /// The graph of which topology runs which, without those that declare how deep they may be nested. Its nodes are topologies, by
    /// the numbers of their ids.
    pub fn of_calls(pack: &Pack) -> Self {
        let calls = |topology: &Topology| {
            let call = |node: &Node| match &node.kind {
                NodeKind::Topology(called) if pack.topologies[called.value.idx()].recursion.is_none() => {
                    Some(Need { node: NodeId(called.value.0), span: called.span, why: Why::After })
                }
                NodeKind::Topology(_)
                | NodeKind::Handler(_)
                | NodeKind::Http(_)
                | NodeKind::Response
                | NodeKind::Transform
                | NodeKind::Switch(_)
                | NodeKind::Converge(_)
                | NodeKind::Wait(_)
                | NodeKind::Timer(_)
                | NodeKind::State(_) => None,
            };
            topology.nodes.iter().filter_map(call).collect()
        };
        Self::with_needs(pack.topologies.iter().map(calls).collect())
    }

    fn with_needs(needs: Vec<Vec<Need>>) -> Self {
        let mut graph = Self { needs, cycles: Cycles::default() };
        graph.cycles = graph.find_cycles();
        graph
    }

    /// Finds cycles in time linear in nodes and edges.
    ///
    /// Inside a knot every node has a need that is in it too, so following these always ends in a circle.
    fn find_cycles(&self) -> Cycles {
        let stuck = self.stuck();
        if !stuck.contains(&true) {
            return Cycles::default();
        }
        let knots = knots::of(self, &stuck);
        let mut found = Cycles::default();
        let mut knot_of = vec![usize::MAX; self.needs.len()];
        for (knot, nodes) in knots.iter().enumerate() {
            nodes.iter().for_each(|idx| knot_of[*idx] = knot);
        }
        let mut step_of = vec![usize::MAX; self.needs.len()];
        for (knot, nodes) in knots.iter().enumerate() {
            let mut way: Vec<(NodeId, Need)> = Vec::new();
            let mut at = nodes[0];
            while step_of[at] == usize::MAX {
                step_of[at] = way.len();
                let need = self.needs[at].iter().find(|need| knot_of[need.node.idx()] == knot);
                let need = *need.expect("a node of a knot waits for another of it, or for itself");
                way.push((id(at), need));
                at = need.node.idx();
            }
            found.cycles.push(Cycle { nodes: way.split_off(step_of[at]) });
        }
        for (idx, needs) in self.needs.iter().enumerate().filter(|(idx, _)| knot_of[*idx] == usize::MAX) {
            if let Some(need) = needs.iter().find(|need| stuck[need.node.idx()]) {
                found.blocked.push((id(idx), *need));
            }
        }
        found
    }

    /// Nodes such that each comes after those it needs; those that can never start are left out.
    pub fn order(&self) -> Vec<usize> {
        self.settle().0
    }

    /// By node: whether it comes before `node`.
    pub fn before(&self, node: NodeId) -> Vec<bool> {
        let mut before = vec![false; self.needs.len()];
        let mut to_see = vec![node];
        while let Some(at) = to_see.pop() {
            for need in &self.needs[at.idx()] {
                if !std::mem::replace(&mut before[need.node.idx()], true) {
                    to_see.push(need.node);
                }
            }
        }
        before
    }

    /// By node: whether it can never start.
    fn stuck(&self) -> Vec<bool> {
        self.settle().1.into_iter().map(|waits| waits > 0).collect()
    }

    /// The nodes that can start, in order, and by node how many needs keep it from starting.
    fn settle(&self) -> (Vec<usize>, Vec<usize>) {
        let mut waited_by: Vec<Vec<usize>> = vec![Vec::new(); self.needs.len()];
        let mut waits = vec![0; self.needs.len()];
        for (idx, needs) in self.needs.iter().enumerate() {
            waits[idx] = needs.len();
            needs.iter().for_each(|need| waited_by[need.node.idx()].push(idx));
        }
        let mut ready: Vec<usize> = (0..waits.len()).filter(|idx| waits[*idx] == 0).collect();
        let mut order = Vec::with_capacity(waits.len());
        while let Some(done) = ready.pop() {
            order.push(done);
            for idx in &waited_by[done] {
                waits[*idx] -= 1;
                if waits[*idx] == 0 {
                    ready.push(*idx);
                }
            }
        }
        (order, waits)
    }
}

impl Cycle {
    /// `a -> b -> a`, in the direction in which data would flow.
    pub fn chain(&self, nodes: &[Node]) -> String {
        let names: Vec<_> = self.nodes.iter().map(|(node, _)| nodes[node.idx()].name.value.as_str()).collect();
        // Needs point against the flow.
        let flow: Vec<_> = names.first().into_iter().chain(names.iter().rev()).copied().collect();
        flow.join(" -> ")
    }
}

/// The id of the node of this index.
pub(crate) fn id(idx: usize) -> NodeId {
    NodeId(u32::try_from(idx).expect("sources below 4 GiB hold fewer nodes than bytes"))
}

/// What a node itself says that it waits for.
fn needs(node: &Node) -> Vec<Need> {
    let mut needs = Vec::new();
    for (_, template) in node.places() {
        reads(template, &mut |root, span| {
            let (node, why) = match root {
                Root::Node(node) => (node, Why::Reads),
                Root::Error(node) => (node, Why::ReadsError),
                Root::Args | Root::Token(_) | Root::Run | Root::Local(_) => return,
            };
            needs.push(Need { node, span, why });
        });
    }
    if let NodeKind::Converge(sources) = &node.kind {
        let need = |source: &Spanned<NodeId>| Need { node: source.value, span: source.span, why: Why::Converges };
        needs.extend(sources.iter().map(need));
    }
    needs.extend(node.after.iter().map(|after| Need { node: after.value, span: after.span, why: Why::After }));
    needs
}

/// What a template reads, with the place of each reference, in the author's order.
pub fn reads(template: &Template, found: &mut impl FnMut(Root, Span)) {
    expressions(template, &mut |expression, _| expression.reads(found));
}

/// Every expression of a template with what it has to be, in the author's order.
pub fn expressions<'t>(template: &'t Template, found: &mut impl FnMut(&'t Expression, Want)) {
    match template {
        Template::Literal(_) => {}
        Template::Array(items) => items.iter().for_each(|item| expressions(item, found)),
        Template::Object(members) => members.iter().for_each(|(_, member)| expressions(member, found)),
        Template::Expression(expression) => found(expression, Want::Value),
        Template::Text(parts) => {
            for part in parts {
                match part {
                    TextPart::Text(_) => {}
                    TextPart::Expression(expression) => found(expression, Want::Scalar),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    /// A graph from "who waits for whom".
    fn graph(needs: &[&[u32]]) -> Graph {
        let files = SourceMap::new([("f".to_owned(), Vec::new())].into());
        let (file, _) = files.find("f").expect("the one file");
        let need = |node: &u32| Need { node: NodeId(*node), span: Span::new(file, 0..0), why: Why::After };
        Graph::with_needs(needs.iter().map(|needs| needs.iter().map(need).collect()).collect())
    }

    fn shown(needs: &[&[u32]]) -> (Vec<Vec<u32>>, Vec<u32>) {
        let Cycles { cycles, blocked } = graph(needs).cycles;
        let cycles = cycles.iter().map(|cycle| cycle.nodes.iter().map(|(node, _)| node.0).collect()).collect();
        (cycles, blocked.iter().map(|(node, _)| node.0).collect())
    }

    #[test]
    fn a_graph_without_cycles_has_none() {
        assert_eq!(shown(&[]), (vec![], vec![]));
        assert_eq!(shown(&[&[], &[0], &[0, 1], &[2, 2]]), (vec![], vec![]));
    }

    #[test]
    fn each_knot_is_shown_by_one_cycle_and_the_nodes_behind_it_are_blocked() {
        assert_eq!(shown(&[&[0]]), (vec![vec![0]], vec![]));
        assert_eq!(shown(&[&[1], &[0], &[1]]), (vec![vec![0, 1]], vec![2]));
        assert_eq!(shown(&[&[], &[3, 0], &[1], &[2], &[3]]), (vec![vec![1, 3, 2]], vec![4]));
        assert_eq!(shown(&[&[1], &[0], &[3], &[2], &[1, 3]]), (vec![vec![0, 1], vec![2, 3]], vec![4]));
        assert_eq!(shown(&[&[2, 1], &[0], &[2]]), (vec![vec![0, 1], vec![2]], vec![]));
    }

    #[test]
    fn a_chain_of_many_nodes_is_walked_without_recursion() {
        let needs: Vec<Vec<u32>> =
            (0..100_000).map(|idx| if idx == 0 { vec![99_999] } else { vec![idx - 1] }).collect();
        let needs: Vec<&[u32]> = needs.iter().map(Vec::as_slice).collect();
        assert_eq!(graph(&needs).cycles.cycles[0].nodes.len(), 100_000);
    }
}
