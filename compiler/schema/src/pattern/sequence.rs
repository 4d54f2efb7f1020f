//! Patterns that need no backtracking: each part takes all it can, and that is exact.

use std::borrow::Cow;

use packwright_runtime_min::validate::{
    Matcher,
    pattern::{Class, Sequence, Step},
};
use regex_syntax::hir::{self, ClassUnicode, ClassUnicodeRange, Hir, HirKind};

use super::{Anchored, text};

/// Sequences longer than this are read better as what they are.
const STEPS: usize = 64;

/// A character class and how often it is repeated, or a text.
enum Part {
    Text(String),
    Class { set: ClassUnicode, min: u32, max: Option<u32> },
}

/// The sequence, if the pattern is one.
pub(super) fn sequence(hir: &Hir) -> Option<Matcher> {
    let Anchored { start: true, end, parts } = Anchored::of(hir) else { return None };
    let mut parts = parts.iter().map(part).collect::<Option<Vec<_>>>()?;
    // At an open end the least is enough.
    if let Some(Part::Class { min, max, .. }) = parts.last_mut()
        && !end
    {
        *max = Some(*min);
    }
    let exact = (0..parts.len()).all(|idx| takes_all_it_can(&parts[idx], &parts[idx + 1..]));
    (exact && parts.len() <= STEPS)
        .then(|| Matcher::Sequence(Sequence { steps: parts.into_iter().map(Part::step).collect(), end }))
}

fn part(hir: &Hir) -> Option<Part> {
    match hir.kind() {
        HirKind::Literal(literal) => text(&literal.0).map(Part::Text),
        HirKind::Class(_) => Some(Part::Class { set: set(hir)?, min: 1, max: Some(1) }),
        HirKind::Repetition(repetition) => {
            let hir::Repetition { min, max, greedy: _, sub } = repetition;
            Some(Part::Class { set: set(sub)?, min: *min, max: *max })
        }
        HirKind::Empty | HirKind::Look(_) | HirKind::Capture(_) | HirKind::Concat(_) | HirKind::Alternation(_) => None,
    }
}

/// The characters that an expression of one character matches.
pub(super) fn set(hir: &Hir) -> Option<ClassUnicode> {
    match hir.kind() {
        HirKind::Class(hir::Class::Unicode(set)) => Some(set.clone()),
        HirKind::Class(hir::Class::Bytes(set)) => set.to_unicode_class(),
        HirKind::Literal(literal) => {
            let text = text(&literal.0)?;
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(only), None) => Some(ClassUnicode::new([ClassUnicodeRange::new(only, only)])),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a part never has to give anything back: it takes a fixed number, or nothing that may follow starts with what it takes.
fn takes_all_it_can(part: &Part, rest: &[Part]) -> bool {
    let Part::Class { set, min, max } = part else { return true };
    if *max == Some(*min) {
        return true;
    }
    for next in rest {
        let (first, may_be_nothing) = match next {
            Part::Text(text) => {
                let first = text.chars().next().expect("a literal is not empty");
                (&ClassUnicode::new([ClassUnicodeRange::new(first, first)]), false)
            }
            Part::Class { set, min, .. } => (set, *min == 0),
        };
        let mut both = set.clone();
        both.intersect(first);
        if !both.ranges().is_empty() {
            return false;
        }
        if !may_be_nothing {
            break;
        }
    }
    true
}

impl Part {
    fn step(self) -> Step {
        match self {
            Self::Text(text) => Step::Text(Cow::Owned(text)),
            Self::Class { set, min, max } => Step::Class { class: class(&set), min, max: max.unwrap_or(u32::MAX) },
        }
    }
}

fn class(set: &ClassUnicode) -> Class {
    let mut ascii = [0; 2];
    let mut others = Vec::new();
    for range in set.ranges() {
        for character in range.start()..=range.end().min('\x7f') {
            ascii[character as usize / 64] |= 1 << (character as u32 % 64);
        }
        if range.end() > '\x7f' {
            others.push((range.start().max('\u{80}'), range.end()));
        }
    }
    Class { ascii, others: others.into() }
}
