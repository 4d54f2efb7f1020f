//! The expressions of a template.

use indexmap::IndexMap;
use serde_json::Value;

use crate::{
    ast,
    diagnostic::Finding,
    expression::Expr,
    model::{Expression, Root, Template, TextPart},
    resolve::topology::Scope,
    source::Spanned,
};

/// Resolves the names of a template's expressions; one with a name that nothing has becomes `null`, and the scope incomplete.
pub(super) fn resolve(template: ast::Template, scope: &mut Scope, out: &mut Vec<Finding>) -> Template {
    match template {
        ast::Template::Literal(value) => Template::Literal(value),
        ast::Template::Array(items) => {
            Template::Array(items.into_iter().map(|item| resolve(item, scope, out)).collect())
        }
        ast::Template::Object(members) => {
            Template::Object(members.into_iter().map(|(key, member)| (key, resolve(member, scope, out))).collect())
        }
        ast::Template::Expression(written) => match expression(written, scope, out) {
            Some(expression) => Template::Expression(expression),
            None => Template::Literal(Value::Null),
        },
        ast::Template::Text(parts) => {
            let part = |part| match part {
                ast::TextPart::Text(text) => Some(TextPart::Text(text)),
                ast::TextPart::Expression(written) => expression(written, scope, out).map(TextPart::Expression),
            };
            Template::Text(parts.into_iter().filter_map(part).collect())
        }
        ast::Template::Unclear => {
            scope.is_whole = false;
            Template::Literal(Value::Null)
        }
    }
}

/// An expression with its names resolved; none where one is not there, each of which is reported once.
fn expression(expr: Expr, scope: &mut Scope, out: &mut Vec<Finding>) -> Option<Expression> {
    let mut named = Vec::new();
    expr.names(&mut |name, reference| named.push((name, reference.root_span())));
    let mut roots = IndexMap::new();
    for (name, span) in named {
        if !roots.contains_key(name) {
            let root = match name {
                "args" => Some(Root::Args),
                _ => scope.node(&Spanned::new(name.to_owned(), span), out).map(Root::Node),
            };
            roots.insert(name.to_owned(), root);
        }
    }
    let roots = roots.into_iter().map(|(name, root)| Some((name, root?))).collect::<Option<_>>()?;
    Some(Expression { expr, roots })
}
