//! The crate's modules, by following `mod` declarations from the library's root.
//!
//! `#[cfg(test)]` modules and functions are not there. Other `cfg`s are taken to hold: a handler that depends on a feature is
//! the author's to enable, and rustc says so if it is missing.

use std::collections::BTreeMap;

use packwright_macros_syntax::AttributeKind;
use proc_macro2::{Span as TokenSpan, TokenStream, TokenTree};
use syn::{
    Attribute, Expr, ExprLit, ImplItem, Item, ItemMod, Lit, Meta, Signature, TraitItem, UseTree, Visibility,
    ext::IdentExt,
};

use super::Annotation;
use crate::{
    diagnostic::Finding,
    rules::handlers::{rust_error::RUST_ERROR, rust_syntax::RUST_SYNTAX},
    source::{FileId, SourceMap, Span},
};

/// All modules and functions of a crate.
pub(super) struct Tree {
    /// The root comes first.
    pub(super) modules: Vec<Module>,
    pub(super) functions: Vec<Function>,
}

/// One module.
#[derive(Default)]
pub(super) struct Module {
    /// Its name; empty for the root.
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) is_public: bool,
    pub(super) modules: BTreeMap<String, usize>,
    pub(super) functions: BTreeMap<String, usize>,
    pub(super) imports: Vec<Import>,
}

/// One name, or all names, that a `use` brings into a module.
#[derive(Clone)]
pub(super) struct Import {
    pub(super) is_public: bool,
    /// The path as written, without the last name of a glob.
    pub(super) path: Vec<String>,
    /// What it is called here; none for a glob.
    pub(super) name: Option<String>,
}

/// One function.
pub(super) struct Function {
    pub(super) module: usize,
    pub(super) is_public: bool,
    /// Whether it stands in an `impl` or a `trait`.
    pub(super) is_method: bool,
    pub(super) attrs: Vec<Attribute>,
    pub(super) sig: Signature,
    pub(super) annotation: Option<Annotation>,
    pub(super) file: SourceText,
}

/// A file that tokens come from.
#[derive(Clone, Copy)]
pub(super) struct SourceText {
    pub(super) id: FileId,
    /// What was cut off in front before parsing.
    cut: usize,
}

impl SourceText {
    /// From the first token's start to the last token's end.
    pub(super) fn span(self, (first, last): (TokenSpan, TokenSpan)) -> Span {
        Span::new(self.id, first.byte_range().start + self.cut..last.byte_range().end + self.cut)
    }
}

/// Where files of a module's children are.
#[derive(Clone)]
struct Place {
    source: SourceText,
    /// The folder of the file itself, from which `#[path]` counts at the file's top level.
    file_folder: String,
    /// The folder for `mod name;`.
    folder: String,
    /// Whether we are in a `mod name { … }`, where `#[path]` counts from `folder`.
    is_inline: bool,
}

impl Tree {
    /// Reads the crate whose root is `root`. Files that cannot be parsed become findings.
    pub(super) fn read(files: &SourceMap, root: &str, findings: &mut Vec<Finding>) -> Self {
        let mut tree = Self { modules: vec![Module { is_public: true, ..Module::default() }], functions: Vec::new() };
        let folder = parent_folder(root);
        tree.read_file(files, root, &folder, 0, &mut vec![], findings);
        tree
    }

    /// `open` holds the files that are being read: `#[path]` can make a circle.
    fn read_file(
        &mut self,
        files: &SourceMap,
        path: &str,
        folder: &str,
        module: usize,
        open: &mut Vec<String>,
        findings: &mut Vec<Finding>,
    ) {
        let Some((id, file)) = files.find(path) else { return };
        if open.iter().any(|known| known == path) {
            return;
        }
        let (source, text) = match std::str::from_utf8(&file.bytes) {
            Ok(text) => {
                let body = text.strip_prefix('\u{feff}').unwrap_or(text);
                (SourceText { id, cut: text.len() - body.len() }, body)
            }
            Err(error) => {
                let span = Span::new(id, error.valid_up_to()..error.valid_up_to());
                findings.push(RUST_SYNTAX.finding(span, "this file is not UTF-8"));
                return;
            }
        };
        let tokens: TokenStream = match text.parse() {
            Ok(tokens) => tokens,
            Err(error) => {
                // Unclosed brackets have no place: the lexer only notices them at the end of the file.
                let finding =
                    RUST_SYNTAX.finding(source.span((error.span(), error.span())), "this file cannot be read as Rust");
                findings
                    .push(finding.help("close every bracket and every quote; `cargo check` shows which one is open"));
                return;
            }
        };
        match syn::parse2::<syn::File>(tokens) {
            Ok(parsed) => {
                let file_folder = parent_folder(path);
                let place = Place { source, file_folder, folder: folder.to_owned(), is_inline: false };
                open.push(path.to_owned());
                self.read_items(files, parsed.items, &place, module, open, findings);
                open.pop();
            }
            Err(error) => {
                let at = error.span();
                findings.push(RUST_SYNTAX.finding(source.span((at, at)), error.to_string()));
            }
        }
    }

    fn read_items(
        &mut self,
        files: &SourceMap,
        items: Vec<Item>,
        place: &Place,
        module: usize,
        open: &mut Vec<String>,
        findings: &mut Vec<Finding>,
    ) {
        for item in items {
            match item {
                Item::Fn(function) => {
                    let is_public = is_public(&function.vis);
                    self.add_function(module, is_public, false, function.attrs, function.sig, place.source);
                }
                Item::Impl(block) if !is_test_only(&block.attrs) => {
                    for item in block.items {
                        if let ImplItem::Fn(method) = item {
                            self.add_function(module, false, true, method.attrs, method.sig, place.source);
                        }
                    }
                }
                Item::Trait(block) if !is_test_only(&block.attrs) => {
                    for item in block.items {
                        if let TraitItem::Fn(method) = item {
                            self.add_function(module, false, true, method.attrs, method.sig, place.source);
                        }
                    }
                }
                Item::Use(import) if !is_test_only(&import.attrs) => {
                    let is_public = is_public(&import.vis);
                    flatten(&import.tree, &mut Vec::new(), is_public, &mut self.modules[module].imports);
                }
                Item::Mod(declaration) if !is_test_only(&declaration.attrs) => {
                    self.read_module(files, declaration, place, module, open, findings);
                }
                _ => {}
            }
        }
    }

    fn add_function(
        &mut self,
        module: usize,
        is_public: bool,
        is_method: bool,
        attrs: Vec<Attribute>,
        sig: Signature,
        file: SourceText,
    ) {
        if is_test_only(&attrs) {
            return;
        }
        let annotation =
            AttributeKind::find(&attrs).map(|(kind, attribute)| Annotation { kind, attribute: attribute.clone() });
        if !is_method {
            self.modules[module].functions.insert(sig.ident.unraw().to_string(), self.functions.len());
        }
        self.functions.push(Function { module, is_public, is_method, attrs, sig, annotation, file });
    }

    fn read_module(
        &mut self,
        files: &SourceMap,
        declaration: ItemMod,
        place: &Place,
        parent: usize,
        open: &mut Vec<String>,
        findings: &mut Vec<Finding>,
    ) {
        let name = declaration.ident.unraw().to_string();
        let idx = self.modules.len();
        let is_public = is_public(&declaration.vis);
        self.modules.push(Module { name: name.clone(), parent: Some(parent), is_public, ..Module::default() });
        self.modules[parent].modules.insert(name.clone(), idx);
        let written = declaration.attrs.iter().find_map(path_attribute);
        if let Some((_, items)) = declaration.content {
            let folder = join(&place.folder, written.as_deref().unwrap_or(&name));
            let place = Place { folder, is_inline: true, ..place.clone() };
            return self.read_items(files, items, &place, idx, open, findings);
        }
        let candidates = match written {
            Some(path) => {
                let base = if place.is_inline { &place.folder } else { &place.file_folder };
                let path = join(base, &path);
                // A file named by `#[path]` looks for its own modules beside itself, as a `mod.rs` does.
                let folder = parent_folder(&path);
                vec![(path, folder)]
            }
            None => {
                let folder = join(&place.folder, &name);
                vec![(format!("{folder}.rs"), folder.clone()), (format!("{folder}/mod.rs"), folder)]
            }
        };
        match candidates.iter().find(|(path, _)| files.find(path).is_some()) {
            Some((path, folder)) => self.read_file(files, path, folder, idx, open, findings),
            None => {
                let span = place.source.span((declaration.ident.span(), declaration.ident.span()));
                let paths: Vec<String> = candidates.iter().map(|(path, _)| format!("`{path}`")).collect();
                let finding = RUST_ERROR.finding(span, format!("the module `{name}` has no file"));
                findings.push(finding.help(format!("create {}", paths.join(" or "))));
            }
        }
    }
}

/// One import for each name of a `use`.
fn flatten(tree: &UseTree, prefix: &mut Vec<String>, is_public: bool, out: &mut Vec<Import>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.unraw().to_string());
            flatten(&path.tree, prefix, is_public, out);
            prefix.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            out.push(Import { is_public, path: prefix.clone(), name: prefix.last().cloned() });
        }
        UseTree::Name(name) => {
            let name = name.ident.unraw().to_string();
            out.push(Import {
                is_public,
                path: [prefix.as_slice(), std::slice::from_ref(&name)].concat(),
                name: Some(name),
            });
        }
        UseTree::Rename(rename) => {
            let mut path = prefix.clone();
            if rename.ident != "self" {
                path.push(rename.ident.unraw().to_string());
            }
            out.push(Import { is_public, path, name: Some(rename.rename.unraw().to_string()) });
        }
        UseTree::Glob(_) => out.push(Import { is_public, path: prefix.clone(), name: None }),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, prefix, is_public, out);
            }
        }
    }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// `#[cfg(test)]`, and `#[test]` in all its forms.
fn is_test_only(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let trees: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
            matches!(&trees[..], [TokenTree::Ident(ident)] if ident == "test")
        }
        meta => meta.path().segments.last().is_some_and(|last| last.ident == "test"),
    })
}

/// The value of `#[path = "…"]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The folder of a file; empty for the pack's own.
fn parent_folder(path: &str) -> String {
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
