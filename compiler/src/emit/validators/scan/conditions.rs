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
        all => quote!(#((#all))&&*),
    }
}

pub(super) fn any_of(conditions: &[TokenStream]) -> TokenStream {
    match conditions {
        [] => quote!(false),
        [one] => one.clone(),
        any => quote!(#((#any))||*),
    }
}

pub(super) fn one_of(conditions: &[TokenStream]) -> TokenStream {
    quote!(#(usize::from(#conditions))+* == 1)
}
