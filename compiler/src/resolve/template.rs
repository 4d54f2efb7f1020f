//! The references of a template.

use serde_json::Value;

use crate::{
    ast,
    diagnostic::Finding,
    model::{Reference, Root, Step, Template, TextPart},
    resolve::topology::Scope,
    rules::topology::unknown_node,
    source::Spanned,
};

/// Resolves the roots of a template's references; one without a root becomes `null`, and the scope incomplete.
pub(super) fn resolve(template: ast::Template, scope: &mut Scope, out: &mut Vec<Finding>) -> Template {
    match template {
        ast::Template::Literal(value) => Template::Literal(value),
        ast::Template::Array(items) => {
            Template::Array(items.into_iter().map(|item| resolve(item, scope, out)).collect())
        }
        ast::Template::Object(members) => {
            Template::Object(members.into_iter().map(|(key, member)| (key, resolve(member, scope, out))).collect())
        }
        ast::Template::Reference(written) => match reference(written, scope, out) {
            Some(reference) => Template::Reference(reference),
            None => Template::Literal(Value::Null),
        },
        ast::Template::Text(parts) => {
            let part = |part| match part {
                ast::TextPart::Text(text) => Some(TextPart::Text(text)),
                ast::TextPart::Reference(written) => reference(written, scope, out).map(TextPart::Reference),
            };
            Template::Text(parts.into_iter().filter_map(part).collect())
        }
        ast::Template::Unclear => {
            scope.is_whole = false;
            Template::Literal(Value::Null)
        }
    }
}

fn reference(written: ast::Reference, scope: &mut Scope, out: &mut Vec<Finding>) -> Option<Reference> {
    let ast::Reference { root: name, mut path, span } = written;
    let root = match (scope.local(&name.value), name.value.as_str()) {
        (Some(local), _) => Root::Local(local),
        (None, "args") => Root::Args,
        (None, kind @ ("errors" | "tokens" | "run")) => {
            let first = if path.is_empty() { None } else { Some(path.remove(0)) };
            special(kind, &name, first, scope, out)?
        }
        (None, _) => Root::Node(scope.node(&name, out)?),
    };
    Some(Reference { root, name: name.value, path, span })
}

/// `errors.<node>`, `tokens.<wait>` and `run.id`.
fn special(
    kind: &str,
    name: &Spanned<String>,
    first: Option<Spanned<Step>>,
    scope: &mut Scope,
    out: &mut Vec<Finding>,
) -> Option<Root> {
    let field = first.and_then(|step| match step.value {
        Step::Field(field) => Some(Spanned::new(field, step.span)),
        Step::Index(_) => None,
    });
    let Some(field) = field else {
        scope.is_whole = false;
        out.push(unknown_node::without_step(name));
        return None;
    };
    match kind {
        "run" if field.value == "id" => Some(Root::Run),
        "run" => {
            scope.is_whole = false;
            out.push(unknown_node::of_run(&field));
            None
        }
        "errors" => Some(Root::Error(scope.node(&field, out)?)),
        _ => {
            let node = scope.node(&field, out)?;
            if !scope.waits(node) {
                out.push(unknown_node::not_a_wait(&field));
                return None;
            }
            Some(Root::Token(node))
        }
    }
}
