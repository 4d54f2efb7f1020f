//! An expression as a piece of a value.

use super::{graph::Cx, idents::Idents};
use crate::{
    expression::{
        Code, Env, Typed, Want,
        code::{CodeKind, Repr},
        infer, infer_as,
        tree::Literal,
    },
    ir::{Computed, Piece, Reference, Root},
    model::{self, Expression, Place},
};

/// The piece that `expression` is at `place`. `ident` is what a function of it is called, until `idents` makes that unique.
pub(super) fn piece(
    cx: &Cx<'_>,
    expression: &Expression,
    (place, want): (Place, Want),
    env: &Env<'_>,
    ident: &str,
    idents: &mut Idents,
) -> Piece {
    // Check has let nobody in who has a finding that is an error; the warnings have been said.
    let code = match place {
        Place::Next => or_null(infer(&expression.expr, env, &mut Vec::new())),
        Place::Input
        | Place::Key
        | Place::Expected
        | Place::SwitchValue
        | Place::Condition
        | Place::Moment
        | Place::List
        | Place::Initial
        | Place::Reduction
        | Place::Start
        | Place::Items => infer_as(&expression.expr, want, env, &mut Vec::new()).code,
    };
    let origin = cx.lowering.origins.of(expression.expr.span);
    let root = |name: &str| root(cx, expression.root(name).expect("every name of an expression is resolved"));
    if let Some((name, path, written)) = code.as_reference() {
        let (root, path, written) = (root(name), path.to_vec(), written.to_owned());
        let reference = Reference { root, path, written, origin };
        return if want == Want::Scalar { Piece::Scalar(reference) } else { Piece::Value(reference) };
    }
    let roots = code.roots().into_iter().map(|name| (name.to_owned(), root(name))).collect();
    let ident = idents.give(ident);
    let computed = Computed { ident, roots, written: expression.expr.to_string(), origin, code };
    if want == Want::Scalar { Piece::ComputedScalar(computed) } else { Piece::Computed(computed) }
}

/// An optional value as JSON: what is absent is null.
fn or_null(typed: Typed<'_>) -> Code {
    if typed.ty.inner().is_none() {
        return typed.code.to(Repr::Json);
    }
    let null = Code::new(CodeKind::Literal(Literal::Null), Repr::Json);
    Code::new(CodeKind::OrValue(Box::new(typed.code), Box::new(null)), Repr::Json)
}

/// What a name stands for, once nodes have their final places.
fn root(cx: &Cx<'_>, root: model::Root) -> Root {
    match root {
        model::Root::Args => Root::Args,
        model::Root::Node(id) | model::Root::Error(id) => Root::Output(cx.place(id)),
        model::Root::Token(id) => Root::Token(cx.place(id)),
        model::Root::Run => Root::Run,
        model::Root::Local(local) => Root::Local(local),
    }
}
