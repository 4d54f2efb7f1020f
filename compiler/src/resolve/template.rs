//! The expressions of a template.

use serde_json::Value;

use crate::{
    ast,
    diagnostic::Finding,
    expression::Expr,
    model::{Expression, Root, Template, TextPart},
    resolve::topology::Scope,
    rules::topology::unknown_node,
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
fn expression(mut expr: Expr, scope: &mut Scope, out: &mut Vec<Finding>) -> Option<Expression> {
    expr.merge_roots(&[ERRORS, TOKENS, RUN]);
    let mut named = Vec::new();
    expr.names(&mut |name, reference| named.push((name, reference.root_span())));
    let mut roots: Vec<(String, Option<Root>)> = Vec::new();
    for (name, span) in named {
        if !roots.iter().any(|(known, _)| known == name) {
            let name = Spanned::new(name.to_owned(), span);
            let root = root(&name, scope, out);
            roots.push((name.value, root));
        }
    }
    let roots = roots.into_iter().map(|(name, root)| Some((name, root?))).collect::<Option<_>>()?;
    Some(Expression { expr, roots })
}

/// Roots that are nothing by themselves: their first member is a root.
const ERRORS: &str = "errors";
const TOKENS: &str = "tokens";
const RUN: &str = "run";

fn root(name: &Spanned<String>, scope: &mut Scope, out: &mut Vec<Finding>) -> Option<Root> {
    if let Some(local) = scope.local(&name.value) {
        return Some(Root::Local(local));
    }
    match name.value.split_once('.') {
        Some((kind, member)) => of_kind(kind, &Spanned::new(member.to_owned(), name.span), scope, out),
        None if name.value == "args" => Some(Root::Args),
        None if [ERRORS, TOKENS, RUN].contains(&name.value.as_str()) => {
            scope.is_whole = false;
            out.push(unknown_node::without_step(name));
            None
        }
        None => scope.node(name, out).map(Root::Node),
    }
}

/// `errors.<node>`, `tokens.<wait>` and `run.id`.
fn of_kind(kind: &str, member: &Spanned<String>, scope: &mut Scope, out: &mut Vec<Finding>) -> Option<Root> {
    match kind {
        RUN if member.value == "id" => Some(Root::Run),
        RUN => {
            scope.is_whole = false;
            out.push(unknown_node::of_run(member));
            None
        }
        ERRORS => scope.node(member, out).map(Root::Error),
        _ => {
            let node = scope.node(member, out)?;
            if !scope.waits(node) {
                scope.is_whole = false;
                out.push(unknown_node::not_a_wait(member));
                return None;
            }
            Some(Root::Token(node))
        }
    }
}
