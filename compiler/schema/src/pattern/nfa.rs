//! Thompson's construction: an expression as states, each of which takes a character, asks where it is, or forks.

use regex_syntax::hir::{ClassUnicode, Hir, HirKind, Look, Repetition};

use super::sequence::set;

/// What a pattern does, step by step. The first state is 0.
pub(super) struct Nfa {
    pub(super) states: Vec<State>,
    /// The sets that states take.
    pub(super) sets: Vec<ClassUnicode>,
}

/// A step.
pub(super) enum State {
    /// Takes a character of a set.
    Take { set: usize, then: usize },
    /// Goes on where this holds.
    Look { look: Look, then: usize },
    /// Goes on in all of these.
    Fork(Vec<usize>),
    /// The pattern matches.
    Match,
}

/// More states than this are not worth a table.
const STATES: usize = 2000;

impl Nfa {
    /// The states of a pattern that is searched in a text; none if there are too many.
    pub(super) fn of(hir: &Hir) -> Option<Self> {
        let mut nfa = Self { states: Vec::new(), sets: Vec::new() };
        let start = nfa.push(State::Fork(Vec::new()))?;
        let matched = nfa.push(State::Match)?;
        let body = nfa.compile(hir, matched)?;
        let mut all = ClassUnicode::empty();
        all.negate();
        let set = nfa.intern(all);
        let search = nfa.push(State::Take { set, then: start })?;
        nfa.states[start] = State::Fork(vec![body, search]);
        Some(nfa)
    }

    fn push(&mut self, state: State) -> Option<usize> {
        self.states.push(state);
        (self.states.len() <= STATES).then(|| self.states.len() - 1)
    }

    fn intern(&mut self, set: ClassUnicode) -> usize {
        self.sets.iter().position(|it| *it == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        })
    }

    /// The state in which `hir` starts, where `then` is what comes after it.
    fn compile(&mut self, hir: &Hir, then: usize) -> Option<usize> {
        match hir.kind() {
            HirKind::Empty => Some(then),
            HirKind::Look(look) => self.push(State::Look { look: *look, then }),
            HirKind::Class(_) => {
                let set = self.intern(set(hir)?);
                self.push(State::Take { set, then })
            }
            HirKind::Literal(literal) => {
                let text = super::text(&literal.0)?;
                text.chars().rev().try_fold(then, |then, character| {
                    let set = self
                        .intern(ClassUnicode::new([regex_syntax::hir::ClassUnicodeRange::new(character, character)]));
                    self.push(State::Take { set, then })
                })
            }
            HirKind::Concat(parts) => parts.iter().rev().try_fold(then, |then, part| self.compile(part, then)),
            HirKind::Alternation(parts) => {
                let starts = parts.iter().map(|part| self.compile(part, then)).collect::<Option<_>>()?;
                self.push(State::Fork(starts))
            }
            HirKind::Repetition(Repetition { min, max, greedy: _, sub }) => {
                let optional = match max {
                    None => {
                        let fork = self.push(State::Fork(Vec::new()))?;
                        let again = self.compile(sub, fork)?;
                        self.states[fork] = State::Fork(vec![again, then]);
                        fork
                    }
                    Some(max) => (*min..*max).try_fold(then, |rest, _| {
                        let more = self.compile(sub, rest)?;
                        self.push(State::Fork(vec![more, then]))
                    })?,
                };
                (0..*min).try_fold(optional, |then, _| self.compile(sub, then))
            }
            HirKind::Capture(capture) => self.compile(&capture.sub, then),
        }
    }
}
