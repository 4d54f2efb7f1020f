//! An expression as a piece of a node's input.

use super::{idents::Idents, origin::Origins};
use crate::{
    expression::{Env, Want, infer_as},
    ir::{Computed, Piece, Reference, Root},
    model::{self, Expression, NodeId},
};

/// What expressions of one topology are lowered with.
pub(super) struct Expressions<'a, 's> {
    /// What names stand for, with types.
    pub(super) env: Env<'s>,
    /// The final place of a node.
    pub(super) place: &'a dyn Fn(NodeId) -> usize,
    pub(super) origins: Origins<'a>,
}

impl Expressions<'_, '_> {
    /// The piece that `expression` is. `ident` is what a function of it is called, until `idents` makes that unique.
    pub(super) fn piece(&self, expression: &Expression, want: Want, ident: &str, idents: &mut Idents) -> Piece {
        // Check has let nobody in who has a finding that is an error; the warnings have been said.
        let typed = infer_as(&expression.expr, want, &self.env, &mut Vec::new());
        let origin = self.origins.of(expression.expr.span);
        let root = |name: &str| match expression.roots[name] {
            model::Root::Args => Root::Args,
            model::Root::Node(id) => Root::Output((self.place)(id)),
        };
        if let Some((name, path, written)) = typed.code.as_reference() {
            let (root, path, written) = (root(name), path.to_vec(), written.to_owned());
            let reference = Reference { root, path, written, origin };
            return if want == Want::Scalar { Piece::Scalar(reference) } else { Piece::Value(reference) };
        }
        let roots = typed.code.roots().into_iter().map(|name| (name.to_owned(), root(name))).collect();
        let ident = idents.give(ident);
        let computed = Computed { ident, roots, written: expression.expr.to_string(), origin, code: typed.code };
        if want == Want::Scalar { Piece::ComputedScalar(computed) } else { Piece::Computed(computed) }
    }
}
