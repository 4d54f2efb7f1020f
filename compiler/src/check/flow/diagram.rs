//! Decision diagrams: when something holds, as a function of decisions with two or more outcomes.
//!
//! Equal functions are one diagram, so that "never" and "always" are seen at a glance, and a converge of all branches costs no more
//! than none of them. The order of the decisions is the order in which they were declared.

use std::collections::HashMap;

/// A function of decisions, by its diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Holds(u32);

impl Holds {
    /// In no case.
    pub(super) const NEVER: Self = Self(0);
    /// In all cases.
    pub(super) const ALWAYS: Self = Self(1);
}

/// A decision, by its rank.
pub(super) type Decision = u32;

/// More diagrams than this are given up: such a topology cannot be read by people either.
const MOST_DIAGRAMS: usize = 20_000;

/// All diagrams of one topology.
#[derive(Clone, Debug, Default)]
pub(super) struct Diagrams {
    /// Of each but the two constants: its first decision, and what holds after each outcome.
    inner: Vec<(Decision, Vec<Holds>)>,
    known: HashMap<(Decision, Vec<Holds>), Holds>,
    both: HashMap<(Holds, Holds), Holds>,
    either: HashMap<(Holds, Holds), Holds>,
    not: HashMap<Holds, Holds>,
    /// Outcomes by decision.
    outcomes: Vec<usize>,
    /// Whether there were too many: then answers mean nothing.
    pub is_exhausted: bool,
}

impl Diagrams {
    /// A decision with so many outcomes, after all decisions before.
    pub(super) fn decision(&mut self, outcomes: usize) -> Decision {
        self.outcomes.push(outcomes.max(1));
        u32::try_from(self.outcomes.len() - 1).expect("sources below 4 GiB hold fewer decisions than bytes")
    }

    /// That a decision has an outcome.
    pub(super) fn is(&mut self, decision: Decision, outcome: usize) -> Holds {
        let outcomes = self.outcomes[decision as usize];
        let after = (0..outcomes).map(|it| if it == outcome { Holds::ALWAYS } else { Holds::NEVER });
        let after = after.collect();
        self.make(decision, after)
    }

    /// That both hold.
    pub(super) fn both(&mut self, a: Holds, b: Holds) -> Holds {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Holds::NEVER, _) => Holds::NEVER,
            (Holds::ALWAYS, it) => it,
            _ if a == b => a,
            _ => {
                if let Some(known) = self.both.get(&(a, b)) {
                    return *known;
                }
                let made = self.combine(a, b, Self::both);
                self.both.insert((a, b), made);
                made
            }
        }
    }

    /// That one of both holds, or both do.
    pub(super) fn either(&mut self, a: Holds, b: Holds) -> Holds {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Holds::NEVER, it) => it,
            (Holds::ALWAYS, _) => Holds::ALWAYS,
            _ if a == b => a,
            _ => {
                if let Some(known) = self.either.get(&(a, b)) {
                    return *known;
                }
                let made = self.combine(a, b, Self::either);
                self.either.insert((a, b), made);
                made
            }
        }
    }

    /// That it does not hold.
    pub(super) fn not(&mut self, holds: Holds) -> Holds {
        match holds {
            Holds::NEVER => return Holds::ALWAYS,
            Holds::ALWAYS => return Holds::NEVER,
            Holds(_) => {}
        }
        if let Some(known) = self.not.get(&holds) {
            return *known;
        }
        let (decision, after) = self.inner[holds.0 as usize - 2].clone();
        let after = after.into_iter().map(|it| self.not(it)).collect();
        let made = self.make(decision, after);
        self.not.insert(holds, made);
        made
    }

    /// The decisions that make it hold, in their order: those that matter in one such case. None where it never does.
    pub(super) fn case(&self, holds: Holds) -> Option<Vec<(Decision, usize)>> {
        let mut case = Vec::new();
        let mut at = holds;
        while at != Holds::ALWAYS {
            if at == Holds::NEVER {
                return None;
            }
            let (decision, after) = &self.inner[at.0 as usize - 2];
            let outcome = after.iter().position(|it| *it != Holds::NEVER)?;
            case.push((*decision, outcome));
            at = after[outcome];
        }
        Some(case)
    }

    /// Whether one implies the other.
    pub(super) fn implies(&mut self, a: Holds, b: Holds) -> bool {
        let not_b = self.not(b);
        self.both(a, not_b) == Holds::NEVER
    }

    fn combine(&mut self, a: Holds, b: Holds, how: fn(&mut Self, Holds, Holds) -> Holds) -> Holds {
        let first = |holds: Holds| self.inner[holds.0 as usize - 2].0;
        let decision = first(a).min(first(b));
        let after = |diagrams: &Self, holds: Holds, outcome: usize| {
            let (it, after) = &diagrams.inner[holds.0 as usize - 2];
            if *it == decision { after[outcome] } else { holds }
        };
        let mut made = Vec::with_capacity(self.outcomes[decision as usize]);
        for outcome in 0..self.outcomes[decision as usize] {
            let (a, b) = (after(self, a, outcome), after(self, b, outcome));
            made.push(how(self, a, b));
        }
        self.make(decision, made)
    }

    fn make(&mut self, decision: Decision, after: Vec<Holds>) -> Holds {
        if after.iter().all(|it| *it == after[0]) {
            return after[0];
        }
        if self.inner.len() >= MOST_DIAGRAMS {
            self.is_exhausted = true;
            return Holds::NEVER;
        }
        if let Some(known) = self.known.get(&(decision, after.clone())) {
            return *known;
        }
        self.inner.push((decision, after.clone()));
        let made = Holds(u32::try_from(self.inner.len() + 1).expect("there are not that many"));
        self.known.insert((decision, after), made);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_outcomes_together_are_always_and_two_of_one_decision_are_never() {
        let mut it = Diagrams::default();
        let way = it.decision(3);
        let [a, b, c] = [0, 1, 2].map(|outcome| it.is(way, outcome));
        assert_eq!(it.both(a, b), Holds::NEVER);
        let two = it.either(a, b);
        assert_ne!(two, Holds::ALWAYS);
        assert_eq!(it.either(two, c), Holds::ALWAYS);
        assert_eq!(it.not(two), c);
    }

    #[test]
    fn a_case_names_the_decisions_that_matter() {
        let mut it = Diagrams::default();
        let (first, second) = (it.decision(2), it.decision(2));
        let (a, b) = (it.is(first, 1), it.is(second, 1));
        let both = it.both(a, b);
        assert_eq!(it.case(both), Some(vec![(first, 1), (second, 1)]));
        assert_eq!(it.case(b), Some(vec![(second, 1)]));
        assert_eq!(it.case(Holds::NEVER), None);
        assert!(it.implies(both, a) && !it.implies(a, both));
    }

    #[test]
    fn many_switches_after_each_other_that_converge_cost_little() {
        let mut it = Diagrams::default();
        let mut runs = Holds::ALWAYS;
        for _ in 0..200 {
            let decision = it.decision(2);
            let [a, b] = [0, 1].map(|outcome| it.is(decision, outcome));
            let (a, b) = (it.both(runs, a), it.both(runs, b));
            runs = it.either(a, b);
        }
        assert_eq!(runs, Holds::ALWAYS);
        assert!(it.inner.len() < 500 && !it.is_exhausted);
    }

    #[test]
    fn what_is_too_complicated_is_given_up() {
        let mut it = Diagrams::default();
        let decisions: Vec<_> = (0..40).map(|_| it.decision(2)).collect();
        let mut holds = Holds::NEVER;
        // Pairs far apart make a diagram of every set of the first halves.
        for at in 0..20 {
            let (a, b) = (it.is(decisions[at], 1), it.is(decisions[at + 20], 1));
            let pair = it.both(a, b);
            holds = it.either(holds, pair);
        }
        assert!(it.is_exhausted);
    }
}
