//! From a text to its tree.

use std::ops::Range;

use super::{cel, reference, tokens, tree::Expr};
use crate::source::Span;

/// Where a range of the text is in the source.
pub type Place<'p> = &'p dyn Fn(Range<usize>) -> Span;

/// Why a text is not an expression that packwright has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it stops being one.
    pub at: Range<usize>,
    /// What is wrong there.
    pub kind: FaultKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing between the braces.
    Empty,
    /// A field's name with `-` in it: in CEL that is a subtraction.
    Hyphen,
    /// A `.` without a name after it.
    Field,
    /// Something that cannot stand here.
    Unexpected,
    /// It ends where something must follow.
    Unfinished,
    /// A bracket or a quote without its partner.
    NotClosed,
    /// `=`, `&` or `|`; this was meant.
    HalfAnOperator(&'static str),
    /// Brackets in brackets, too often.
    TooDeep,
    /// More than fits one expression.
    TooLong,
    /// What CEL's parser says.
    Cel(String),
    /// Something of CEL that packwright does not have: what it is, and what to write.
    Unsupported(&'static str, &'static str),
}

/// Reads the expression which is the whole of `text`.
///
/// # Errors
/// The first thing that is not part of one.
pub fn parse(text: &str, place: Place<'_>) -> Result<Expr, Fault> {
    if let Some(reference) = reference::read(text, place) {
        return Ok(reference);
    }
    if text.trim().is_empty() {
        return Err(Fault { at: 0..text.len(), kind: FaultKind::Empty });
    }
    let tokens = tokens::scan(text)?;
    if tokens.list.is_empty() {
        return Err(Fault { at: 0..text.len(), kind: FaultKind::Empty });
    }
    if let Some(at) = hyphenated(text, &tokens) {
        return Err(Fault { at, kind: FaultKind::Hyphen });
    }
    cel::parse(text, &tokens, place)
}

/// `args.per-page`: a name, `-` and a name without blanks between them, where nothing after it says that a root begins there.
fn hyphenated(text: &str, tokens: &tokens::Tokens) -> Option<Range<usize>> {
    let is_word = |token: &Range<usize>| {
        text[token.clone()].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !text[token.clone()].contains(['"', '\''])
    };
    let is_sign = |token: &Range<usize>, sign: &str| &text[token.clone()] == sign;
    let list = &tokens.list;
    let start = list.windows(3).position(|three| {
        let touch = three[0].end == three[1].start && three[1].end == three[2].start;
        touch && is_word(&three[0]) && is_sign(&three[1], "-") && is_word(&three[2])
    })?;
    let mut end = start + 2;
    while let Some([minus, word]) = list.get(end + 1..end + 3)
        && is_sign(minus, "-")
        && is_word(word)
        && list[end].end == minus.start
        && minus.end == word.start
    {
        end += 2;
    }
    let goes_on = list.get(end + 1).is_some_and(|next| matches!(&text[next.clone()], "." | "[" | "("));
    (!goes_on).then(|| list[start].start..list[end].end)
}

#[cfg(test)]
mod tests;
