//! The pack's own `Cargo.toml`: what the crate is called and where its root is.
//!
//! Goes in: the pack's files. Comes out: one [`Package`], or none for a pack without Rust. Refuses to know: dependencies,
//! which are `staging`'s.

use toml_edit::{Document, Item, TableLike};

use crate::{
    diagnostic::Finding,
    rules::{handlers::rust_error::RUST_ERROR, parse::toml_syntax::TOML_SYNTAX},
    source::{FileId, SourceMap, Span, Spanned},
};

/// The pack's crate.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its `Cargo.toml`.
    pub manifest: FileId,
    /// The package's name.
    pub name: Spanned<String>,
    /// What other crates call the library.
    pub lib_name: String,
    /// The library's root file, relative to the pack.
    pub lib_path: String,
}

impl Package {
    /// The crate of a pack; none where the pack has no `Cargo.toml`.
    ///
    /// # Errors
    /// One finding where `Cargo.toml` is not TOML, or is no package with a library.
    pub fn read(files: &SourceMap) -> Result<Option<Self>, Box<Finding>> {
        let Some((manifest, file)) = files.find("Cargo.toml") else { return Ok(None) };
        let document = parse(manifest, &file.bytes)?;
        let top = Span::new(manifest, 0..0);
        let Some(package) = document.get("package").and_then(Item::as_table_like) else {
            let finding = RUST_ERROR.finding(top, "the pack's `Cargo.toml` is not a package");
            return Err(Box::new(
                finding.help("add `[package]` with a `name`, or remove the file if the pack has no Rust"),
            ));
        };
        let Some(name) = text(package, "name", manifest) else {
            let finding = RUST_ERROR.finding(top, "the pack's package has no name");
            return Err(Box::new(finding.help("add `name = \"…\"` to `[package]`")));
        };
        let lib = document.get("lib").and_then(Item::as_table_like);
        let of_lib = |key: &str| lib.and_then(|lib| text(lib, key, manifest)).map(|text| text.value);
        let lib_path = of_lib("path").unwrap_or_else(|| "src/lib.rs".to_owned());
        let lib_path = lib_path.strip_prefix("./").unwrap_or(&lib_path).to_owned();
        if files.find(&lib_path).is_none() {
            let finding = RUST_ERROR.finding(name.span, format!("the package `{}` has no library", name.value));
            return Err(Box::new(finding.help(format!("handlers live in a library: create `{lib_path}`"))));
        }
        let lib_name = of_lib("name").unwrap_or_else(|| name.value.replace('-', "_"));
        Ok(Some(Self { manifest, name, lib_name, lib_path }))
    }
}

/// The document, with spans.
pub(crate) fn parse(file: FileId, bytes: &[u8]) -> Result<Document<String>, Box<Finding>> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let span = Span::new(file, error.valid_up_to()..error.valid_up_to());
            return Err(Box::new(TOML_SYNTAX.finding(span, "this file is not UTF-8")));
        }
    };
    Document::parse(text).map_err(|error| {
        let span = Span::new(file, error.span().unwrap_or(0..0));
        Box::new(TOML_SYNTAX.finding(span, error.message().trim_end().to_owned()))
    })
}

fn text(table: &dyn TableLike, key: &str, file: FileId) -> Option<Spanned<String>> {
    let item = table.get(key)?;
    let span = Span::new(file, item.span().unwrap_or(0..0));
    Some(Spanned::new(item.as_str()?.to_owned(), span))
}
