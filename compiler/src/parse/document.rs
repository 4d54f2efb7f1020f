//! From bytes to a TOML document with places.

use std::{ops::Range, str};

use toml::de::{DeTable, DeValue, Error};

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
    /// Whether a key or table is there twice: only one of both is in `root`.
    pub repeats: bool,
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
            return Document { file: File { id, text: "" }, root: DeTable::new(), is_whole: false, repeats: false };
        }
    };
    let file = File { id, text };
    let (root, errors) = DeTable::parse_recoverable(text);
    let root = root.into_inner();
    let is_whole = errors.iter().all(is_repetition);
    let repeats = errors.iter().any(is_repetition);
    report(file, &root, errors, out);
    Document { file, root, is_whole, repeats }
}

/// Whether the error is a key or table that is there twice: the rest of the file can be relied on.
fn is_repetition(error: &Error) -> bool {
    error.message() == "duplicate key"
}

/// Makes findings of the TOML parser's errors, one a slip.
fn report(file: File<'_>, root: &DeTable<'_>, mut errors: Vec<Error>, out: &mut Vec<Finding>) {
    let text = file.text;
    // The parser does not say which key has too many parts.
    let place = |error: &Error| error.span().unwrap_or_else(|| longest_key(text));
    let line_of_error = |error: &Error| {
        let at = shown(text, place(error)).start;
        line_of(text, if at == text.len() { text.trim_end().len() } else { at })
    };
    // What an open string swallows seems to be unclosed too.
    errors.sort_by_cached_key(|error| {
        let is_unclosed = error.message().starts_with("unclosed");
        (line_of_error(error).start, is_unclosed, error.span().map(|range| range.start))
    });
    let mut last_line = None;
    let mut repeated_table: Range<usize> = 0..0;
    for error in errors {
        let range = shown(text, place(&error));
        let line = line_of_error(&error);
        // The recovering parser stumbles several times over one slip: the first time of a line is the one to mend.
        let is_first = last_line.replace(line.start) != Some(line.start);
        match is_repetition(&error) {
            // A table that is there twice repeats keys too: that is the same slip.
            true if repeated_table.contains(&range.start) => {}
            true => {
                let (first, table) = first_of(root, text, line, range.clone());
                repeated_table = table;
                let name = &text[range.clone()];
                out.push(duplicate_name::finding(name, file.span(range), first.map(|range| file.span(range))));
            }
            false if !is_first => {}
            false if text[line].split_once('=').is_some_and(|(_, value)| value.trim().is_empty()) => {
                out.push(toml_syntax::without_value(file.span(range)));
            }
            false => out.push(toml_syntax::finding(file.span(range), error.message())),
        }
    }
}

/// The key that the one at `key` repeats, and the body of the table whose header it is, if it is one's.
fn first_of(
    root: &DeTable<'_>,
    text: &str,
    line: Range<usize>,
    key: Range<usize>,
) -> (Option<Range<usize>>, Range<usize>) {
    if !text[line.clone()].trim_start().starts_with('[') {
        return (first_key(root, text, key.start), 0..0);
    }
    let length = text[line.end..].find("\n[").unwrap_or(text.len() - line.end);
    (first_header(text, line.clone()), line.end..line.end + length)
}

/// The line around a place, without its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    start..end
}

/// The last key of the table header before the one at `line` that names the same table.
fn first_header(text: &str, line: Range<usize>) -> Option<Range<usize>> {
    let (path, _) = header(&text[line.clone()])?;
    let mut at = 0;
    let mut found = None;
    for earlier in text[..line.start].split_inclusive('\n') {
        if let Some((other, key)) = header(earlier)
            && other == path
            && !is_in_a_text(text, at)
        {
            found = Some(at + key.start..at + key.end);
        }
        at += earlier.len();
    }
    found
}

/// The keys of the table header that a line is, and the place of the last of them in the line.
fn header(line: &str) -> Option<(Vec<String>, Range<usize>)> {
    if !line.trim_start().starts_with('[') {
        return None;
    }
    let root = DeTable::parse(line).ok()?;
    let mut table = root.get_ref();
    let (mut path, mut last) = (Vec::new(), 0..0);
    while let Some((key, value)) = table.iter().next() {
        path.push(key.get_ref().to_string());
        last = key.span();
        match value.get_ref().as_table() {
            Some(inner) => table = inner,
            None => break,
        }
    }
    Some((path, last))
}

/// Whether the line that starts at `at` is in a text of several lines.
fn is_in_a_text(text: &str, at: usize) -> bool {
    let (_, errors) = DeTable::parse_recoverable(&text[..at]);
    errors.iter().any(|error| error.message().starts_with("invalid multi-line"))
}

/// The key of most parts.
fn longest_key(text: &str) -> Range<usize> {
    let mut at = 0;
    let mut longest = (0, 0..0);
    for line in text.split_inclusive('\n') {
        let key = line.split('=').next().unwrap_or_default().trim_end();
        let parts = key.matches('.').count();
        if parts > longest.0 {
            longest = (parts, at..at + key.len());
        }
        at += line.len();
    }
    longest.1
}

/// The range that a reader should see for an error at `range`: never beyond the text, and never the inside of a character.
fn shown(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start.min(text.len()));
    let end = text.ceil_char_boundary(range.end.clamp(start, text.len()));
    start..end
}

/// The key which the one at `at` repeats: the last one before it with the same text, under the same header.
///
/// The TOML parser tells of a repetition but not of what it repeats, and keeps only one of both in its tables.
fn first_key(root: &DeTable<'_>, text: &str, at: usize) -> Option<Range<usize>> {
    let section = text[..at].rfind("\n[").unwrap_or(0);
    let is_same = |key: &Range<usize>| {
        (section..at).contains(&key.start) && text.get(key.clone()) == text.get(at..at + key.len())
    };
    let mut found: Option<Range<usize>> = None;
    let mut tables = vec![root];
    while let Some(table) = tables.pop() {
        for (key, value) in table.iter() {
            if is_same(&key.span()) && found.as_ref().is_none_or(|range| range.start < key.span().start) {
                found = Some(key.span());
            }
            if let DeValue::Table(inner) = value.get_ref() {
                // An inline table that is closed before has keys of its own.
                let is_inline = text[value.span().start..].starts_with('{');
                if !is_inline || value.span().contains(&at) {
                    tables.push(inner);
                }
            }
        }
    }
    found
}
