//! From bytes to a TOML document with places.

use std::{ops::Range, str};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    diagnostic::Finding,
    rules::parse::{duplicate_name, toml_syntax},
    source::{FileId, SourceFile, Span},
};

/// A file's text, to make places in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct File<'s> {
    /// Which one.
    pub id: FileId,
    /// Its text.
    pub text: &'s str,
}

/// A TOML file.
#[derive(Debug)]
pub(super) struct Document<'s> {
    /// The file.
    pub file: File<'s>,
    /// Its tables, as far as they could be read.
    pub root: DeTable<'s>,
    /// False where syntax errors hide parts of it.
    pub is_whole: bool,
}

impl File<'_> {
    /// A place in it.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.id, range)
    }

    /// Its first byte: the place of what the whole file says or lacks.
    pub(super) fn start(&self) -> Span {
        self.span(0..0)
    }
}

/// Reads one TOML file, as much of it as can be read.
pub(super) fn read<'s>(id: FileId, source: &'s SourceFile, out: &mut Vec<Finding>) -> Document<'s> {
    let text = match str::from_utf8(&source.bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            out.push(toml_syntax::not_unicode(Span::new(id, at..at + 1)));
            return Document { file: File { id, text: "" }, root: DeTable::new(), is_whole: false };
        }
    };
    let file = File { id, text };
    let (root, mut errors) = DeTable::parse_recoverable(text);
    let at_of = |error: &toml::de::Error| {
        let start = shown(text, error.span().unwrap_or(0..0)).start;
        if start == text.len() { text.trim_end().len() } else { start }
    };
    // What an open string swallows seems to be unclosed too.
    errors.sort_by_cached_key(|error| {
        let at = at_of(error);
        (line_of(text, at).start, error.message().starts_with("unclosed"), at)
    });
    let root = root.into_inner();
    let mut is_whole = true;
    let mut last_line = None;
    let mut repeated_table: Option<Range<usize>> = None;
    for error in errors {
        let range = shown(text, error.span().unwrap_or(0..0));
        // One slip makes the recovering parser stumble several times: the first of a line is the one to mend.
        let line = line_of(text, at_of(&error));
        let is_first = last_line.replace(line.clone()) != Some(line.clone());
        if error.message() != "duplicate key" {
            is_whole = false;
            if is_first {
                let has_value = text[line.clone()].split_once('=').is_none_or(|(_, value)| !value.trim().is_empty());
                out.push(match has_value {
                    true => toml_syntax::finding(file.span(range), error.message()),
                    false => toml_syntax::without_value(file.span(range)),
                });
            }
            continue;
        }
        // A table that is there twice repeats keys too: that is the same slip.
        if repeated_table.as_ref().is_some_and(|table| table.contains(&range.start)) {
            continue;
        }
        let header = text[line.clone()].trim_start().starts_with('[');
        let first = match header {
            true => first_header(text, line.clone(), range.clone()),
            false => first_key(&root, text, range.start),
        };
        if header {
            let rest = &text[line.end..];
            let length = rest.find("\n[").unwrap_or(rest.len());
            repeated_table = Some(line.end..line.end + length);
        }
        out.push(duplicate_name::finding(&text[range.clone()], file.span(range), first.map(|range| file.span(range))));
    }
    Document { file, root, is_whole }
}

/// The line around a place, without its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    start..end
}

/// The table header before the one at `line` that says the same; `key` is the last key of that.
fn first_header(text: &str, line: Range<usize>, key: Range<usize>) -> Option<Range<usize>> {
    let header = text[line.clone()].trim_end();
    let header = header.split(']').next()?;
    let found = text[..line.start].rfind(header)?;
    let start = found + (key.start - line.start);
    Some(start..start + key.len())
}

/// The range that a reader should see for an error at `range`: never beyond the text, and never the inside of a character.
fn shown(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
    start..end
}

/// The key which the one at `at` repeats: the last one before it with the same text, in the table that both are in.
///
/// The TOML parser tells of a repetition but not of what it repeats, and keeps only one of both in its tables.
fn first_key(root: &DeTable<'_>, text: &str, at: usize) -> Option<Range<usize>> {
    let mut found: Option<Range<usize>> = None;
    let is_same = |key: &Spanned<_>| {
        let length = key.span().len();
        text.get(key.span()) == text.get(at..at + length) && key.span().start < at
    };
    let mut tables = vec![root];
    while let Some(table) = tables.pop() {
        for (key, value) in table.iter() {
            if is_same(key) && found.as_ref().is_none_or(|range| range.start < key.span().start) {
                found = Some(key.span());
            }
            if let DeValue::Table(inner) = value.get_ref() {
                tables.push(inner);
            }
        }
    }
    found
}
