//! References, read without CEL's parser: a root and the steps from it.
//!
//! By far the commonest expressions are `args.city` and `forecast.daily[1].high`, and the parser takes a hundred times as long for
//! them. What this reader does not know it leaves to the parser; a test holds both to the same trees.

use std::ops::Range;

use super::{
    parse::Place,
    tree::{Brackets, Expr, Kind, Literal, is_keyword, is_reserved},
};
use crate::source::Spanned;

/// The reference which is the whole of `text`, or none.
pub(super) fn read(text: &str, place: Place<'_>) -> Option<Expr> {
    let start = text.len() - text.trim_ascii_start().len();
    let end = text.trim_ascii_end().len();
    let root = name(text, start)?;
    if is_reserved(&text[root.clone()]) {
        return None;
    }
    let mut at = root.end;
    let mut expr = Expr { kind: Kind::Name(text[root.clone()].to_owned()), span: place(root) };
    while at < end {
        let kind;
        (kind, at) = match text.as_bytes()[at] {
            b'.' => {
                let field = name(text, at + 1)?;
                let name = Spanned::new(text[field.clone()].to_owned(), place(field.clone()));
                (Kind::Field(Box::new(expr), name), field.end)
            }
            b'[' => index(&text[..end], at, expr, place)?,
            _ => return None,
        };
        expr = Expr { kind, span: place(start..at) };
    }
    Some(expr)
}

/// `[A-Za-z_][A-Za-z0-9_]*` at `start`, unless CEL reads it as something else.
fn name(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = &text.as_bytes()[start.min(text.len())..];
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let starts_well = rest.first().is_some_and(|byte| !byte.is_ascii_digit());
    let name = start..start + length;
    (starts_well && length > 0 && !is_keyword(&text[name.clone()])).then_some(name)
}

/// `[12]` or `["name"]` at `start`, and where it ends.
fn index(text: &str, start: usize, base: Expr, place: Place<'_>) -> Option<(Kind, usize)> {
    let inner = &text[start + 1..];
    if let Some(quote) = inner.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let length = inner[1..].find(quote)?;
        let field = &inner[1..=length];
        let closes = inner[length + 2..].starts_with(']') && !field.contains(['\\', '\n', '\r']);
        let end = start + length + 4;
        let name = || Spanned::new(field.to_owned(), place(start..end));
        return (closes && length > 0).then(|| (Kind::Field(Box::new(base), name()), end));
    }
    let length = inner.find(']')?;
    let digits = &inner[..length];
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    let idx = digits.parse().ok().filter(|_| is_number)?;
    let end = start + length + 2;
    let index = Expr { kind: Kind::Literal(Literal::Int(idx)), span: place(start + 1..end - 1) };
    Some((Kind::Index(Box::new(base), Box::new(index), Brackets(place(start..end))), end))
}
