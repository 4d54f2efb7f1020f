//! Conditions as Rust expressions.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::super::literals;

/// Whether `count` is within its limits.
pub(super) fn range(count: &TokenStream, least: usize, most: Option<usize>) -> Vec<TokenStream> {
    let mut conditions = Vec::new();
    if least > 0 {
        let least = literals::count(least);
        conditions.push(quote!(#count >= #least));
    }
    if let Some(most) = most {
        let most = literals::count(most);
        conditions.push(quote!(#count <= #most));
    }
    conditions
}

/// Whether `text` is one of `texts`, which are sorted by length.
pub(super) fn texts_condition(texts: &[&str], text: &TokenStream) -> TokenStream {
    /// More are looked up in a table.
    const FEW: usize = 24;
    match texts {
        [] => quote!(false),
        [one] => {
            let one = Literal::byte_string(one.as_bytes());
            quote!(*#text == *#one)
        }
        texts if texts.len() > FEW => quote!(is_one_of(&#text, &[#(#texts),*])),
        texts => {
            let arms = texts.chunk_by(|left, right| left.len() == right.len()).map(|same| {
                let length = Literal::usize_unsuffixed(same[0].len());
                let literals = same.iter().map(|one| Literal::byte_string(one.as_bytes()));
                quote!(#length => #(*#text == *#literals)||*,)
            });
            quote!(match #text.len() { #(#arms)* _ => false })
        }
    }
}

/// `if … { … } else …`, as a chain where what is else is another.
pub(super) fn either(condition: &TokenStream, then: &TokenStream, otherwise: &TokenStream) -> TokenStream {
    let chains = otherwise.clone().into_iter().next().is_some_and(|token| token.to_string() == "if");
    if chains {
        quote!(if #condition { #then } else #otherwise)
    } else {
        quote!(if #condition { #then } else { #otherwise })
    }
}

pub(super) fn all_of(conditions: &[TokenStream]) -> TokenStream {
    match conditions {
        [] => quote!(true),
        [one] => one.clone(),
        all => {
            let all = all.iter().map(operand);
            quote!(#(#all)&&*)
        }
    }
}

pub(super) fn any_of(conditions: &[TokenStream]) -> TokenStream {
    match conditions {
        [] => quote!(false),
        [one] => one.clone(),
        any => {
            let any = any.iter().map(operand);
            quote!(#(#any)||*)
        }
    }
}

/// A condition beside others: in parentheses where a reader would have to know which operator binds more tightly.
fn operand(condition: &TokenStream) -> TokenStream {
    use syn::{BinOp, Expr, ExprBinary};
    let is_plain = match syn::parse2(condition.clone()) {
        Ok(Expr::Binary(ExprBinary { op, .. })) => {
            matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
        }
        Ok(Expr::Call(_) | Expr::Lit(_) | Expr::MethodCall(_) | Expr::Paren(_) | Expr::Path(_) | Expr::Unary(_)) => {
            true
        }
        Ok(_) | Err(_) => false,
    };
    if is_plain { condition.clone() } else { quote!((#condition)) }
}

pub(super) fn one_of(conditions: &[TokenStream]) -> TokenStream {
    quote!(#(usize::from(#conditions))+* == 1)
}
