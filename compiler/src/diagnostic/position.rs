//! Where a byte is, as people and programs count.

use super::Files;
use crate::source::{FileId, Span};

/// A line and a column, both from 1; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub line: usize,
    pub column: usize,
}

/// Where a span starts, and where it ends: the place of the first character that is not its own.
pub(super) fn ends(span: Span, files: Files<'_>) -> (Position, Position) {
    (at(span.file, span.range().start, files), at(span.file, span.range().end, files))
}

fn at(file: FileId, byte: usize, files: Files<'_>) -> Position {
    let bytes = &files.sources.get(file).bytes;
    let before = &bytes[..byte.min(bytes.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    // UTF-8 continuation bytes belong to the character before them.
    let characters = before[line_start..].iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    Position { line: lines + 1, column: characters + 1 }
}
