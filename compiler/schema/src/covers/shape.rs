//! What is wanted of an object: members by name, and such as must be there by whatever name.

use std::rc::Rc;

use super::{
    literal::{Literal, What},
    problem::{Members, NameId, NodeId, PatternId, Rule},
    prover::Prover,
    state::State,
};

/// Which members a part of a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All that the rule speaks of.
    Whole,
    /// That with the name.
    Declared(NameId),
    /// Those whose names match.
    Matched(PatternId),
    /// Those that are neither declared nor matched.
    Others,
}

/// A part of a rule that holds.
#[derive(Clone)]
pub(super) struct Said {
    pub(super) rule: Rc<Rule>,
    pub(super) part: Part,
}

impl Said {
    pub(super) fn members(&self) -> &Members {
        match &*self.rule {
            Rule::Members(members) => members,
            other => unreachable!("{other:?} is not about members"),
        }
    }
}

/// A member that must be there, by whatever name.
#[derive(Clone)]
pub(super) enum Need {
    /// One that the part speaks of, and that is not what the part asks.
    Member(Said, NodeId),
    /// One whose name is not what the node asks.
    Name(NodeId),
}

/// What is wanted of an object.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) has: Vec<NameId>,
    pub(super) lacks: Vec<NameId>,
    pub(super) said: Vec<Said>,
    /// What names must be.
    pub(super) names: Vec<NodeId>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    pub(super) needs: Vec<Need>,
    /// How many needs have been fulfilled.
    pub(super) asked: usize,
    /// What is wanted of members besides.
    pub(super) extras: Vec<(NameId, Literal)>,
}

impl Prover<'_> {
    /// What is asserted, and one more; none if it cannot be.
    pub(super) fn shape(&self, state: &State, more: Option<Literal>) -> Option<Shape> {
        let mut shape = Shape {
            has: Vec::new(),
            lacks: Vec::new(),
            said: Vec::new(),
            names: Vec::new(),
            least: 0,
            most: None,
            needs: Vec::new(),
            asked: 0,
            extras: Vec::new(),
        };
        for Literal { what, holds } in state.literals.iter().copied().chain(more) {
            match what {
                What::Has(name) => if holds { &mut shape.has } else { &mut shape.lacks }.push(name),
                What::Rule(id) => match (&*self.problem.rules[id.idx()], holds) {
                    (Rule::MinMembers(least), true) => shape.least = shape.least.max(*least),
                    (Rule::MaxMembers(most), false) => shape.least = shape.least.max(most.saturating_add(1)),
                    (Rule::MaxMembers(most), true) => shape.at_most(*most),
                    (Rule::MinMembers(least), false) => shape.at_most(least.checked_sub(1)?),
                    (Rule::Names(node), true) => shape.names.push(*node),
                    (Rule::Names(node), false) => shape.needs.push(Need::Name(*node)),
                    (Rule::Members(_), true) => {
                        shape.said.push(Said { rule: self.problem.get(id), part: Part::Whole });
                    }
                    _ => {}
                },
                What::Declared(id, _) | What::Matched(id, _) | What::Others(id) => {
                    let rule = self.problem.get(id);
                    let Rule::Members(members) = &*rule else { continue };
                    let (part, node) = match what {
                        What::Declared(_, place) => {
                            let (name, node) = members.declared[place as usize];
                            if !holds {
                                shape.has.push(name);
                                shape.extras.push((name, What::Node(node).fails()));
                                continue;
                            }
                            (Part::Declared(name), node)
                        }
                        What::Matched(_, place) => {
                            let (pattern, node) = members.patterns[place as usize];
                            (Part::Matched(pattern), node)
                        }
                        _ => (Part::Others, members.others.unwrap_or(NodeId::ANY)),
                    };
                    let said = Said { rule: Rc::clone(&rule), part };
                    if holds {
                        shape.said.push(said);
                    } else {
                        shape.needs.push(Need::Member(said, node));
                    }
                }
                _ => {}
            }
        }
        shape.has.sort_unstable();
        shape.has.dedup();
        let absurd = shape.has.iter().any(|name| shape.lacks.contains(name));
        let crowded = shape.most.is_some_and(|most| shape.least.max(shape.has.len()) > most);
        (!absurd && !crowded).then_some(shape)
    }
}

impl Shape {
    fn at_most(&mut self, most: usize) {
        self.most = Some(self.most.map_or(most, |known| known.min(most)));
    }

    /// The parts that need a member each.
    pub(super) fn needed(&self) -> impl Iterator<Item = &Said> {
        self.needs.iter().filter_map(|need| match need {
            Need::Member(said, _) => Some(said),
            Need::Name(_) => None,
        })
    }

    /// The names that are spoken of.
    pub(super) fn spoken(&self) -> Vec<NameId> {
        let declared = self.said.iter().chain(self.needed());
        let declared = declared.flat_map(|said| said.members().declared.iter().map(|(name, _)| *name));
        let mut names: Vec<_> = declared.chain(self.has.iter().copied()).chain(self.lacks.iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Asks of the member with the name what the need needs.
    pub(super) fn ask(&mut self, need: &Need, name: NameId) {
        self.asked += 1;
        if let Err(place) = self.has.binary_search(&name) {
            self.has.insert(place, name);
        }
        if let Need::Member(_, node) = need {
            self.extras.push((name, What::Node(*node).fails()));
        }
    }
}
