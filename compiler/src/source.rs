//! Source files and places in them.
//!
//! Goes in: paths relative to the pack and their bytes. Comes out: [`Span`]s that every later phase can carry cheaply.
//! Refuses to know: where on disk the pack is.

mod places;

pub use self::places::{Place, Places};

use std::{collections::BTreeMap, ops::Range};

/// A file of a pack, by its rank in path order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A byte range of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place `range` of `file`.
    ///
    /// # Panics
    /// When the range does not fit 32 bits: files over 4 GiB are refused at loading.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        let fit = |offset: usize| u32::try_from(offset).expect("files over 4 GiB are refused at loading");
        Self { file, start: fit(range.start), end: fit(range.end) }
    }

    /// The byte range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// `value`, written at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// All files of a pack in path order.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// One file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Relative to the pack's folder, with `/` between segments on every system.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl SourceMap {
    /// A map of `files`, keyed by their paths relative to the pack.
    pub fn new(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { files: files.into_iter().map(|(path, bytes)| SourceFile { path, bytes }).collect() }
    }

    /// Files in path order.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(&self.files)
    }

    /// The file at `path`.
    pub fn find(&self, path: &str) -> Option<(FileId, &SourceFile)> {
        let idx = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some((FileId(u32::try_from(idx).ok()?), &self.files[idx]))
    }

    /// The file of this id.
    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }
}
