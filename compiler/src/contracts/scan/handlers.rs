//! From annotated functions to handlers, or to the reason why they are none.

use std::collections::BTreeMap;

use packwright_macros_syntax::{AttributeKind, Definition, Fault, FaultKind, ToolDefinition, definition::arguments};
use quote::ToTokens;
use syn::{LitStr, ext::IdentExt};

use super::{
    Annotation, Scan, ScannedHandler,
    modules::{Function, Tree},
};
use crate::{
    contracts::{Effect, PlainFunction, ToolContract, Unusable, UnusableHandler, package::Package},
    diagnostic::Finding,
    rules::handlers::{
        duplicate_handler::DUPLICATE_HANDLER, private_handler::PRIVATE_HANDLER, wrong_attribute::WRONG_ATTRIBUTE,
        wrong_handler_shape::WRONG_HANDLER_SHAPE,
    },
    source::{Span, Spanned},
};

/// Sorts the functions of `tree` into handlers, unusable ones and plain ones.
pub(super) fn collect(
    package: Package,
    tree: &Tree,
    paths: &BTreeMap<usize, Vec<String>>,
    findings: &mut Vec<Finding>,
) -> Scan {
    let mut scan = Scan { is_partial: tree.is_partial, ..Scan::default() };
    for (idx, function) in tree.functions.iter().enumerate() {
        let span = function.file.span((function.sig.ident.span(), function.sig.ident.span()));
        let rust_name = function.sig.ident.unraw().to_string();
        let Some(annotation) = &function.annotation else {
            if !function.is_method {
                scan.functions.push(PlainFunction { name: rust_name, span });
            }
            continue;
        };
        match define(function, annotation, findings) {
            Ok(definition) => match reach(tree, paths, idx) {
                Ok(path) => {
                    let segments: Vec<String> = path.iter().map(|name| as_identifier(name)).collect();
                    let path = format!("{}::{}", package.lib_name, segments.join("::"));
                    scan.handlers.push(handler(definition, path, function, span));
                }
                Err(reason) => {
                    if annotation.kind == AttributeKind::Tool {
                        findings.push(private_tool(&rust_name, &reason, span));
                    }
                    scan.unusable.push(UnusableHandler { name: definition.name, reason, span });
                }
            },
            Err(reason) => scan.unusable.push(UnusableHandler { name: rust_name, reason, span }),
        }
    }
    scan.package = Some(package);
    scan.functions.sort_by(|a, b| (&a.name, a.span).cmp(&(&b.name, b.span)));
    scan.unusable.sort_by(|a, b| (&a.name, a.span).cmp(&(&b.name, b.span)));
    scan.handlers.sort_by(|a, b| (&a.name, a.span).cmp(&(&b.name, b.span)));
    refuse_duplicates(&mut scan.handlers, findings);
    scan
}

/// Reads the attribute and the signature. Faults of the attribute are findings at once, for nothing else would explain them,
/// and the handler is there without its wrong options. Faults of the signature are the reason why a topology cannot use the
/// name, and findings at once for tools, which no topology needs to name.
fn define(function: &Function, annotation: &Annotation, findings: &mut Vec<Finding>) -> Result<Definition, Unusable> {
    let (definition, faults) = match arguments(&annotation.attribute) {
        Ok(_) if function.is_method => (None, vec![method_fault(function, annotation.kind)]),
        Ok(args) => Definition::read(annotation.kind, args, &function.attrs, &function.sig),
        Err(fault) => (None, vec![fault]),
    };
    let mut sentences = Vec::new();
    for fault in faults {
        // One fault may be there of several parameters.
        if !sentences.contains(&fault.sentence()) {
            sentences.push(fault.sentence());
        }
        let Fault { kind, message, help, .. } = &fault;
        let rule = match (kind, annotation.kind) {
            (FaultKind::Attribute, _) => &WRONG_ATTRIBUTE,
            (FaultKind::Signature, AttributeKind::Tool) => &WRONG_HANDLER_SHAPE,
            (FaultKind::Signature, AttributeKind::Handler) => continue,
        };
        findings.push(rule.finding(function.file.span(fault.ends()), message).help(help));
    }
    definition.ok_or_else(|| Unusable::Shape(sentences.join("; ")))
}

fn method_fault(function: &Function, kind: AttributeKind) -> Fault {
    let message = format!("`#[{kind}]` stands on a method");
    Fault::signature(function.sig.ident.to_token_stream(), message, "make it a function outside `impl` and `trait`")
}

/// The path of a function from the crate's root, or what is in its way.
fn reach<'a>(tree: &Tree, paths: &'a BTreeMap<usize, Vec<String>>, idx: usize) -> Result<&'a [String], Unusable> {
    if let Some(path) = paths.get(&idx) {
        return Ok(path);
    }
    let function = &tree.functions[idx];
    if !function.is_public {
        return Err(Unusable::Private);
    }
    let mut private = None;
    let mut module = function.module;
    while let Some(parent) = tree.modules[module].parent {
        if !tree.modules[module].is_public {
            private = Some(tree.modules[module].name.clone());
        }
        module = parent;
    }
    // A public function of public modules has a path, unless a module of its own name hides it.
    let namesake = || Unusable::Shape("a module of the same name stands beside it: rename one of them".to_owned());
    Err(private.map_or_else(namesake, Unusable::PrivateModule))
}

/// A name as paths write it: `r#move` for the function `move`.
fn as_identifier(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("r#{name}") }
}

fn private_tool(name: &str, reason: &Unusable, span: Span) -> Finding {
    let message = format!("the tool `{name}` cannot be called from outside its crate");
    let help = match reason {
        Unusable::Private => format!("write `pub` in front of `{name}`"),
        Unusable::PrivateModule(module) => {
            format!("make the module `{module}` public, or re-export it from the crate's root by `pub use`")
        }
        Unusable::Shape(sentence) => sentence.clone(),
    };
    PRIVATE_HANDLER.finding(span, message).help(help)
}

fn handler(definition: Definition, path: String, function: &Function, span: Span) -> ScannedHandler {
    let Definition { name, description, effects, mutating, tool, shape } = definition;
    let effect = |effect: packwright_macros_syntax::Effect| Effect {
        kind: effect.kind.name().to_owned(),
        resource: effect.resource,
    };
    ScannedHandler {
        name,
        path,
        description,
        mutating,
        effects: effects.into_iter().map(effect).collect(),
        is_async: shape.is_async,
        takes_cx: shape.takes_cx,
        takes_input: shape.input.is_some(),
        fallible: shape.fallible(),
        tool: tool.map(|tool| tool_contract(tool, function)),
        span,
    }
}

fn tool_contract(tool: ToolDefinition, function: &Function) -> ToolContract {
    let ToolDefinition { name, id, title, version, groups } = tool;
    let spanned = |text: &LitStr| Spanned::new(text.value(), function.file.span((text.span(), text.span())));
    ToolContract { name, id: id.as_ref().map(spanned), title, version, groups: groups.iter().map(spanned).collect() }
}

/// Keeps the first of each name; the list is in name order.
fn refuse_duplicates(handlers: &mut Vec<ScannedHandler>, findings: &mut Vec<Finding>) {
    handlers.dedup_by(|second, first| {
        let same = second.name == first.name;
        if same {
            let message = format!("two handlers are called `{}`", first.name);
            let finding = DUPLICATE_HANDLER.finding(second.span, message).also(first.span, "the other one");
            findings
                .push(finding.help("rename one, or give it another name for TOML by `name = \"…\"` in its attribute"));
        }
        same
    });
}
