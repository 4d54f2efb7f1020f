//! Objects: members that must be there, that must not, and such as must be there somewhere.
//!
//! Members are asked for by name, or by a part of a rule that one of them must break: then it is one of those whose names are
//! spoken of, or one with a fresh name.

use std::rc::Rc;

use packwright_runtime_min::json::Value;

use super::{
    Undecided,
    fresh::Fresh,
    literal::{Goal, Literal, What},
    problem::{Members, NameId, NodeId, PatternId, Rule},
    prover::{Outcome, Prover},
    shape::{Need, Part, Shape},
    state::State,
};

/// More members are not written down.
const MOST_MEMBERS: usize = 1000;

impl Prover<'_> {
    /// An object as it is wanted.
    pub(super) fn objects(&mut self, state: &State) -> Outcome {
        match self.shape(state, None) {
            Some(shape) => self.fulfil(shape),
            None => Outcome::Empty,
        }
    }

    /// Whether a member of the name cannot be there.
    pub(super) fn is_member_refuted(&mut self, state: &State, name: NameId) -> bool {
        self.shape(state, None).is_none_or(|shape| self.member(&shape, name).is_empty())
    }

    /// Whether a member that is there cannot be what these declare.
    pub(super) fn is_declaration_refuted(&mut self, state: &State, members: &Members) -> bool {
        let Some(mut shape) = self.shape(state, None) else { return true };
        let there = members.declared.iter().filter(|(name, node)| *node != NodeId::ANY && shape.has.contains(name));
        let there: Vec<_> = there.copied().collect();
        there.into_iter().any(|(name, node)| {
            shape.extras.push((name, What::Node(node).holds()));
            let is_refuted = self.member(&shape, name).is_empty();
            shape.extras.pop();
            is_refuted
        })
    }

    /// Whether what is said of a part of the members cannot be.
    pub(super) fn is_members_part_refuted(&mut self, state: &State, literal: Literal) -> bool {
        if literal.holds {
            // It fails for sure only where the member is there and cannot be what is declared.
            let What::Declared(id, place) = literal.what else { return false };
            let Rule::Members(members) = &*self.problem.get(id) else { return false };
            let (name, node) = members.declared[place as usize];
            let Some(mut shape) = self.shape(state, None).filter(|shape| shape.has.contains(&name)) else {
                return false;
            };
            shape.extras.push((name, What::Node(node).holds()));
            return self.member(&shape, name).is_empty();
        }
        let Some(mut shape) = self.shape(state, Some(literal)) else { return true };
        match (shape.needs.pop(), literal.what) {
            (None, What::Declared(id, place)) => {
                let Rule::Members(members) = &*self.problem.get(id) else { return false };
                self.member(&shape, members.declared[place as usize].0).is_empty()
            }
            (None, _) => false,
            (Some(need), _) => {
                shape.needs.clear();
                self.options(&shape, &need).iter().all(|name| {
                    let mut shape = shape.clone();
                    shape.ask(&need, *name);
                    self.member(&shape, *name).is_empty()
                }) && self
                    .sorts(&shape, Some(&need))
                    .iter()
                    .all(|sort| matches!(self.fresh(&shape, Some(&need), sort), Fresh::None))
            }
        }
    }

    /// Finds a member for each need, one after the other, and then the object.
    fn fulfil(&mut self, mut shape: Shape) -> Outcome {
        let Some(need) = shape.needs.pop() else { return self.build(shape) };
        if let Err(undecided) = self.spend(1) {
            return Outcome::Open(undecided);
        }
        let mut open = None;
        // One that is there already makes the smallest object; it may be there for another need.
        let options = self.options(&shape, &need);
        let (there, others): (Vec<_>, Vec<_>) = options.into_iter().partition(|name| shape.has.contains(name));
        let names = there.into_iter().map(Some).chain([None]).chain(others.into_iter().map(Some));
        for name in names {
            let fulfilled = match name {
                Some(name) => self.fulfil_by(shape.clone(), &need, name),
                None => self.fulfil_afresh(&shape, &need),
            };
            match fulfilled {
                Outcome::Empty => {}
                found @ Outcome::Found(_) => return found,
                Outcome::Open(undecided) => open = Some(undecided),
            }
        }
        // Of fresh names only one of each sort was tried, and another might do for two needs about names.
        if open.is_none() && matches!(need, Need::Name(_)) && shape.needs.len() + shape.asked > 0 {
            open = Some(Undecided::Members);
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    fn fulfil_by(&mut self, mut shape: Shape, need: &Need, name: NameId) -> Outcome {
        shape.ask(need, name);
        if self.member(&shape, name).is_empty() {
            return Outcome::Empty;
        }
        self.deeper(|prover| prover.fulfil(shape))
    }

    fn fulfil_afresh(&mut self, shape: &Shape, need: &Need) -> Outcome {
        let mut open = None;
        for sort in self.sorts(shape, Some(need)) {
            let outcome = match self.fresh(shape, Some(need), &sort) {
                Fresh::None => continue,
                Fresh::Name(name) => self.fulfil_by(shape.clone(), need, name),
                Fresh::Open(undecided) => Outcome::Open(undecided),
            };
            match outcome {
                Outcome::Empty => {}
                found @ Outcome::Found(_) => return found,
                Outcome::Open(undecided) => open = Some(undecided),
            }
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    /// The names that are spoken of and that a member of the need may have.
    fn options(&self, shape: &Shape, need: &Need) -> Vec<NameId> {
        let mut names = shape.spoken();
        names.retain(|name| match need {
            Need::Name(node) => !self.problem.accepts(*node, &Value::text(&self.problem.names.name(*name))),
            Need::Member(said, _) => {
                let members = said.members();
                let matches = |pattern: PatternId| self.matches(pattern, &self.problem.names.name(*name));
                match said.part {
                    Part::Matched(pattern) => matches(pattern),
                    Part::Declared(declared) => declared == *name,
                    Part::Whole | Part::Others => {
                        members.declared(*name).is_none()
                            && !members.patterns.iter().any(|(pattern, _)| matches(*pattern))
                    }
                }
            }
        });
        names.retain(|name| !shape.lacks.contains(name));
        names
    }

    pub(super) fn matches(&self, pattern: PatternId, name: &str) -> bool {
        self.problem.patterns[pattern.idx()].matches(name)
    }

    /// A value for the member of the name.
    fn member(&mut self, shape: &Shape, name: NameId) -> Outcome {
        let text = self.problem.names.name(name);
        if shape.lacks.contains(&name)
            || !shape.names.iter().all(|node| self.problem.accepts(*node, &Value::text(&text)))
        {
            return Outcome::Empty;
        }
        let mut literals: Vec<Literal> = Vec::new();
        for said in &shape.said {
            let members = said.members();
            let declared = members.declared(name);
            let mut is_spoken_of = declared.is_some();
            if let (Some(node), Part::Whole) = (declared, said.part) {
                literals.push(What::Node(node).holds());
            } else if let (Some(node), Part::Declared(only)) = (declared, said.part)
                && only == name
            {
                literals.push(What::Node(node).holds());
            }
            for (pattern, node) in &members.patterns {
                if self.matches(*pattern, &text) {
                    is_spoken_of = true;
                    if matches!(said.part, Part::Whole) || said.part == Part::Matched(*pattern) {
                        literals.push(What::Node(*node).holds());
                    }
                }
            }
            if let (false, Some(others), Part::Whole | Part::Others) = (is_spoken_of, members.others, said.part) {
                literals.push(What::Node(others).holds());
            }
        }
        literals.extend(shape.extras.iter().filter(|(of, _)| *of == name).map(|(_, literal)| *literal));
        self.solve(Goal::new(literals))
    }

    /// The object with the members that it must have, and as many more as it takes.
    fn build(&mut self, mut shape: Shape) -> Outcome {
        if shape.most.is_some_and(|most| shape.has.len() > most) {
            return Outcome::Empty;
        }
        let mut members = Vec::new();
        let mut open = None;
        for name in &shape.has {
            match self.member(&shape, *name) {
                Outcome::Empty => return Outcome::Empty,
                Outcome::Found(value) => members.push((*name, value)),
                Outcome::Open(undecided) => open = open.or(Some(undecided)),
            }
        }
        if let Some(undecided) = open {
            return Outcome::Open(undecided);
        }
        match self.fill(&mut shape, &mut members) {
            Outcome::Found(_) => {}
            other @ (Outcome::Empty | Outcome::Open(_)) => return other,
        }
        let members = members
            .into_iter()
            .map(|(name, value)| (self.problem.names.name(name).to_string().into(), Rc::unwrap_or_clone(value)));
        Outcome::found(Value::Object(members.collect()))
    }

    /// Adds members until there are enough; whether there can be.
    fn fill(&mut self, shape: &mut Shape, members: &mut Vec<(NameId, Rc<Value<'static>>)>) -> Outcome {
        if shape.least > MOST_MEMBERS {
            return Outcome::Open(Undecided::Effort);
        }
        let mut open = None;
        let mut spoken = shape.spoken();
        spoken.retain(|name| !shape.has.contains(name));
        let mut spoken = spoken.into_iter();
        while members.len() < shape.least {
            let name = match spoken.next() {
                Some(name) => name,
                None => match self.any_fresh(shape) {
                    Fresh::Name(name) => name,
                    Fresh::None => return open.map_or(Outcome::Empty, Outcome::Open),
                    Fresh::Open(undecided) => return Outcome::Open(undecided),
                },
            };
            match self.member(shape, name) {
                Outcome::Empty => {}
                Outcome::Found(value) => {
                    members.push((name, value));
                    shape.has.push(name);
                }
                Outcome::Open(undecided) => open = Some(undecided),
            }
        }
        Outcome::found(Value::Null)
    }

    /// A fresh name that a member may have.
    fn any_fresh(&mut self, shape: &Shape) -> Fresh {
        let mut open = Fresh::None;
        for sort in self.sorts(shape, None) {
            match self.fresh(shape, None, &sort) {
                Fresh::None => {}
                found @ Fresh::Name(_) => return found,
                unknown @ Fresh::Open(_) => open = unknown,
            }
        }
        open
    }
}
