//! The proof that applying a schema to a value ends, and not too deep.

use std::collections::HashSet;

use super::references::reference_to;
use crate::{
    FaultKind, Keyword, NodeIdx, Schema, SchemaFault,
    ir::{Form, Node},
    scopes::{From, MOST_COPIES, Scopes, StateIdx},
};

/// How many schemas may apply to one value, each through the one before. A validator calls itself for each, and this times the
/// depth of a document has to fit the smallest stack. References that say nothing else are followed at compile time.
const DEEPEST: usize = 32;

/// After so many circles nobody reads on.
const MOST_CIRCLES: usize = 16;

/// How far the walk has come with a state.
#[derive(Clone, Copy)]
enum Visit {
    Not,
    Underway,
    /// With the number of schemas that apply to one value through this one.
    Done {
        depth: usize,
    },
}

/// A state that the walk is in.
struct Step {
    state: StateIdx,
    /// How many of those that it applies have been walked.
    walked: usize,
    /// The deepest of them and by which keyword it is applied.
    deepest: (usize, Option<Keyword>),
}

/// Adds a fault for each circle of schemas that apply to one value, and for each chain of them that is too long.
pub(super) fn refuse(schema: &Schema, faults: &mut Vec<SchemaFault>) {
    // Most schemas apply nothing to their own value.
    let in_place = |(_, node): (NodeIdx, &Node)| match &node.form {
        Form::Keywords(keywords) => keywords.applied().any(|(keyword, _)| keyword.is_in_place()),
        Form::Any | Form::Never => false,
    };
    if !schema.nodes().any(in_place) {
        return;
    }
    let Ok(scopes) = Scopes::of(schema, From::Everywhere) else {
        let kind = FaultKind::TooManyScopes { limit: MOST_COPIES };
        return faults.push(SchemaFault { pointer: String::new(), keyword: String::new(), kind });
    };
    let visits = vec![Visit::Not; scopes.states.len()];
    let mut walk = Walk { scopes: &scopes, visits, reported: HashSet::new(), circles: 0, faults };
    for start in scopes.indices() {
        walk.from(start);
    }
}

struct Walk<'a> {
    scopes: &'a Scopes<'a>,
    visits: Vec<Visit>,
    /// Nodes that have a fault: one is enough, in however many environments they are reached.
    reported: HashSet<NodeIdx>,
    circles: usize,
    faults: &'a mut Vec<SchemaFault>,
}

impl Walk<'_> {
    /// Walks what `start` applies to its own value, depth first and without recursion.
    fn from(&mut self, start: StateIdx) {
        let mut path = Vec::new();
        self.enter(start, &mut path);
        while let Some(step) = path.last_mut() {
            let applied = &self.scopes.states[step.state.idx()].applied;
            let Some((keyword, target)) = applied.get(step.walked).copied() else {
                self.leave(&mut path);
                continue;
            };
            step.walked += 1;
            if !keyword.is_in_place() {
                continue;
            }
            match self.visits[target.idx()] {
                Visit::Not => self.enter(target, &mut path),
                Visit::Underway => self.refuse_circle(&path, target),
                Visit::Done { depth } => step.reaches(depth, keyword),
            }
        }
    }

    fn enter(&mut self, state: StateIdx, path: &mut Vec<Step>) {
        if let Visit::Not = self.visits[state.idx()] {
            self.visits[state.idx()] = Visit::Underway;
            path.push(Step { state, walked: 0, deepest: (0, None) });
        }
    }

    fn leave(&mut self, path: &mut Vec<Step>) {
        let Some(Step { state, walked: _, deepest: (below, keyword) }) = path.pop() else { return };
        let is_lone = self.scopes.keywords(state).is_some_and(|keywords| keywords.lone_reference().is_some());
        let depth = below + usize::from(keyword.is_some() && !is_lone);
        if let Some(keyword) = keyword.filter(|_| depth > DEEPEST && below <= DEEPEST) {
            self.refuse(state, keyword, FaultKind::RefChain { limit: DEEPEST });
        }
        self.visits[state.idx()] = Visit::Done { depth };
        if let Some(outer) = path.last_mut() {
            let (keyword, _) = self.scopes.states[outer.state.idx()].applied[outer.walked - 1];
            outer.reaches(depth, keyword);
        }
    }

    fn refuse_circle(&mut self, path: &[Step], first: StateIdx) {
        self.circles += 1;
        if self.circles > MOST_CIRCLES {
            return;
        }
        let start = path.iter().position(|step| step.state == first).expect("what is underway is on the path");
        let (keyword, _) = self.scopes.states[first.idx()].applied[path[start].walked - 1];
        let on_the_way = path[start..].iter().map(|step| step.state).chain([first]);
        let chain = on_the_way.map(|state| reference_to(&self.scopes.node(state).pointer)).collect();
        self.refuse(first, keyword, FaultKind::RefCycle { chain });
    }

    fn refuse(&mut self, state: StateIdx, keyword: Keyword, kind: FaultKind) {
        if self.reported.insert(self.scopes.states[state.idx()].node) {
            let pointer = format!("{}/{}", self.scopes.node(state).pointer, keyword.name());
            self.faults.push(SchemaFault { pointer, keyword: keyword.name().to_owned(), kind });
        }
    }
}

impl Step {
    fn reaches(&mut self, depth: usize, keyword: Keyword) {
        let (deepest, by) = self.deepest;
        if by.is_none() || depth > deepest {
            self.deepest = (depth, Some(keyword));
        }
    }
}
