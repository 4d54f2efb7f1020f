//! Strings: lengths, patterns, formats, and some that are left out.

use std::{collections::HashMap, rc::Rc};

use packwright_runtime_min::{
    json::Value,
    validate::{Format, Pattern},
};

use super::{
    Undecided, formats,
    literal::{Literal, What},
    mix::Mixing,
    problem::Rule,
    prover::{Outcome, Prover},
    state::State,
};
use crate::pattern::language::{Language, Search, Wanted};

/// Longer texts are not written down.
const LONGEST: usize = 100_000;

/// How many steps of automata are one step of a proof.
const STEPS: usize = 16;

/// Languages of patterns and what was found in them.
#[derive(Default)]
pub(super) struct Languages {
    by_source: HashMap<String, Option<Rc<Language>>>,
    /// By what was asserted.
    found: HashMap<Vec<Literal>, Outcome, Mixing>,
}

impl Languages {
    /// The language of a pattern, if it is small enough.
    fn of(&mut self, source: &str) -> Option<Rc<Language>> {
        if let Some(known) = self.by_source.get(source) {
            return known.clone();
        }
        let language = Language::of(source).map(Rc::new);
        self.by_source.insert(source.to_owned(), language.clone());
        language
    }
}

/// What a text must be.
#[derive(Default)]
struct Text<'p> {
    least: usize,
    most: Option<usize>,
    patterns: Vec<(&'p Pattern, bool)>,
    formats: Vec<(Format, bool)>,
    left_out: Vec<String>,
}

impl Text<'_> {
    /// Whether a text is as it must be.
    fn is(&self, text: &str) -> bool {
        let length = text.chars().count();
        length >= self.least
            && self.most.is_none_or(|most| length <= most)
            && self.patterns.iter().all(|(pattern, holds)| pattern.matches(text) == *holds)
            && self.formats.iter().all(|(format, holds)| format.accepts(text) == *holds)
            && !self.left_out.iter().any(|other| other == text)
    }

    /// Texts of some length, more than are left out.
    fn plain(&self) -> Option<String> {
        let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{100}'..='\u{d7ff}');
        let length = if self.least == 0 && !self.left_out.iter().any(String::is_empty) { 0 } else { self.least.max(1) };
        if self.most.is_some_and(|most| length > most) {
            return None;
        }
        let Some(but_one) = length.checked_sub(1) else { return Some(String::new()) };
        let beginning = "a".repeat(but_one);
        letters.map(|letter| format!("{beginning}{letter}")).find(|text| !self.left_out.contains(text))
    }
}

impl<'p> Prover<'p> {
    /// A text as it is wanted.
    pub(super) fn strings(&mut self, state: &State) -> Outcome {
        let is_about_texts = |literal: &&Literal| match literal.what {
            What::Rule(id) => matches!(
                *self.problem.rules[id.idx()],
                Rule::MaxLength(_) | Rule::MinLength(_) | Rule::Pattern(_) | Rule::Format(_)
            ),
            What::Is(_) | What::Matches(_) => true,
            _ => false,
        };
        let key: Vec<Literal> = state.literals.iter().filter(is_about_texts).copied().collect();
        if let Some(found) = self.languages.found.get(&key) {
            return found.clone();
        }
        let text = self.text(&key);
        let outcome = self.find(&text);
        self.languages.found.insert(key, outcome.clone());
        outcome
    }

    fn text(&self, literals: &[Literal]) -> Text<'p> {
        let mut text = Text::default();
        let patterns = &self.problem.patterns;
        for Literal { what, holds } in literals {
            match what {
                What::Rule(id) => match (&*self.problem.rules[id.idx()], holds) {
                    (Rule::MinLength(least), true) => text.least = text.least.max(*least),
                    (Rule::MaxLength(most), false) => text.least = text.least.max(most.saturating_add(1)),
                    (Rule::MaxLength(most), true) => {
                        text.most = Some(text.most.map_or(*most, |known| known.min(*most)))
                    }
                    // What accepts any text is no rule of a plan, so the least is not zero.
                    (Rule::MinLength(least), false) => {
                        let most = least.saturating_sub(1);
                        text.most = Some(text.most.map_or(most, |known| known.min(most)));
                    }
                    (Rule::Pattern(id), holds) => text.patterns.push((patterns[id.idx()], *holds)),
                    (Rule::Format(format), holds) => text.formats.push((*format, *holds)),
                    _ => {}
                },
                What::Matches(id) => text.patterns.push((patterns[id.idx()], *holds)),
                What::Is(id) => {
                    text.left_out.extend(self.problem.values[id.idx()].as_str().map(str::to_owned));
                }
                _ => {}
            }
        }
        text
    }

    fn find(&mut self, text: &Text<'p>) -> Outcome {
        let found = |text: String| Outcome::found(Value::String(text.into()));
        if text.most.is_some_and(|most| text.least > most) {
            return Outcome::Empty;
        }
        if text.least > LONGEST {
            return Outcome::Open(Undecided::Effort);
        }
        let is_within = |wide: &Format| {
            text.formats.iter().any(|(format, holds)| *holds && formats::known(*format).wider.contains(wide))
        };
        if text.formats.iter().any(|(format, holds)| !holds && is_within(format)) {
            return Outcome::Empty;
        }
        match text.plain() {
            Some(plain) if text.is(&plain) => return found(plain),
            None if text.patterns.is_empty() && text.formats.is_empty() => return Outcome::Empty,
            Some(_) | None => {}
        }
        if let Some(sample) = SAMPLES.iter().find(|sample| text.is(sample)) {
            return found((*sample).to_owned());
        }
        let mut open = Undecided::Format;
        for side in [Side::Around, Side::Within] {
            match self.search(text, side) {
                Ok(Search::Empty) if side == Side::Around => return Outcome::Empty,
                Ok(Search::Found(it)) if text.is(&it) => return found(it),
                Ok(Search::Found(_) | Search::Empty) => {}
                Ok(Search::Spent) => open = Undecided::Effort,
                Err(undecided) => open = undecided,
            }
        }
        Outcome::Open(open)
    }

    /// Searches texts that are all of those wanted and more, or only some of them.
    fn search(&mut self, text: &Text<'p>, side: Side) -> Result<Search, Undecided> {
        let mut languages = Vec::new();
        let sources =
            text.patterns.iter().map(|(pattern, holds)| (pattern.source.as_ref(), *holds, Undecided::Pattern));
        let formats = text.formats.iter().map(|(format, holds)| {
            let known = formats::known(*format);
            // What is not of a format is around what is not within it.
            let source = if (side == Side::Around) == *holds { known.around } else { known.within };
            (source, *holds, Undecided::Format)
        });
        for (source, holds, undecided) in sources.chain(formats) {
            match self.languages.of(source) {
                Some(language) => languages.push((language, holds)),
                // Without it there are more.
                None if side == Side::Around => {}
                None => return Err(undecided),
            }
        }
        let left_out: Vec<&str> = text.left_out.iter().map(String::as_str).collect();
        let wanted = Wanted { languages: &languages, least: text.least, most: text.most, left_out: &left_out };
        let mut steps = self.steps_left().saturating_mul(STEPS);
        let before = steps;
        let search = wanted.search(&mut steps);
        self.spend((before - steps).div_ceil(STEPS))?;
        Ok(search)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Around,
    Within,
}

/// Texts of formats, and of none.
const SAMPLES: &[&str] = &[
    "",
    "a",
    "text",
    "1",
    "2024-02-29",
    "2024-02-29T12:30:00Z",
    "12:30:00Z",
    "P1DT12H",
    "someone@example.com",
    "example.com",
    "192.0.2.1",
    "2001:db8::1",
    "https://example.com/",
    "http://\u{e9}.example/",
    "\u{e9}@example.com",
    "//example.com",
    "2f1a7f0e-58a4-4d3a-9d6c-5b8a3c1e7f42",
    "https://example.com/{name}",
    "/name",
    "1/name",
    "\u{e9}",
    "{",
    "(",
    " ",
];
