//! The subset construction: what an expression may be doing at once, as one state of a table.

use std::collections::{BTreeMap, BTreeSet};

use packwright_runtime_min::validate::{Matcher, pattern::Automaton};
use regex_syntax::hir::{Hir, Look};

use super::nfa::{Nfa, State};

/// States that are built before those that do the same are merged.
const BUILT: usize = 1000;

/// Cells of the table that generated code is ready to carry.
const CELLS: usize = 4096;

/// The automaton of a pattern, unless it would be too large.
pub(super) fn automaton(hir: &Hir) -> Option<Matcher> {
    let nfa = Nfa::of(hir)?;
    let alphabet = Alphabet::of(&nfa);
    let table = Table::build(&nfa, &alphabet)?.minimised();
    table.automaton(&alphabet).map(Matcher::Automaton)
}

/// Characters in groups that no set of the pattern tells apart.
struct Alphabet {
    /// From which character on, which group.
    ranges: Vec<(char, usize)>,
    /// For each group, the sets that it is in.
    sets: Vec<Vec<bool>>,
    /// For each group, whether its characters are those of words.
    words: Vec<bool>,
}

impl Alphabet {
    fn of(nfa: &Nfa) -> Self {
        let words =
            nfa.states.iter().any(|it| matches!(it, State::Look { look: Look::WordAscii | Look::WordAsciiNegate, .. }));
        // U+0080 begins a range because ASCII has a table of its own.
        let mut bounds = BTreeSet::from(['\0', '\u{80}']);
        bounds.extend(['0', ':', 'A', '[', '_', '`', 'a', '{'].into_iter().filter(|_| words));
        for range in nfa.sets.iter().flat_map(|set| set.ranges()) {
            bounds.insert(range.start());
            bounds.extend((range.end()..=char::MAX).nth(1));
        }
        let mut groups = BTreeMap::new();
        let mut alphabet = Self { ranges: Vec::new(), sets: Vec::new(), words: Vec::new() };
        for bound in bounds {
            let sets: Vec<bool> = nfa.sets.iter().map(|set| has(set, bound)).collect();
            let word = words && is_word(bound);
            let group = *groups.entry((sets.clone(), word)).or_insert_with(|| {
                alphabet.sets.push(sets);
                alphabet.words.push(word);
                alphabet.sets.len() - 1
            });
            alphabet.ranges.push((bound, group));
        }
        alphabet
    }
}

fn has(set: &regex_syntax::hir::ClassUnicode, character: char) -> bool {
    let ranges = set.ranges();
    let idx = ranges.partition_point(|range| range.end() < character);
    ranges.get(idx).is_some_and(|range| range.start() <= character)
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Where a text is between two characters.
#[derive(Clone, Copy)]
struct Between {
    start: bool,
    end: bool,
    word_before: bool,
    word_after: bool,
}

impl Between {
    fn holds(self, look: Look) -> bool {
        match look {
            Look::Start => self.start,
            Look::End => self.end,
            Look::WordAscii => self.word_before != self.word_after,
            Look::WordAsciiNegate => self.word_before == self.word_after,
            _ => unreachable!("ECMA-262 without flags has no other assertions"),
        }
    }
}

/// What the pattern may be doing before the next character is known: assertions wait until it is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Subset {
    states: Vec<usize>,
    start: bool,
    word_before: bool,
}

/// A deterministic automaton. State 0 has failed, state 1 has matched.
pub(super) struct Table {
    pub(super) start: usize,
    /// The state after each state and group of characters.
    pub(super) next: Vec<Vec<usize>>,
    pub(super) accepts: Vec<bool>,
}

impl Table {
    /// The table of a pattern, and from which character on there is which group; none if it would be too large.
    pub(super) fn of(hir: &Hir) -> Option<(Self, Vec<(char, usize)>)> {
        let nfa = Nfa::of(hir)?;
        let alphabet = Alphabet::of(&nfa);
        Some((Self::build(&nfa, &alphabet)?.minimised(), alphabet.ranges))
    }

    fn build(nfa: &Nfa, alphabet: &Alphabet) -> Option<Self> {
        let groups = alphabet.sets.len();
        let mut table = Self { start: 2, next: vec![vec![0; groups], vec![1; groups]], accepts: vec![false, true] };
        let first = Subset { states: vec![0], start: true, word_before: false };
        let mut ids = BTreeMap::from([(first.clone(), 2)]);
        let mut todo = vec![first];
        let mut idx = 0;
        while idx < todo.len() {
            let subset = todo[idx].clone();
            idx += 1;
            let Subset { states, start, word_before } = subset;
            let closed = |end, word_after| close(nfa, &states, Between { start, end, word_before, word_after });
            table.accepts.push(closed(true, false).is_none());
            let [before_other, before_word] = [closed(false, false), closed(false, true)];
            let row = (0..groups).map(|group| {
                let closed = if alphabet.words[group] { &before_word } else { &before_other };
                let Some(closed) = closed else { return 1 };
                let states: BTreeSet<usize> = closed
                    .iter()
                    .filter_map(|state| match &nfa.states[*state] {
                        State::Take { set, then } if alphabet.sets[group][*set] => Some(*then),
                        _ => None,
                    })
                    .collect();
                if states.is_empty() {
                    return 0;
                }
                let subset =
                    Subset { states: states.into_iter().collect(), start: false, word_before: alphabet.words[group] };
                let fresh = ids.len() + 2;
                *ids.entry(subset).or_insert_with_key(|subset| {
                    todo.push(subset.clone());
                    fresh
                })
            });
            let row = row.collect();
            table.next.push(row);
            if ids.len() > BUILT {
                return None;
            }
        }
        Some(table)
    }

    /// Merges states that no text tells apart (Moore): split by what they accept, then by where they lead, until nothing splits.
    fn minimised(self) -> Self {
        let mut class: Vec<usize> = self.accepts.iter().map(|accepts| usize::from(*accepts)).collect();
        let mut count = 2;
        loop {
            // The failed and the matched state come first, and stay 0 and 1.
            let mut ids = BTreeMap::new();
            let split: Vec<usize> = (0..class.len())
                .map(|state| {
                    let leads: Vec<usize> = self.next[state].iter().map(|next| class[*next]).collect();
                    let fresh = ids.len();
                    *ids.entry((class[state], leads)).or_insert(fresh)
                })
                .collect();
            let done = ids.len() == count;
            count = ids.len();
            class = split;
            if done {
                break;
            }
        }
        let mut merged = Self { start: class[self.start], next: vec![Vec::new(); count], accepts: vec![false; count] };
        for (state, to) in class.iter().enumerate() {
            merged.next[*to] = self.next[state].iter().map(|next| class[*next]).collect();
            merged.accepts[*to] = self.accepts[state];
        }
        merged
    }

    /// The table as the runtime reads it: groups that lead to the same states are one.
    fn automaton(&self, alphabet: &Alphabet) -> Option<Automaton> {
        let mut columns: BTreeMap<Vec<usize>, u8> = BTreeMap::new();
        let mut merged = Vec::new();
        for group in 0..alphabet.sets.len() {
            let column: Vec<usize> = self.next.iter().map(|row| row[group]).collect();
            let fresh = u8::try_from(columns.len()).ok()?;
            merged.push(*columns.entry(column).or_insert(fresh));
        }
        let groups = u8::try_from(columns.len()).ok()?;
        if self.next.len() * usize::from(groups) > CELLS {
            return None;
        }
        let mut next = vec![0; self.next.len() * usize::from(groups)];
        for (column, group) in &columns {
            for (state, to) in column.iter().enumerate() {
                next[state * usize::from(groups) + usize::from(*group)] = u8::try_from(*to).ok()?;
            }
        }
        let (mut ascii, mut others): (Vec<u8>, Vec<(char, u8)>) = (Vec::new(), Vec::new());
        for (idx, (first, group)) in alphabet.ranges.iter().enumerate() {
            let group = merged[*group];
            if first.is_ascii() {
                let end = alphabet.ranges.get(idx + 1).map_or(0x80, |(end, _)| *end as usize);
                ascii.resize(end, group);
            } else if others.last().is_none_or(|(_, last)| *last != group) {
                others.push((*first, group));
            }
        }
        Some(Automaton {
            ascii: ascii.into(),
            others: others.into(),
            start: u8::try_from(self.start).ok()?,
            groups,
            next: next.into(),
            accepts: self.accepts.clone().into(),
        })
    }
}

/// All that is reached without a character; none if the pattern has matched.
fn close(nfa: &Nfa, states: &[usize], between: Between) -> Option<Vec<usize>> {
    let mut seen = vec![false; nfa.states.len()];
    let mut todo = states.to_vec();
    let mut takes = Vec::new();
    while let Some(state) = todo.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        match &nfa.states[state] {
            State::Take { .. } => takes.push(state),
            State::Look { look, then } if between.holds(*look) => todo.push(*then),
            State::Look { .. } => {}
            State::Fork(states) => todo.extend(states),
            State::Match => return None,
        }
    }
    Some(takes)
}
