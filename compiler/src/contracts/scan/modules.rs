//! The crate's modules, by following `mod` declarations from the library's root.
//!
//! `#[cfg(test)]` modules and functions are not there. Other `cfg`s are taken to hold: a handler that depends on a feature is
//! the author's to enable, and rustc says so if it is missing.

use std::collections::BTreeMap;

use packwright_macros_syntax::AttributeKind;
use proc_macro2::TokenTree;
use syn::{
    Attribute, Expr, ExprLit, ImplItem, Item, ItemFn, ItemMod, Lit, Meta, Signature, TraitItem, Visibility,
    ext::IdentExt,
};

use super::{
    Annotation,
    files::{self, Candidate, Place, SourceText, parent_folder},
    imports::{Import, flatten},
};
use crate::{diagnostic::Finding, rules::handlers::rust_error::RUST_ERROR, source::SourceMap};

/// All modules and functions of a crate.
pub(super) struct Tree {
    /// The root comes first.
    pub(super) modules: Vec<Module>,
    pub(super) functions: Vec<Function>,
    /// Whether a file is missing or cannot be parsed.
    pub(super) is_partial: bool,
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

impl Tree {
    /// Reads the crate whose root is `root`. Files that cannot be parsed become findings.
    pub(super) fn read(files: &SourceMap, root: &str, findings: &mut Vec<Finding>) -> Self {
        let root_module = Module { is_public: true, ..Module::default() };
        let tree = Self { modules: vec![root_module], functions: Vec::new(), is_partial: false };
        let mut reader = Reader { files, tree, open: Vec::new(), findings };
        reader.read_file(root, &parent_folder(root), 0);
        reader.tree
    }
}

/// A crate being read.
struct Reader<'a> {
    files: &'a SourceMap,
    tree: Tree,
    /// The files that are being read: `#[path]` can make a circle.
    open: Vec<String>,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn read_file(&mut self, path: &str, folder: &str, module: usize) {
        let Some((id, file)) = self.files.find(path) else { return };
        if self.open.iter().any(|known| known == path) {
            return;
        }
        match files::parse(id, file) {
            Ok((source, parsed)) => {
                self.open.push(path.to_owned());
                self.read_items(parsed.items, &Place::of_file(source, path, folder), module);
                self.open.pop();
            }
            Err(finding) => self.hide(*finding),
        }
    }

    /// Reports what hides a part of the crate.
    fn hide(&mut self, finding: Finding) {
        self.tree.is_partial = true;
        self.findings.push(finding);
    }

    fn read_items(&mut self, items: Vec<Item>, place: &Place, module: usize) {
        for item in items {
            match item {
                Item::Fn(ItemFn { vis, attrs, sig, .. }) => {
                    let name = sig.ident.unraw().to_string();
                    if self.add_function(module, is_public(&vis), false, attrs, sig, place) {
                        let idx = self.tree.functions.len() - 1;
                        self.tree.modules[module].functions.insert(name, idx);
                    }
                }
                Item::Impl(block) if !is_test_only(&block.attrs) => {
                    for item in block.items {
                        if let ImplItem::Fn(method) = item {
                            self.add_function(module, false, true, method.attrs, method.sig, place);
                        }
                    }
                }
                Item::Trait(block) if !is_test_only(&block.attrs) => {
                    for item in block.items {
                        if let TraitItem::Fn(method) = item {
                            self.add_function(module, false, true, method.attrs, method.sig, place);
                        }
                    }
                }
                Item::Use(import) if !is_test_only(&import.attrs) => {
                    let out = &mut self.tree.modules[module].imports;
                    flatten(&import.tree, &mut Vec::new(), is_public(&import.vis), out);
                }
                Item::Mod(declaration) if !is_test_only(&declaration.attrs) => {
                    self.read_module(declaration, place, module);
                }
                _ => {}
            }
        }
    }

    /// Whether it was added: test code is not.
    fn add_function(
        &mut self,
        module: usize,
        is_public: bool,
        is_method: bool,
        attrs: Vec<Attribute>,
        sig: Signature,
        place: &Place,
    ) -> bool {
        let is_added = !is_test_only(&attrs);
        if is_added {
            let annotation =
                AttributeKind::find(&attrs).map(|(kind, attribute)| Annotation { kind, attribute: attribute.clone() });
            let function = Function { module, is_public, is_method, attrs, sig, annotation, file: place.source };
            self.tree.functions.push(function);
        }
        is_added
    }

    fn read_module(&mut self, declaration: ItemMod, place: &Place, parent: usize) {
        let name = declaration.ident.unraw().to_string();
        let idx = self.tree.modules.len();
        let is_public = is_public(&declaration.vis);
        self.tree.modules.push(Module { name: name.clone(), parent: Some(parent), is_public, ..Module::default() });
        self.tree.modules[parent].modules.insert(name.clone(), idx);
        let written = declaration.attrs.iter().find_map(path_attribute);
        if let Some((_, items)) = declaration.content {
            return self.read_items(items, &place.inside(&name, written.as_deref()), idx);
        }
        let candidates = place.candidates(&name, written.as_deref());
        match candidates.iter().find(|candidate| self.files.find(&candidate.path).is_some()) {
            Some(Candidate { path, folder }) => self.read_file(path, folder, idx),
            None => {
                let span = place.source.span((declaration.ident.span(), declaration.ident.span()));
                let paths: Vec<String> = candidates.iter().map(|candidate| format!("`{}`", candidate.path)).collect();
                let finding = RUST_ERROR.finding(span, format!("the module `{name}` has no file"));
                self.hide(finding.help(format!("create {}", paths.join(" or "))));
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
