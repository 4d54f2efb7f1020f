//! Patterns of schemas, compiled: ECMA-262 as it is written becomes a form that is matched in linear time.
//!
//! Goes in: the text of `pattern` or a name of `patternProperties`. Comes out: a [`Pattern`] whose matcher is the cheapest form
//! that is exact, or the [`PatternFault`] that says why there is none.
//!
//! ```text
//! source --read--> Hir --lower--> literal | sequence | automaton
//!                      --print--> the regex crate's syntax, where the automaton would be too large
//! ```
//!
//! Refuses to know: schemas, and how generated code looks.

mod automaton;
mod fault;
pub(crate) mod language;
mod nfa;
mod read;
mod sequence;

use std::borrow::Cow;

use packwright_runtime_min::validate::{Matcher, Pattern, pattern::Engine};
use regex_syntax::hir::{Hir, HirKind, Look};

pub use fault::{PatternFault, PatternFaultKind};

/// Compiles a pattern.
pub fn compile(source: &str) -> Result<Pattern, PatternFault> {
    let hir = read::read(source)?;
    let matcher = match literal(&hir).or_else(|| sequence::sequence(&hir)).or_else(|| automaton::automaton(&hir)) {
        Some(matcher) => matcher,
        None => engine(&hir, source)?,
    };
    Ok(Pattern { source: Cow::Owned(source.to_owned()), matcher })
}

/// What a pattern says between `^` and `$`, where those are.
struct Anchored<'a> {
    start: bool,
    end: bool,
    parts: &'a [Hir],
}

impl<'a> Anchored<'a> {
    fn of(hir: &'a Hir) -> Self {
        let mut parts = match hir.kind() {
            HirKind::Concat(parts) => parts.as_slice(),
            HirKind::Empty => &[],
            _ => std::slice::from_ref(hir),
        };
        let is = |part: &Hir, look: Look| matches!(part.kind(), HirKind::Look(it) if *it == look);
        let (mut start, mut end) = (false, false);
        while let [first, rest @ ..] = parts
            && is(first, Look::Start)
        {
            (start, parts) = (true, rest);
        }
        while let [rest @ .., last] = parts
            && is(last, Look::End)
        {
            (end, parts) = (true, rest);
        }
        // What need not be there decides nothing at an open end.
        while let [first, rest @ ..] = parts
            && !start
            && may_be_nothing(first)
        {
            parts = rest;
        }
        while let [rest @ .., last] = parts
            && !end
            && may_be_nothing(last)
        {
            parts = rest;
        }
        Self { start, end, parts }
    }
}

/// Whether the empty text matches wherever it stands.
fn may_be_nothing(hir: &Hir) -> bool {
    hir.properties().minimum_len() == Some(0) && hir.properties().look_set().is_empty()
}

/// Comparisons with texts.
fn literal(hir: &Hir) -> Option<Matcher> {
    let Anchored { start, end, parts } = Anchored::of(hir);
    let text = match parts {
        [] => String::new(),
        [part] => match part.kind() {
            HirKind::Literal(literal) => text(&literal.0)?,
            HirKind::Alternation(alternatives) if start && end => {
                let texts = alternatives.iter().map(|alternative| match alternative.kind() {
                    HirKind::Literal(literal) => text(&literal.0).map(Cow::Owned),
                    HirKind::Empty => Some(Cow::Borrowed("")),
                    _ => None,
                });
                return Some(Matcher::OneOf(texts.collect::<Option<Vec<_>>>()?.into()));
            }
            HirKind::Repetition(repetition) if start && end && is_everything(&repetition.sub) => {
                return (repetition.min == 0 && repetition.max.is_none()).then_some(Matcher::Any);
            }
            _ => return None,
        },
        _ => return None,
    };
    let text = Cow::Owned(text);
    Some(match (start, end) {
        (true, true) => Matcher::Exact(text),
        _ if text.is_empty() => Matcher::Any,
        (true, false) => Matcher::Prefix(text),
        (false, true) => Matcher::Suffix(text),
        (false, false) => Matcher::Contains(text),
    })
}

fn is_everything(hir: &Hir) -> bool {
    let HirKind::Class(regex_syntax::hir::Class::Unicode(class)) = hir.kind() else { return false };
    matches!(class.ranges(), [range] if (range.start(), range.end()) == ('\0', char::MAX))
}

fn text(utf8: &[u8]) -> Option<String> {
    String::from_utf8(utf8.to_vec()).ok()
}

/// The `regex` crate's own printer writes what no setting of its parser reads differently: every class as ranges.
fn engine(hir: &Hir, source: &str) -> Result<Matcher, PatternFault> {
    Engine::compile(hir.to_string()).map(Matcher::Engine).map_err(|_| PatternFault::too_large(source))
}

#[cfg(test)]
mod tests;
