//! Choices made one after the other, those that are none any more first.

use std::rc::Rc;

use packwright_runtime_min::json::Kind;

use super::{
    Undecided,
    literal::{Goal, Literal, What},
    problem::{NodeId, Rule, RuleId},
    prover::{Outcome, Prover},
    state::{State, of_kind},
};

/// How many references and the like are followed to see that something cannot hold.
const FAR: usize = 4;

impl Prover<'_> {
    /// A value of one kind for the goal.
    pub(super) fn try_kind(&mut self, goal: &Goal, kind: Kind) -> Outcome {
        let mut state = State::new(kind);
        match state.assert(&mut self.problem, goal.iter()) {
            Ok(()) => self.branch(goal, state),
            Err(_) => Outcome::Empty,
        }
    }

    fn branch(&mut self, goal: &Goal, mut state: State) -> Outcome {
        if let Err(undecided) = self.spend(1) {
            return Outcome::Open(undecided);
        }
        if !self.propagate(&mut state) {
            return Outcome::Empty;
        }
        // What is found before all choices are made may be right already, and where nothing is, no choice helps.
        let open = match self.look(goal, &state) {
            Outcome::Empty => return Outcome::Empty,
            Outcome::Found(value) if self.does(goal, &value) => return Outcome::Found(value),
            Outcome::Found(_) => state.open.unwrap_or(Undecided::Approximation),
            Outcome::Open(undecided) => undecided,
        };
        let fewest = (0..state.choices.len()).min_by_key(|idx| state.choices[*idx].len());
        let Some(fewest) = fewest else { return Outcome::Open(open) };
        let choice = state.choices.swap_remove(fewest);
        let mut open = None;
        for alternative in choice.iter() {
            let mut chosen = state.clone();
            if chosen.assert(&mut self.problem, alternative.iter().copied()).is_ok() {
                match self.deeper(|prover| prover.branch(goal, chosen)) {
                    Outcome::Empty => {}
                    found @ Outcome::Found(_) => return found,
                    Outcome::Open(undecided) => open = open.or(Some(undecided)),
                }
            }
            // From here on it does not hold; else it would have been found.
            if let [only] = alternative.as_slice()
                && state.assert(&mut self.problem, [only.negated()]).is_err()
            {
                break;
            }
        }
        open.map_or(Outcome::Empty, Outcome::Open)
    }

    /// Drops alternatives that are refuted and choices that are made already, until there are none; whether something is left.
    fn propagate(&mut self, state: &mut State) -> bool {
        let mut idx = 0;
        let mut settled = 0;
        while settled < state.choices.len() {
            if idx >= state.choices.len() {
                idx = 0;
            }
            let choice = Rc::clone(&state.choices[idx]);
            // What is left of the steps is for the answer, which may be that there are none.
            if self.spend(1).is_err() {
                return true;
            }
            if choice.iter().any(|alternative| self.is_known(state, alternative)) {
                state.choices.swap_remove(idx);
                settled = 0;
                continue;
            }
            let live: Vec<_> =
                choice.iter().filter(|alternative| !alternative.iter().any(|it| self.is_refuted(state, *it))).collect();
            match live.as_slice() {
                [] => return false,
                [only] => {
                    let only = (*only).clone();
                    state.choices.swap_remove(idx);
                    if state.assert(&mut self.problem, only).is_err() {
                        return false;
                    }
                    settled = 0;
                }
                _ => {
                    if live.len() < choice.len() {
                        let live = live.into_iter().cloned().collect();
                        state.choices[idx] = Rc::new(live);
                    }
                    idx += 1;
                    settled += 1;
                }
            }
        }
        true
    }

    /// Whether an alternative holds whatever else is chosen. To look for that pays only where there is more to choose.
    fn is_known(&mut self, state: &State, alternative: &[Literal]) -> bool {
        alternative.iter().all(|literal| {
            state.has(*literal) || (state.choices.len() > 1 && self.is_refuted(state, literal.negated()))
        })
    }

    /// Whether a literal cannot hold beside what is asserted; not all that cannot is seen.
    fn is_refuted(&mut self, state: &State, literal: Literal) -> bool {
        if state.has(literal) {
            return false;
        }
        if state.has(literal.negated()) {
            return true;
        }
        let Literal { what, holds } = literal;
        match what {
            What::Node(node) if holds => self.is_node_refuted(state, node, FAR),
            What::Node(node) => node == NodeId::ANY,
            What::Rule(id) => self.is_rule_refuted(state, id, holds, FAR),
            What::Is(_) | What::Matches(_) => self.is_refuted_scalar(state, literal),
            What::Has(name) => holds && self.is_member_refuted(state, name),
            What::Declared(..) | What::Matched(..) | What::Others(_) => self.is_members_part_refuted(state, literal),
            What::At(..) | What::After(_) => self.is_items_part_refuted(state, literal),
            What::Enough(_) | What::NotTooMany(_) => false,
        }
    }

    /// [`Self::is_refuted`] of a node that holds: one of its rules cannot.
    fn is_node_refuted(&mut self, state: &State, node: NodeId, far: usize) -> bool {
        let rules = self.problem.rules_of(node).to_vec();
        rules.into_iter().any(|id| {
            let literal = What::Rule(id).holds();
            !state.has(literal) && (state.has(literal.negated()) || self.is_rule_refuted(state, id, true, far))
        })
    }

    /// [`Self::is_refuted`] of a rule; what it applies to the same value is looked at only so far.
    fn is_rule_refuted(&mut self, state: &State, id: RuleId, holds: bool, far: usize) -> bool {
        let rule = self.problem.get(id);
        if let Some(truth) = of_kind(&rule, state.kind) {
            return truth != holds;
        }
        match (&*rule, holds) {
            (Rule::Required(names), true) => names.iter().any(|name| state.has(What::Has(*name).fails())),
            (Rule::Required(names), false) => names.iter().all(|name| state.has(What::Has(*name).holds())),
            (Rule::Members(members), true) => self.is_declaration_refuted(state, members),
            (Rule::All(nodes), true) => match far.checked_sub(1) {
                Some(far) => nodes
                    .iter()
                    .any(|node| state.has(What::Node(*node).fails()) || self.is_node_refuted(state, *node, far)),
                None => false,
            },
            (Rule::All(_) | Rule::Any(_) | Rule::One(_) | Rule::Not(_) | Rule::If { .. } | Rule::Opaque(_), _) => false,
            _ => self.is_refuted_scalar(state, Literal { what: What::Rule(id), holds }),
        }
    }

    /// [`Self::is_refuted`] of what is said of numbers and texts themselves.
    fn is_refuted_scalar(&mut self, state: &State, literal: Literal) -> bool {
        if !matches!(state.kind, Kind::Number | Kind::String) {
            return false;
        }
        let mut with = State::new(state.kind);
        let mut literals = state.literals.clone();
        let Err(place) = literals.binary_search(&literal) else { return false };
        literals.insert(place, literal);
        with.literals = literals;
        match state.kind {
            Kind::Number => self.numbers(&with).is_empty(),
            _ => self.strings(&with).is_empty(),
        }
    }

    /// A value that what is asserted allows, choices left aside; it need not do what the goal wants.
    fn look(&mut self, goal: &Goal, state: &State) -> Outcome {
        if let Some(values) = self.constants(state) {
            let does = values.into_iter().find(|value| self.does(goal, value));
            return does.map_or(Outcome::Empty, Outcome::found);
        }
        match state.kind {
            Kind::Number => self.numbers(state),
            Kind::String => self.strings(state),
            Kind::Array => self.arrays(state),
            Kind::Object => self.objects(state),
            Kind::Null | Kind::Bool => unreachable!("there are few values of these kinds, and all are tried"),
        }
    }

    /// The values that can be meant, where there are only some.
    fn constants(&self, state: &State) -> Option<Vec<packwright_runtime_min::json::Value<'static>>> {
        let few = state.literals.iter().filter(|literal| literal.holds).find_map(|literal| match literal.what {
            What::Is(id) => Some(vec![id]),
            What::Rule(id) => match &*self.problem.rules[id.idx()] {
                Rule::Among(values) => Some(values.clone()),
                _ => None,
            },
            _ => None,
        })?;
        Some(few.into_iter().map(|id| self.problem.values[id.idx()].clone()).collect())
    }
}
