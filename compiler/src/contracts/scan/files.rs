//! Files of a crate: reading one, places in it, and where the files of its modules are.

use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};

use crate::{
    diagnostic::Finding,
    rules::handlers::rust_syntax::RUST_SYNTAX,
    source::{FileId, SourceFile, Span},
};

/// A file that tokens come from.
#[derive(Clone, Copy)]
pub(super) struct SourceText {
    id: FileId,
    /// What was cut off in front before parsing.
    cut: usize,
}

/// Where the files of a module's children are.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) source: SourceText,
    /// The folder of the file itself, from which `#[path]` counts at the file's top level.
    file_folder: String,
    /// The folder for `mod name;`.
    folder: String,
    /// Whether we are in a `mod name { … }`, where `#[path]` counts from `folder`.
    is_inline: bool,
}

/// A file that a module may be in, and the folder of its own modules then.
pub(super) struct Candidate {
    pub(super) path: String,
    pub(super) folder: String,
}

/// How deep brackets may be nested: the parser is recursive, and no author comes near.
const MAX_DEPTH: usize = 128;

/// Parses a file.
pub(super) fn parse(id: FileId, file: &SourceFile) -> Result<(SourceText, syn::File), Box<Finding>> {
    let refuse = |span, message: &str| Box::new(RUST_SYNTAX.finding(span, message));
    let text = std::str::from_utf8(&file.bytes).map_err(|error| {
        let at = error.valid_up_to();
        refuse(Span::new(id, at..at), "this file is not UTF-8")
    })?;
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = SourceText { id, cut: text.len() - body.len() };
    let tokens: TokenStream = body.parse().map_err(|error: proc_macro2::LexError| {
        // Unclosed brackets have no place: the lexer only notices them at the end of the file.
        let finding =
            RUST_SYNTAX.finding(source.span((error.span(), error.span())), "this file cannot be read as Rust");
        Box::new(finding.help("close every bracket and every quote; `cargo check` shows which one is open"))
    })?;
    if let Some(span) = too_deep(&tokens) {
        return Err(refuse(source.span((span, span)), "brackets are nested deeper than 128 times"));
    }
    let file = syn::parse2(tokens).map_err(|error| {
        let at = error.span();
        refuse(source.span((at, at)), &error.to_string())
    })?;
    Ok((source, file))
}

/// The first bracket that is deeper than allowed.
fn too_deep(tokens: &TokenStream) -> Option<TokenSpan> {
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) if open.len() > MAX_DEPTH => return Some(group.span_open()),
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_)) => {}
            None => _ = open.pop(),
        }
    }
    None
}

impl SourceText {
    /// From the first token's start to the last token's end.
    pub(super) fn span(self, (first, last): (TokenSpan, TokenSpan)) -> Span {
        Span::new(self.id, first.byte_range().start + self.cut..last.byte_range().end + self.cut)
    }
}

impl Place {
    /// The top level of the file at `path`, whose modules are in `folder`.
    pub(super) fn of_file(source: SourceText, path: &str, folder: &str) -> Self {
        Self { source, file_folder: parent_folder(path), folder: folder.to_owned(), is_inline: false }
    }

    /// Inside `mod name { … }`, which `#[path = "written"]` may put elsewhere.
    pub(super) fn inside(&self, name: &str, written: Option<&str>) -> Self {
        Self { folder: join(&self.folder, written.unwrap_or(name)), is_inline: true, ..self.clone() }
    }

    /// Where `mod name;` may be, which `#[path = "written"]` may put elsewhere.
    pub(super) fn candidates(&self, name: &str, written: Option<&str>) -> Vec<Candidate> {
        match written {
            Some(written) => {
                let path = join(if self.is_inline { &self.folder } else { &self.file_folder }, written);
                // A file named by `#[path]` looks for its own modules beside itself, as a `mod.rs` does.
                let folder = parent_folder(&path);
                vec![Candidate { path, folder }]
            }
            None => {
                let folder = join(&self.folder, name);
                let beside = Candidate { path: format!("{folder}.rs"), folder: folder.clone() };
                vec![beside, Candidate { path: format!("{folder}/mod.rs"), folder }]
            }
        }
    }
}

/// The folder of a file; empty for the pack's own.
pub(super) fn parent_folder(path: &str) -> String {
    path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
}

/// `path` seen from `folder`, without `.` and `..`. A path that leaves the pack keeps a `..` in front and so names no file.
fn join(folder: &str, path: &str) -> String {
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in path.split('/') {
        match (segment, segments.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => _ = segments.pop(),
            (segment, _) => segments.push(segment),
        }
    }
    segments.join("/")
}
