//! Templates: JSON with `${…}` in its texts.

use std::ops::Range;

use serde_json::Value;
use toml::de::DeValue;

use crate::{
    ast::{Template, TextPart},
    diagnostic::Finding,
    expression::{
        Expr,
        parse::{Fault, parse},
        text::{self, Piece},
    },
    parse::{document::File, json, table::Entry, text::Spelling},
    rules::expressions::invalid_expression,
    source::Span,
};

/// The template that an entry holds.
pub(super) fn read(entry: &Entry<'_>, out: &mut Vec<Finding>) -> Template {
    template(entry.file, entry.value, entry.span, out)
}

fn template(file: File<'_>, value: &DeValue<'_>, span: Span, out: &mut Vec<Finding>) -> Template {
    match value {
        DeValue::Table(table) => {
            let member = |(key, value): (&toml::Spanned<toml::de::DeString<'_>>, &toml::Spanned<DeValue<'_>>),
                          out: &mut Vec<Finding>| {
                let place = file.span(key.span());
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                if key.contains("${") {
                    out.push(invalid_expression::in_a_key(place));
                }
                (key.as_ref().to_owned(), template(file, value.get_ref(), file.span(value.span()), out))
            };
            let members: Vec<_> = table.iter().map(|entry| member(entry, out)).collect();
            if members.iter().all(|(_, member)| matches!(member, Template::Literal(_))) {
                let literal = |(key, member)| Some((key, literal(member)?));
                return Template::Literal(Value::Object(members.into_iter().filter_map(literal).collect()));
            }
            Template::Object(members)
        }
        DeValue::Array(items) => {
            let item = |item: &toml::Spanned<DeValue<'_>>, out: &mut Vec<Finding>| {
                template(file, item.get_ref(), file.span(item.span()), out)
            };
            let items: Vec<_> = items.iter().map(|value| item(value, out)).collect();
            if items.iter().all(|item| matches!(item, Template::Literal(_))) {
                return Template::Literal(Value::Array(items.into_iter().filter_map(literal).collect()));
            }
            Template::Array(items)
        }
        DeValue::String(text) if text.contains("${") => texts(file, text, span, out),
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            Template::Literal(json::scalar(value, span, out).unwrap_or_default())
        }
    }
}

fn literal(template: Template) -> Option<Value> {
    match template {
        Template::Literal(value) => Some(value),
        Template::Array(_) | Template::Object(_) | Template::Expression(_) | Template::Text(_) | Template::Unclear => {
            None
        }
    }
}

/// A text with `${` in it.
fn texts(file: File<'_>, text: &str, span: Span, out: &mut Vec<Finding>) -> Template {
    let spelling = Spelling::of(file.text, span.range(), text);
    let place = |range| file.span(spelling.range(range));
    let pieces = text::pieces(text);
    let mut parts = Vec::with_capacity(pieces.len());
    let mut is_clear = true;
    for piece in pieces {
        match piece {
            Piece::Text(plain) => parts.push(TextPart::Text(plain)),
            Piece::Open(range) => {
                out.push(invalid_expression::not_closed(place(range)));
                is_clear = false;
            }
            Piece::Expression(range) => match expression(text, &range, &place) {
                Ok(expr) => parts.push(TextPart::Expression(expr)),
                Err(fault) => {
                    let at = range.start + fault.at.start..range.start + fault.at.end;
                    let at = if at.is_empty() { range.start - 2..range.end + 1 } else { at };
                    out.push(invalid_expression::finding(place(at.clone()), &text[at], &fault.kind));
                    is_clear = false;
                }
            },
        }
    }
    match parts.pop() {
        _ if !is_clear => Template::Unclear,
        Some(TextPart::Expression(expr)) if parts.is_empty() => Template::Expression(expr),
        Some(TextPart::Text(plain)) if parts.is_empty() => Template::Literal(Value::String(plain)),
        last => {
            parts.extend(last);
            Template::Text(parts)
        }
    }
}

/// The expression at `range` of a text.
fn expression(text: &str, range: &Range<usize>, place: &dyn Fn(Range<usize>) -> Span) -> Result<Expr, Fault> {
    parse(&text[range.clone()], &|inner| place(range.start + inner.start..range.start + inner.end))
}
