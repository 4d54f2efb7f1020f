//! The search for a value that does what a goal wants, or the proof that there is none.
//!
//! A goal is tried for each kind of value. Values inside others are goals again; one that wants all that a goal around it wants
//! need not be tried: the smallest value for the outer goal has no other one for it inside. So what is recursive comes to an end,
//! and a goal is shown to have no value under the assumption that those around it have none (coinduction). What was shown so is
//! remembered for as long as the assumption stands.

use std::{collections::HashMap, rc::Rc};

use packwright_runtime_min::{
    json::{Kind, Value},
    validate::{Plan, Type, equal},
};

use super::{
    Undecided,
    literal::{Goal, Literal, What},
    mix::Mixing,
    problem::{NodeId, Problem, Rule, has_type},
    strings::Languages,
};

/// How many steps a proof may take.
const STEPS: usize = 40_000;

/// How deep goals and choices may be inside one another.
const DEPTH: usize = 96;

/// What became of a goal.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// No value does what it wants.
    Empty,
    /// This one does.
    Found(Rc<Value<'static>>),
    /// It is not known.
    Open(Undecided),
}

impl Outcome {
    pub(super) fn found(value: Value<'static>) -> Self {
        Self::Found(Rc::new(value))
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }
}

/// What is remembered of a goal.
struct Remembered {
    outcome: Outcome,
    /// The place on the stack of the outermost goal that is assumed to have no value; [`NOTHING`] if none is.
    assumes: usize,
}

/// No goal is assumed to be anything.
const NOTHING: usize = usize::MAX;

pub(super) struct Prover<'p> {
    pub(super) problem: Problem<'p>,
    pub(super) languages: Languages,
    remembered: HashMap<Goal, Remembered, Mixing>,
    /// The goals that are being tried, outermost first.
    stack: Vec<Goal>,
    /// Goals that are remembered under an assumption.
    provisional: Vec<Goal>,
    /// The outermost assumption since this was last asked.
    assumes: usize,
    steps: usize,
    depth: usize,
}

impl<'p> Prover<'p> {
    /// A prover about some plans, and the node of each plan's root.
    pub(super) fn new(plans: &[&'p Plan]) -> (Self, Vec<NodeId>) {
        let (problem, roots) = Problem::of(plans);
        let prover = Self {
            problem,
            languages: Languages::default(),
            remembered: HashMap::default(),
            stack: Vec::new(),
            provisional: Vec::new(),
            assumes: NOTHING,
            steps: STEPS,
            depth: 0,
        };
        (prover, roots)
    }

    /// Takes so many steps, or says that there are none left.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Undecided> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                self.steps = 0;
                Err(Undecided::Effort)
            }
        }
    }

    pub(super) fn steps_left(&self) -> usize {
        self.steps
    }

    /// Goes one deeper for the time of `work`.
    pub(super) fn deeper(&mut self, work: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        if self.depth >= DEPTH {
            return Outcome::Open(Undecided::Nesting);
        }
        self.depth += 1;
        let outcome = work(self);
        self.depth -= 1;
        outcome
    }

    /// A value for the goal, if there is one.
    pub(super) fn solve(&mut self, goal: Goal) -> Outcome {
        if goal.is_absurd() {
            return Outcome::Empty;
        }
        if goal.is_empty() {
            return Outcome::found(Value::Null);
        }
        if let Some(Remembered { outcome, assumes }) = self.remembered.get(&goal) {
            self.assumes = self.assumes.min(*assumes);
            return outcome.clone();
        }
        if let Some(place) = self.stack.iter().position(|outer| outer.is_part_of(&goal)) {
            self.assumes = self.assumes.min(place);
            return Outcome::Empty;
        }
        if let Err(undecided) = self.spend(1) {
            return Outcome::Open(undecided);
        }
        let place = self.stack.len();
        let provisional = self.provisional.len();
        let assumed_before = std::mem::replace(&mut self.assumes, NOTHING);
        self.stack.push(goal.clone());
        let outcome = self.deeper(|prover| prover.try_kinds(&goal));
        self.stack.pop();
        // That this goal itself has no value is no assumption any more.
        let assumes = if self.assumes < place { self.assumes } else { NOTHING };
        self.assumes = assumed_before.min(assumes);
        if !outcome.is_empty() {
            for goal in self.provisional.drain(provisional..) {
                self.remembered.remove(&goal);
            }
        } else if assumes == NOTHING {
            for goal in self.provisional.drain(provisional..) {
                if let Some(remembered) = self.remembered.get_mut(&goal) {
                    remembered.assumes = NOTHING;
                }
            }
        } else {
            // What was shown because this goal has no value is shown by what that was shown by.
            for goal in &self.provisional[provisional..] {
                if let Some(remembered) = self.remembered.get_mut(goal) {
                    remembered.assumes = remembered.assumes.min(assumes);
                }
            }
            self.provisional.push(goal.clone());
        }
        let assumes = if outcome.is_empty() { assumes } else { NOTHING };
        self.remembered.insert(goal, Remembered { outcome: outcome.clone(), assumes });
        outcome
    }

    fn try_kinds(&mut self, goal: &Goal) -> Outcome {
        let mut open = None;
        for kind in [Kind::Null, Kind::Bool, Kind::Number, Kind::String, Kind::Array, Kind::Object] {
            if !self.may_be(goal, kind) {
                continue;
            }
            let candidates: &[Value<'static>] = match kind {
                Kind::Null => &[Value::Null],
                Kind::Bool => &[Value::Bool(true), Value::Bool(false)],
                Kind::Number | Kind::String | Kind::Array | Kind::Object => {
                    match self.try_kind(goal, kind) {
                        Outcome::Empty => {}
                        found @ Outcome::Found(_) => return found,
                        Outcome::Open(undecided) => open = open.or(Some(undecided)),
                    }
                    continue;
                }
            };
            if let Some(value) = candidates.iter().find(|value| self.does(goal, value)) {
                return Outcome::found(value.clone());
            }
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    /// Whether `type` lets a value for the goal be of the kind.
    fn may_be(&self, goal: &Goal, kind: Kind) -> bool {
        goal.iter().all(|Literal { what, holds }| match what {
            What::Node(node) if holds => {
                self.problem.rules_of(node).iter().all(|rule| match &*self.problem.rules[rule.idx()] {
                    Rule::Types(bits) => types_of(kind).iter().any(|ty| has_type(*bits, *ty)),
                    Rule::Among(values) => values.iter().any(|id| self.problem.values[id.idx()].kind() == kind),
                    Rule::Never => false,
                    _ => true,
                })
            }
            What::Is(value) if holds => self.problem.values[value.idx()].kind() == kind,
            What::Matches(_) if holds => kind == Kind::String,
            _ => true,
        })
    }

    /// Whether the value does what the goal wants. Values inside others are wanted only to be valid or not by nodes, to be or not
    /// to be constants, and to match.
    pub(super) fn does(&self, goal: &Goal, value: &Value<'_>) -> bool {
        goal.iter().all(|Literal { what, holds }| {
            let is = match what {
                What::Node(node) => self.problem.accepts(node, value),
                What::Is(id) => equal(&self.problem.values[id.idx()], value),
                What::Matches(id) => value.as_str().is_some_and(|text| self.problem.patterns[id.idx()].matches(text)),
                What::Rule(_)
                | What::Declared(..)
                | What::Matched(..)
                | What::Others(_)
                | What::At(..)
                | What::After(_)
                | What::Enough(_)
                | What::NotTooMany(_)
                | What::Has(_) => unreachable!("goals are not made of {what:?}"),
            };
            is == holds
        })
    }
}

/// The types that a value of the kind may have.
pub(super) fn types_of(kind: Kind) -> &'static [Type] {
    match kind {
        Kind::Null => &[Type::Null],
        Kind::Bool => &[Type::Boolean],
        Kind::Number => &[Type::Integer, Type::Number],
        Kind::String => &[Type::String],
        Kind::Array => &[Type::Array],
        Kind::Object => &[Type::Object],
    }
}
