//! Under which decisions each node of a topology runs.
//!
//! Goes in: a topology and its graph. Comes out: for each node when it runs and when it is done, as functions of what is decided on
//! the way: the branches of switches, whether a node with an error path failed, whether a wait was answered in time. A failure
//! without an error path ends the run, and is no decision.
//!
//! ```text
//! known (a switch): 0 -> insert, 1 -> end        insert runs   when known takes branch 0
//! found converges insert and lookup              found runs    when insert or lookup is done
//! ```

use super::graph::{Graph, Need, Why};
use crate::{
    model::{Decision as Deciding, Node, NodeId, NodeKind, Switch, Topology, Way},
    source::Span,
};

mod diagram;
pub mod faults;

#[cfg(test)]
mod tests;

use self::diagram::{Decision, Diagrams, Holds};

/// When the nodes of a topology run.
#[derive(Clone, Debug)]
pub struct Flow {
    diagrams: Diagrams,
    /// By node: when it runs.
    runs: Vec<Holds>,
    /// By node: when its output is there.
    done: Vec<Holds>,
    /// By decision: the node that decides.
    deciders: Vec<NodeId>,
    /// By node: its decision.
    decisions: Vec<Option<Decision>>,
}

/// More decisions than this in one topology are not followed.
const MOST_DECISIONS: usize = 400;

/// Why nobody says when the nodes of a topology run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfollowed {
    /// Nodes wait for each other.
    Cycle,
    /// Too much is decided, or it hangs together in too many ways.
    Tangled,
}

/// One of the cases in which something can happen, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is decided in it, in the order in which it is.
    pub decided: Vec<Decided>,
}

/// A decision in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Who decides.
    pub node: NodeId,
    /// What happens, such as "`known` takes its branch `false`".
    pub text: String,
    /// Where the way that is taken is written, if it is.
    pub span: Option<Span>,
}

/// What can be asked of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It runs.
    Runs(NodeId),
    /// Its output is there.
    Done(NodeId),
    /// It is entered: some way that leads to it is taken, or none does and it needs none.
    Entered(NodeId),
    /// It fails for good, and that is caught.
    Caught(NodeId),
}

impl Flow {
    /// The flow of a topology.
    ///
    /// # Errors
    /// Where it cannot be followed.
    pub fn of(topology: &Topology, graph: &Graph) -> Result<Self, Unfollowed> {
        if !graph.cycles.cycles.is_empty() {
            return Err(Unfollowed::Cycle);
        }
        let count = topology.nodes.len();
        let mut flow = Self {
            diagrams: Diagrams::default(),
            runs: vec![Holds::ALWAYS; count],
            done: vec![Holds::ALWAYS; count],
            deciders: Vec::new(),
            decisions: vec![None; count],
        };
        let has_decisions = topology.nodes.iter().any(|node| outcomes(node).is_some());
        if !has_decisions {
            return Ok(flow);
        }
        for idx in graph.order() {
            flow.add(idx, &topology.nodes[idx], &graph.needs[idx]);
            if flow.deciders.len() > MOST_DECISIONS || flow.diagrams.is_exhausted {
                return Err(Unfollowed::Tangled);
            }
        }
        Ok(flow)
    }

    /// Whether there were too many cases to tell apart: answers since then say nothing.
    pub fn is_exhausted(&self) -> bool {
        self.diagrams.is_exhausted
    }

    /// Whether nothing is decided anywhere.
    pub fn is_plain(&self) -> bool {
        self.deciders.is_empty()
    }

    fn add(&mut self, idx: usize, node: &Node, needs: &[Need]) {
        let mut runs = self.entered(needs);
        for need in needs {
            if matches!(need.why, Why::Reads | Why::After) {
                runs = self.diagrams.both(runs, self.done[need.node.idx()]);
            }
        }
        if let NodeKind::Converge(sources) = &node.kind {
            let mut some = Holds::NEVER;
            for source in sources {
                some = self.diagrams.either(some, self.done[source.value.idx()]);
            }
            runs = self.diagrams.both(runs, some);
        }
        self.runs[idx] = runs;
        self.done[idx] = runs;
        if let Some(outcomes) = outcomes(node) {
            let decision = self.diagrams.decision(outcomes);
            self.deciders.push(super::graph::id(idx));
            self.decisions[idx] = Some(decision);
            if !matches!(node.kind, NodeKind::Switch(_)) {
                let well = self.diagrams.is(decision, WELL);
                self.done[idx] = self.diagrams.both(runs, well);
            }
        }
    }

    /// When some way to a node is taken.
    fn entered(&mut self, needs: &[Need]) -> Holds {
        let mut entered = None;
        for need in needs {
            if let Why::Entered(way) = need.why {
                let taken = self.taken(need.node, way);
                entered = Some(self.diagrams.either(entered.unwrap_or(Holds::NEVER), taken));
            }
        }
        entered.unwrap_or(Holds::ALWAYS)
    }

    /// When a way from a node is taken.
    fn taken(&mut self, node: NodeId, way: Way) -> Holds {
        let outcome = match way {
            Way::Branch(branch) => branch,
            Way::Caught | Way::TimedOut => WELL + 1,
        };
        match self.decisions[node.idx()] {
            Some(decision) => {
                let decided = self.diagrams.is(decision, outcome);
                self.diagrams.both(self.runs[node.idx()], decided)
            }
            None => Holds::NEVER,
        }
    }

    fn holds(&mut self, graph: &Graph, event: Event) -> Holds {
        match event {
            Event::Runs(node) => self.runs[node.idx()],
            Event::Done(node) => self.done[node.idx()],
            Event::Entered(node) => self.entered(&graph.needs[node.idx()]),
            Event::Caught(node) => self.taken(node, Way::Caught),
        }
    }

    /// A case in which all of `events` happen, and none of `others`.
    pub fn case(&mut self, topology: &Topology, graph: &Graph, events: &[Event], others: &[Event]) -> Option<Case> {
        let mut holds = Holds::ALWAYS;
        for event in events {
            let event = self.holds(graph, *event);
            holds = self.diagrams.both(holds, event);
        }
        for event in others {
            let event = self.holds(graph, *event);
            let not = self.diagrams.not(event);
            holds = self.diagrams.both(holds, not);
        }
        let case = self.diagrams.case(holds)?;
        // With too many diagrams an answer means nothing.
        if self.diagrams.is_exhausted {
            return None;
        }
        let decided = case.into_iter().map(|(decision, outcome)| {
            let node = self.deciders[decision as usize];
            decided(topology, node, outcome)
        });
        Some(Case { decided: decided.collect() })
    }

    /// Whether all of `events` can happen in one run.
    pub fn can_all(&mut self, graph: &Graph, events: &[Event]) -> bool {
        let mut holds = Holds::ALWAYS;
        for event in events {
            let event = self.holds(graph, *event);
            holds = self.diagrams.both(holds, event);
        }
        holds != Holds::NEVER || self.diagrams.is_exhausted
    }

    /// Whether `event` happens in every run in which `given` does.
    pub fn implies(&mut self, graph: &Graph, given: Event, event: Event) -> bool {
        let (given, event) = (self.holds(graph, given), self.holds(graph, event));
        self.diagrams.implies(given, event) || self.diagrams.is_exhausted
    }
}

/// The outcome of a node that did what it should.
const WELL: usize = 0;

/// How many ways a node can go, where that is more than one matter.
fn outcomes(node: &Node) -> Option<usize> {
    match &node.kind {
        NodeKind::Switch(switch) => Some(switch.targets().count()),
        NodeKind::Wait(wait) => wait.on_timeout.is_some().then_some(2),
        NodeKind::Handler(_)
        | NodeKind::Http(_)
        | NodeKind::Response
        | NodeKind::Transform
        | NodeKind::Converge(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => node.on_error.is_some().then_some(2),
    }
}

fn decided(topology: &Topology, id: NodeId, outcome: usize) -> Decided {
    let node = &topology.nodes[id.idx()];
    let name = &node.name.value;
    let (text, span) = match &node.kind {
        NodeKind::Switch(switch) => {
            let span = switch.targets().nth(outcome).map(|target| target.span);
            (format!("`{name}` takes {}", branch(switch, outcome)), span)
        }
        NodeKind::Wait(wait) => match outcome {
            WELL => (format!("`{name}` is answered in time"), None),
            _ => (format!("nobody answers `{name}` in time"), wait.on_timeout.map(|target| target.span)),
        },
        NodeKind::Handler(_)
        | NodeKind::Http(_)
        | NodeKind::Response
        | NodeKind::Transform
        | NodeKind::Converge(_)
        | NodeKind::Timer(_)
        | NodeKind::Topology(_)
        | NodeKind::State(_) => match outcome {
            WELL => (format!("`{name}` does not fail"), None),
            _ => (format!("`{name}` fails"), node.on_error.map(|target| target.span)),
        },
    };
    Decided { node: id, text, span }
}

/// What a branch of a switch is called.
pub fn branch(switch: &Switch, outcome: usize) -> String {
    let cases = match &switch.decision {
        Deciding::Value { value: _, cases } => cases.len(),
        Deciding::Conditions(conditions) => conditions.len(),
    };
    match &switch.decision {
        _ if outcome >= cases => "its default".to_owned(),
        Deciding::Value { value: _, cases } => format!("its case `{}`", cases[outcome].0.value),
        Deciding::Conditions(_) => format!("its {} branch", ordinal(outcome)),
    }
}

fn ordinal(idx: usize) -> String {
    match idx {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", idx + 1),
    }
}

impl Case {
    /// What is decided in it, as the part of a sentence after "when"; empty where nothing matters.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.decided.iter().map(|decided| decided.text.as_str()).collect();
        match texts[..] {
            [] => String::new(),
            [one] => format!(" when {one}"),
            [ref others @ .., last] => format!(" when {} and {last}", others.join(", ")),
        }
    }
}
