//! Templates: JSON with `${…}` in its texts.

use serde_json::Value;
use toml::de::DeValue;

use crate::{
    ast::{Reference, Template, TextPart},
    diagnostic::Finding,
    expression::{
        parse::{self as expression, Path},
        text::{self, Piece},
    },
    parse::{document::File, json, table::Entry, text::Spelling},
    rules::expressions::invalid_expression,
    source::{Span, Spanned},
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
        Template::Array(_) | Template::Object(_) | Template::Reference(_) | Template::Text(_) | Template::Unclear => {
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
            Piece::Expression(range) => match expression::parse(&text[range.clone()]) {
                Ok(path) => {
                    let moved =
                        |inner: std::ops::Range<usize>| place(range.start + inner.start..range.start + inner.end);
                    parts.push(TextPart::Reference(reference(&text[range.clone()], path, moved)));
                }
                Err(fault) => {
                    let at = range.start + fault.at.start..range.start + fault.at.end;
                    let at = if at.is_empty() { range.start - 2..range.end + 1 } else { at };
                    out.push(invalid_expression::finding(place(at.clone()), &text[at], fault.kind));
                    is_clear = false;
                }
            },
        }
    }
    match parts.pop() {
        _ if !is_clear => Template::Unclear,
        Some(TextPart::Reference(reference)) if parts.is_empty() => Template::Reference(reference),
        Some(TextPart::Text(plain)) if parts.is_empty() => Template::Literal(Value::String(plain)),
        last => {
            parts.extend(last);
            Template::Text(parts)
        }
    }
}

fn reference(text: &str, path: Path, place: impl Fn(std::ops::Range<usize>) -> Span) -> Reference {
    Reference {
        root: Spanned::new(text[path.root.clone()].to_owned(), place(path.root)),
        path: path.steps.into_iter().map(|(step, range)| Spanned::new(step, place(range))).collect(),
        span: place(path.whole),
    }
}
