//! Patterns as a table.

use crate::validate::plan::List;

/// A deterministic automaton over groups of characters that the pattern does not tell apart.
///
/// Two states are special: in [`Automaton::FAILED`] no text can match any more, in [`Automaton::MATCHED`] every text does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The group of each ASCII character: 128 numbers.
    pub ascii: List<u8>,
    /// Other characters: from which one on, which group. In order; the first is U+0080.
    pub others: List<(char, u8)>,
    /// Where a text starts.
    pub start: u8,
    /// How many groups there are.
    pub groups: u8,
    /// The state after each state and group, a row for each state.
    pub next: List<u8>,
    /// For each state, whether a text that ends in it matches.
    pub accepts: List<bool>,
}

impl Automaton {
    /// No text that got here matches.
    pub const FAILED: u8 = 0;

    /// Each text that got here matches.
    pub const MATCHED: u8 = 1;

    /// Whether the text matches.
    pub fn matches(&self, text: &str) -> bool {
        let mut state = self.start;
        for character in text.chars() {
            if state <= Self::MATCHED {
                break;
            }
            state = self.next[usize::from(state) * usize::from(self.groups) + usize::from(self.group(character))];
        }
        self.accepts[usize::from(state)]
    }

    /// Whether the text, which is ASCII, matches.
    pub(super) fn matches_ascii(&self, text: &[u8]) -> bool {
        let mut state = self.start;
        for byte in text {
            if state <= Self::MATCHED {
                break;
            }
            let group = self.ascii.get(usize::from(*byte)).copied().unwrap_or_default();
            state = self.next[usize::from(state) * usize::from(self.groups) + usize::from(group)];
        }
        self.accepts[usize::from(state)]
    }

    fn group(&self, character: char) -> u8 {
        match self.ascii.get(character as usize) {
            Some(group) => *group,
            None => {
                let idx = self.others.partition_point(|(first, _)| *first <= character);
                self.others[idx - 1].1
            }
        }
    }
}
