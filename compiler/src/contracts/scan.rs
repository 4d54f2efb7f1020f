//! The handlers of a pack's crate as its source text shows them: fast, without a build.
//!
//! Goes in: the pack's files. Comes out: one [`Scan`] with every annotated function, the path by which other crates reach it,
//! and what stops those that cannot be called. Refuses to know: types, and what other macros would generate.
//!
//! `modules` follows `mod` declarations through `files`, `paths` follows `pub use`, `handlers` reads attributes and signatures.

use packwright_macros_syntax::AttributeKind;

use crate::{
    contracts::{Contracts, Effect, HandlerContract, PlainFunction, ToolContract, UnusableHandler, package::Package},
    diagnostic::Finding,
    source::{SourceMap, Span},
};

mod files;
mod handlers;
mod imports;
mod modules;
mod paths;
#[cfg(test)]
mod tests;

/// What the sources of the pack's crate show.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// The crate; none where the pack has no Rust.
    pub package: Option<Package>,
    /// Callable handlers in name order; names are unique.
    pub handlers: Vec<ScannedHandler>,
    /// Annotated functions that cannot be called, in name order.
    pub unusable: Vec<UnusableHandler>,
    /// Functions without the attribute, in name order.
    pub functions: Vec<PlainFunction>,
    /// Whether faults hide parts of the crate.
    pub is_partial: bool,
}

/// One callable handler: everything of its contract but the schemas, which only the compiled crate knows.
#[derive(Clone, Debug)]
pub struct ScannedHandler {
    /// See [`HandlerContract::name`].
    pub name: String,
    /// See [`HandlerContract::path`].
    pub path: String,
    /// See [`HandlerContract::description`].
    pub description: String,
    /// See [`HandlerContract::mutating`].
    pub mutating: bool,
    /// See [`HandlerContract::effects`].
    pub effects: Vec<Effect>,
    /// See [`HandlerContract::is_async`].
    pub is_async: bool,
    /// See [`HandlerContract::takes_cx`].
    pub takes_cx: bool,
    /// See [`HandlerContract::takes_input`].
    pub takes_input: bool,
    /// See [`HandlerContract::fallible`].
    pub fallible: bool,
    /// See [`HandlerContract::tool`].
    pub tool: Option<ToolContract>,
    /// See [`HandlerContract::span`].
    pub span: Span,
}

/// Reads the pack's crate. Findings do not stop it: what can be read is in the scan.
pub fn scan(files: &SourceMap) -> (Scan, Vec<Finding>) {
    let package = match Package::read(files) {
        Ok(Some(package)) => package,
        Ok(None) => return (Scan::default(), Vec::new()),
        Err(finding) => return (Scan { is_partial: true, ..Scan::default() }, vec![*finding]),
    };
    let mut findings = Vec::new();
    let tree = modules::Tree::read(files, &package.lib_path, &mut findings);
    let paths = paths::public_paths(&tree);
    let scan = handlers::collect(package, &tree, &paths, &mut findings);
    (scan, findings)
}

impl Scan {
    /// Whether a topology can call the handler `name`.
    pub fn has(&self, name: &str) -> bool {
        self.handlers.binary_search_by(|handler| handler.name.as_str().cmp(name)).is_ok()
    }

    /// Contracts in which every schema accepts everything, so that the phases after this one can report all that does not
    /// depend on schemas although the crate does not compile yet.
    pub fn without_schemas(self) -> Contracts {
        let open = || serde_json::Value::Bool(true);
        self.with_schemas(|_| Some((open(), open()))).unwrap_or_default()
    }

    /// The contracts, given each handler's input and output schema by its path; none where one is missing.
    pub fn with_schemas(
        self,
        mut schemas: impl FnMut(&ScannedHandler) -> Option<(serde_json::Value, serde_json::Value)>,
    ) -> Option<Contracts> {
        let Self { package, handlers, unusable, functions, is_partial } = self;
        let handlers = handlers
            .into_iter()
            .map(|scanned| {
                let (input, output) = schemas(&scanned)?;
                Some(scanned.complete(input, output))
            })
            .collect::<Option<Vec<HandlerContract>>>()?;
        Some(Contracts { package, handlers, unusable, functions, is_partial })
    }
}

impl ScannedHandler {
    fn complete(self, input: serde_json::Value, output: serde_json::Value) -> HandlerContract {
        let Self { name, path, description, mutating, effects, is_async, takes_cx, takes_input, fallible, tool, span } =
            self;
        HandlerContract {
            name,
            path,
            description,
            mutating,
            effects,
            is_async,
            takes_cx,
            takes_input,
            fallible,
            tool,
            input,
            output,
            span,
        }
    }
}

/// The attribute on a function, as modules found it.
#[derive(Clone)]
struct Annotation {
    kind: AttributeKind,
    attribute: syn::Attribute,
}
