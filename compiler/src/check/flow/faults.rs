//! What the flow of a topology makes impossible, or possible and should not be.

use super::{Case, Event, Flow, Unfollowed};
use crate::{
    check::graph::{self, Graph, Need, Why},
    model::{NodeId, NodeKind, Root, Topology, Way},
    source::{Span, Spanned},
};

/// Something that is wrong with a flow; each is a rule's.
#[derive(Clone, Debug)]
pub enum FlowFault {
    /// A node asks for two things of which there is never more than one.
    Join {
        /// The node.
        node: NodeId,
        /// One.
        first: Requirement,
        /// The other; none where it takes more than two to see it.
        second: Option<Requirement>,
    },
    /// Two sources of a converge can both be done.
    Converge {
        /// One.
        first: Spanned<NodeId>,
        /// The other.
        second: Spanned<NodeId>,
        /// When.
        case: Case,
    },
    /// A way enters a node, and something that the node needs may not be there.
    Untaken {
        /// The node.
        node: NodeId,
        /// What it needs.
        need: Need,
        /// When it is not there.
        case: Case,
    },
    /// A node reads why another failed, and that need not have failed, or is not caught.
    NoError {
        /// The node.
        node: NodeId,
        /// What it reads.
        need: Need,
    },
    /// A compensation reads the output of a node that may not be there when it is needed.
    Undo {
        /// The node that it takes back.
        node: NodeId,
        /// What it reads.
        read: Spanned<NodeId>,
        /// Whether it reads why that one failed.
        is_failure: bool,
    },
    /// Two nodes can both answer.
    Responses {
        /// One.
        first: NodeId,
        /// The other.
        second: NodeId,
        /// When.
        case: Case,
    },
    /// A run of a query can end without an answer.
    Silence {
        /// When.
        case: Case,
    },
    /// There are too many cases to look at all of them, so that faults may be left.
    Tangled,
}

/// Something that has to be for a node to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Where the node says so.
    pub span: Span,
    /// What.
    pub what: Requires,
}

/// What has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requires {
    /// Another node's output.
    Done(NodeId),
    /// A way that leads to it, from this node.
    Entered(NodeId, Way),
}

/// All faults of a topology's flow.
pub(in crate::check) fn of(topology: &Topology, graph: &Graph) -> Vec<FlowFault> {
    let mut faults = Vec::new();
    let flow = match Flow::of(topology, graph) {
        Ok(flow) => flow,
        Err(Unfollowed::Cycle) => return faults,
        Err(Unfollowed::Tangled) => return vec![FlowFault::Tangled],
    };
    let mut search = Search { topology, graph, flow, faults: &mut faults };
    search.joins();
    search.converges();
    search.errors();
    search.undos();
    search.responses();
    if search.flow.is_exhausted() {
        faults.push(FlowFault::Tangled);
    }
    faults
}

struct Search<'a> {
    topology: &'a Topology,
    graph: &'a Graph,
    flow: Flow,
    faults: &'a mut Vec<FlowFault>,
}

impl Search<'_> {
    fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.topology.nodes.len()).map(graph::id)
    }

    fn case(&mut self, events: &[Event], others: &[Event]) -> Option<Case> {
        self.flow.case(self.topology, self.graph, events, others)
    }

    fn can_all(&mut self, events: &[Event]) -> bool {
        self.flow.can_all(self.graph, events)
    }

    /// Nodes that ask for what excludes each other, and nodes that are entered without what they need.
    fn joins(&mut self) {
        if self.flow.is_plain() {
            return;
        }
        for node in self.ids() {
            let needs = &self.graph.needs[node.idx()];
            let needed: Vec<Need> =
                needs.iter().copied().filter(|need| matches!(need.why, Why::Reads | Why::After)).collect();
            let way = needs.iter().find_map(|need| match need.why {
                Why::Entered(way) => Some((need, way)),
                Why::Reads | Why::After | Why::Converges | Why::ReadsError => None,
            });
            let mut required: Vec<(Event, Requirement)> = Vec::new();
            required.extend(way.map(|(need, way)| {
                let what = Requires::Entered(need.node, way);
                (Event::Entered(node), Requirement { span: need.span, what })
            }));
            required.extend(needed.iter().map(|need| {
                (Event::Done(need.node), Requirement { span: need.span, what: Requires::Done(need.node) })
            }));
            // What cannot be alone is somebody else's fault.
            if !required.iter().all(|(event, _)| self.can_all(&[*event])) {
                continue;
            }
            if !self.can_all(&[Event::Runs(node)]) {
                self.exclusive(node, &required);
                continue;
            }
            if way.is_some() {
                for need in needed {
                    if let Some(case) = self.case(&[Event::Entered(node)], &[Event::Done(need.node)]) {
                        self.faults.push(FlowFault::Untaken { node, need, case });
                    }
                }
            }
        }
    }

    fn exclusive(&mut self, node: NodeId, required: &[(Event, Requirement)]) {
        for (at, (second, second_at)) in required.iter().enumerate() {
            for (first, first_at) in &required[..at] {
                if !self.can_all(&[*first, *second]) {
                    let second = Some(*second_at);
                    return self.faults.push(FlowFault::Join { node, first: *first_at, second });
                }
            }
        }
        if let [(_, first), ..] = required {
            self.faults.push(FlowFault::Join { node, first: *first, second: None });
        }
    }

    fn converges(&mut self) {
        for node in &self.topology.nodes {
            let NodeKind::Converge(sources) = &node.kind else { continue };
            for (at, second) in sources.iter().enumerate() {
                let earlier = sources[..at].iter().filter(|first| first.value != second.value);
                for first in earlier {
                    let events = [Event::Done(first.value), Event::Done(second.value)];
                    if let Some(case) = self.flow.case(self.topology, self.graph, &events, &[]) {
                        self.faults.push(FlowFault::Converge { first: *first, second: *second, case });
                    }
                }
            }
        }
    }

    /// Reads of failures that nobody has caught.
    fn errors(&mut self) {
        for node in self.ids() {
            let needs = self.graph.needs[node.idx()].iter();
            let reads: Vec<Need> = needs.copied().filter(|need| need.why == Why::ReadsError).collect();
            for need in reads {
                if !self.flow.implies(self.graph, Event::Runs(node), Event::Caught(need.node)) {
                    self.faults.push(FlowFault::NoError { node, need });
                }
            }
        }
    }

    /// Compensations that read what may not be there when the run fails.
    fn undos(&mut self) {
        for node in self.ids() {
            let Some(undo) = &self.topology.nodes[node.idx()].compensate else { continue };
            let mut reads = Vec::new();
            graph::reads(&undo.input, &mut |root, span| match root {
                Root::Node(read) => reads.push((Event::Done(read), Spanned::new(read, span))),
                Root::Error(read) => reads.push((Event::Caught(read), Spanned::new(read, span))),
                Root::Args | Root::Token(_) | Root::Run | Root::Local(_) => {}
            });
            let before = self.graph.before(node);
            for (event, read) in reads {
                let is_before = read.value == node || before[read.value.idx()];
                if !is_before || !self.flow.implies(self.graph, Event::Done(node), event) {
                    let is_failure = matches!(event, Event::Caught(_));
                    self.faults.push(FlowFault::Undo { node, read, is_failure });
                }
            }
        }
    }

    fn responses(&mut self) {
        let is_response = |id: &NodeId| matches!(self.topology.nodes[id.idx()].kind, NodeKind::Response);
        let responses: Vec<NodeId> = self.ids().filter(is_response).collect();
        for (at, second) in responses.iter().enumerate() {
            // Of many that can all answer one pair says enough.
            let pair = responses[..at].iter().find_map(|first| {
                let case =
                    self.flow.case(self.topology, self.graph, &[Event::Runs(*first), Event::Runs(*second)], &[])?;
                Some(FlowFault::Responses { first: *first, second: *second, case })
            });
            self.faults.extend(pair);
        }
        // A node that never runs where it should is one slip, though it leads to the response.
        if self.faults.iter().any(|it| matches!(it, FlowFault::Join { .. } | FlowFault::Untaken { .. })) {
            return;
        }
        let none: Vec<Event> = responses.iter().map(|response| Event::Runs(*response)).collect();
        if !none.is_empty()
            && let Some(case) = self.case(&[], &none)
        {
            self.faults.push(FlowFault::Silence { case });
        }
    }
}
