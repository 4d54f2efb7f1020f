//! Functions that make a value from what a run knows, and give it as their caller asks for it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    emit::{
        expressions::{self, Function},
        rust::{doc, ident, number, text},
    },
    ir::{Computed, Made, Node, Origin, Piece, Step},
};

/// As what a value is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    /// JSON text.
    Json,
    /// JSON text, unless it is absent or `null`.
    Optional,
    /// The JSON texts of a list's items.
    Items,
    /// A condition.
    Condition,
}

/// The function of `made`, which belongs to `node`; `what` begins the sentence on it.
pub(super) fn function(node: &Node, made: &Made, what: &str, gives: As) -> TokenStream {
    let about = doc(&format!("{what} node `{}` ({}).", node.name, made.origin));
    let name = ident(&made.ident);
    let (ty, end) = match gives {
        As::Json => (quote!(Vec<u8>), quote!(Ok(input.finish()))),
        As::Optional => (quote!(Option<Vec<u8>>), quote!(Ok(input.optional()))),
        As::Items => (quote!(Vec<Vec<u8>>), quote!(input.items())),
        As::Condition => (quote!(bool), quote!(input.condition())),
    };
    let body = body(node, &made.origin, &made.pieces, gives, &end);
    let computed = computed(node, &made.pieces);
    quote! {
        #about
        fn #name(scope: &Scope) -> Result<#ty, HandlerError> {
            #body
        }
        #computed
    }
}

/// Statements that make the value in `input`, and then `end`.
pub(super) fn body(node: &Node, origin: &Origin, pieces: &[Piece], gives: As, end: &TokenStream) -> TokenStream {
    let (name, file) = (&node.name, &origin.file);
    let pieces = pieces.iter().map(|it| piece(it, gives));
    quote! {
        let mut input = Input::new(scope, #name, #file);
        #(#pieces)*
        #end
    }
}

fn piece(piece: &Piece, gives: As) -> TokenStream {
    let (function, reference) = match piece {
        Piece::Computed(computed) => {
            let value = ident(&computed.ident);
            return quote!(input.put(&#value(scope)?););
        }
        Piece::ComputedScalar(computed) => {
            let value = ident(&computed.ident);
            return quote!(input.put_text(&#value(scope)?););
        }
        Piece::Json(json) => {
            let json = text(json);
            return quote!(input.json(#json););
        }
        Piece::Value(reference) if gives == As::Optional => (ident("value_if_there"), reference),
        Piece::Value(reference) => (ident("value"), reference),
        Piece::Scalar(reference) => (ident("scalar"), reference),
    };
    let root = expressions::root(reference.root);
    let steps = reference.path.iter().map(|step| match step {
        Step::Field(name) => quote!(Member(#name)),
        Step::Index(idx) => {
            let idx = number(*idx);
            quote!(Item(#idx))
        }
    });
    let (written, line) = (&reference.written, number(reference.origin.line));
    quote!(input.#function(#root, &[#(#steps),*], #written, #line)?;)
}

/// The functions of the values that are computed for `pieces`.
pub(super) fn computed(node: &Node, pieces: &[Piece]) -> TokenStream {
    let functions = pieces.iter().filter_map(|piece| match piece {
        Piece::Json(_) | Piece::Value(_) | Piece::Scalar(_) => None,
        Piece::Computed(Computed { ident, code, roots, written, origin })
        | Piece::ComputedScalar(Computed { ident, code, roots, written, origin }) => {
            Some(expressions::function(&Function { name: ident, code, roots, node: &node.name, written, origin }))
        }
    });
    functions.collect()
}
