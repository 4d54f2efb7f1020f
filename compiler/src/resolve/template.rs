//! The references of a template.

use serde_json::Value;

use crate::{
    ast,
    diagnostic::Finding,
    model::{Reference, Root, Template, TextPart},
    resolve::topology::Scope,
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
    let ast::Reference { root, path, span } = written;
    let root = if root.value == "args" { Root::Args } else { Root::Node(scope.node(&root, out)?) };
    Some(Reference { root, path, span })
}
