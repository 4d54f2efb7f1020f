//! Patterns as languages: the shortest text that some match and others do not, or that there is none.
//!
//! Automata of all patterns run side by side over a common alphabet, and a breadth-first search finds the shortest way to where all
//! of them say what is wanted.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use super::{automaton::Table, read};

/// What a pattern matches, as an automaton.
pub(crate) struct Language {
    table: Table,
    /// From which character on, which group of the table's.
    ranges: Vec<(char, usize)>,
}

/// What became of a search.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// No text is like that.
    Empty,
    /// This is the shortest.
    Found(String),
    /// It takes more steps than there are.
    Spent,
}

/// A text that is looked for.
pub(crate) struct Wanted<'a> {
    /// Languages that it is in, or not.
    pub(crate) languages: &'a [(Rc<Language>, bool)],
    /// The least number of characters.
    pub(crate) least: usize,
    /// The most.
    pub(crate) most: Option<usize>,
    /// Texts which it is not.
    pub(crate) left_out: &'a [&'a str],
}

impl Language {
    /// The language of a pattern; none if it is too large.
    pub(crate) fn of(source: &str) -> Option<Self> {
        let (table, ranges) = Table::of(&read::read(source).ok()?)?;
        Some(Self { table, ranges })
    }

    fn group(&self, character: char) -> usize {
        self.ranges[self.ranges.partition_point(|(first, _)| *first <= character) - 1].1
    }
}

impl Wanted<'_> {
    /// Looks for it, taking `steps`.
    pub(crate) fn search(&self, steps: &mut usize) -> Search {
        let alphabet = self.alphabet();
        let mut run = Run { wanted: self, alphabet: &alphabet, reached: Vec::new(), steps };
        run.search()
    }

    /// One character, the plainest, of each group that nothing tells apart; with the groups that it is in.
    fn alphabet(&self) -> Vec<(char, Vec<usize>)> {
        let mut bounds: BTreeSet<char> = PLAIN.iter().copied().chain(['\0']).collect();
        bounds.extend(PLAIN.iter().filter_map(|plain| (*plain..=char::MAX).nth(1)));
        bounds.extend(self.languages.iter().flat_map(|(language, _)| language.ranges.iter().map(|(first, _)| *first)));
        for character in self.left_out.iter().flat_map(|text| text.chars()) {
            bounds.insert(character);
            bounds.extend((character..=char::MAX).nth(1));
        }
        let left_out: HashSet<char> = self.left_out.iter().flat_map(|text| text.chars()).collect();
        let mut groups: HashMap<(Vec<usize>, Option<char>), char> = HashMap::new();
        let mut order = Vec::new();
        for bound in bounds {
            let in_groups: Vec<usize> = self.languages.iter().map(|(language, _)| language.group(bound)).collect();
            let key = (in_groups, left_out.contains(&bound).then_some(bound));
            let known = groups.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                bound
            });
            if rank(bound) < rank(*known) {
                *known = bound;
            }
        }
        let mut alphabet: Vec<_> = order.into_iter().map(|key| (groups[&key], key.0)).collect();
        alphabet.sort_by_key(|(character, _)| rank(*character));
        alphabet
    }
}

/// Characters that people like to read, the plainest first.
const PLAIN: [char; 8] = ['a', 'x', 'A', '0', '1', '-', '.', ' '];

fn rank(character: char) -> (usize, char) {
    let plain = PLAIN.iter().position(|plain| *plain == character);
    let others = if character.is_ascii_graphic() { PLAIN.len() } else { PLAIN.len() + 1 };
    (plain.unwrap_or(others), character)
}

/// Where the automata are, and how far the text is one of those that are left out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    states: Vec<usize>,
    /// Which of those left out begin with the text so far.
    beginning: Vec<usize>,
}

struct Run<'a> {
    wanted: &'a Wanted<'a>,
    alphabet: &'a [(char, Vec<usize>)],
    /// Each place with where it was reached from, by which character.
    reached: Vec<(Place, usize, char)>,
    steps: &'a mut usize,
}

impl Run<'_> {
    fn search(&mut self) -> Search {
        let Wanted { languages, least, most, left_out } = self.wanted;
        let states = languages.iter().map(|(language, _)| language.table.start).collect();
        let start = Place { states, beginning: (0..left_out.len()).collect() };
        if self.is_hopeless(&start) {
            return Search::Empty;
        }
        self.reached.push((start.clone(), 0, '\0'));
        // Where the length does not matter any more, to be somewhere again is of no use.
        let mut seen = HashSet::from([start]);
        let mut layer = 0..1;
        for length in 0.. {
            if length >= *least
                && let Some(idx) = layer.clone().find(|idx| self.is_wanted(*idx, length))
            {
                return Search::Found(self.text(idx));
            }
            if most.is_some_and(|most| length >= most) {
                break;
            }
            if length < *least {
                seen.clear();
            }
            let end = layer.end;
            for idx in layer {
                for (character, groups) in self.alphabet {
                    let Some(left) = self.steps.checked_sub(1) else { return Search::Spent };
                    *self.steps = left;
                    let place = self.next(&self.reached[idx].0, *character, groups, length);
                    if !self.is_hopeless(&place) && seen.insert(place.clone()) {
                        self.reached.push((place, idx, *character));
                    }
                }
            }
            layer = end..self.reached.len();
            if layer.is_empty() {
                break;
            }
        }
        Search::Empty
    }

    fn next(&self, place: &Place, character: char, groups: &[usize], length: usize) -> Place {
        let states = self.wanted.languages.iter().zip(&place.states).zip(groups);
        let states = states.map(|(((language, _), state), group)| language.table.next[*state][*group]).collect();
        let goes_on = |which: &&usize| self.wanted.left_out[**which].chars().nth(length) == Some(character);
        Place { states, beginning: place.beginning.iter().filter(goes_on).copied().collect() }
    }

    /// Whether no text that got here is one.
    fn is_hopeless(&self, place: &Place) -> bool {
        let mut states = self.wanted.languages.iter().zip(&place.states);
        states.any(|((_, is_in), state)| *state == usize::from(!is_in))
    }

    fn is_wanted(&self, idx: usize, length: usize) -> bool {
        let Place { states, beginning } = &self.reached[idx].0;
        let mut states = self.wanted.languages.iter().zip(states);
        states.all(|((language, is_in), state)| language.table.accepts[*state] == *is_in)
            && !beginning.iter().any(|which| self.wanted.left_out[*which].chars().count() == length)
    }

    fn text(&self, idx: usize) -> String {
        let mut characters = Vec::new();
        let mut idx = idx;
        while idx != 0 {
            let (_, from, character) = &self.reached[idx];
            characters.push(*character);
            idx = *from;
        }
        characters.into_iter().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(matched: &[&str], unmatched: &[&str], expect: Option<&str>) {
        let language = |source: &&str| Rc::new(Language::of(source).expect("it is small"));
        let matched = matched.iter().map(|source| (language(source), true));
        let unmatched = unmatched.iter().map(|source| (language(source), false));
        let languages: Vec<_> = matched.chain(unmatched).collect();
        let wanted = Wanted { languages: &languages, least: 0, most: None, left_out: &[] };
        let expect = expect.map_or(Search::Empty, |text| Search::Found(text.to_owned()));
        assert_eq!(wanted.search(&mut 100_000), expect);
    }

    #[test]
    fn a_language_within_another_has_no_text_outside_it() {
        check(&["^[a-c]+$"], &["^[a-z]+$"], None);
        check(&["^[a-z]+$"], &["^[a-c]+$"], Some("x"));
        check(&[r"^\d{4}-\d{2}$"], &[r"^\d+-\d+$"], None);
        check(&[r"^(ab)*$"], &["^(abab)*$"], Some("ab"));
        check(&["^x-"], &["x"], None);
        check(&[r"\bcat\b"], &["cat"], None);
        check(&["cat"], &[r"\bcat\b"], Some("acat"));
    }

    #[test]
    fn lengths_count_and_texts_can_be_left_out() {
        let languages = [(Rc::new(Language::of("^(aa|bb)+$").expect("it is small")), true)];
        let search = |least, most, left_out: &[&str]| {
            Wanted { languages: &languages, least, most, left_out }.search(&mut 100_000)
        };
        assert_eq!(search(3, None, &[]), Search::Found("aaaa".to_owned()));
        assert_eq!(search(3, Some(3), &[]), Search::Empty);
        assert_eq!(search(0, Some(2), &["aa"]), Search::Found("bb".to_owned()));
        assert_eq!(search(0, Some(2), &["aa", "bb"]), Search::Empty);
        assert_eq!(search(50_000, None, &[]), Search::Spent);
    }
}
