//! Places as texts.

use crate::{
    ir::Origin,
    source::{SourceMap, Span},
};

/// Turns spans into the file and line that generated code names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origins<'a> {
    sources: &'a SourceMap,
}

impl<'a> Origins<'a> {
    /// Places in `sources`.
    pub(super) fn new(sources: &'a SourceMap) -> Self {
        Self { sources }
    }

    /// The file and line where `span` starts.
    pub(super) fn of(self, span: Span) -> Origin {
        let file = self.sources.get(span.file);
        let before = file.bytes.get(..span.range().start).unwrap_or(&file.bytes);
        Origin { file: file.path.clone(), line: 1 + before.iter().filter(|&&byte| byte == b'\n').count() }
    }
}
