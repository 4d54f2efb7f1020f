//! The imports of a generated module: exactly the names which its functions mention.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// The `use` items for `functions`.
pub(super) fn needed_by(functions: &TokenStream) -> TokenStream {
    let mut mentioned = Vec::new();
    mentions(functions.clone(), &mut mentioned);
    let needed = |name: &TokenStream| mentioned.contains(&name.to_string());

    let all =
        [quote!(Decimal), quote!(Place), quote!(Report), quote!(Type), quote!(Types), quote!(assert), quote!(coerce)];
    let names = all.iter().filter(|name| needed(name));
    let lazy_lock = needed(&quote!(LazyLock)).then(|| {
        quote!(
            use std::sync::LazyLock;
        )
    });
    quote! {
        #lazy_lock
        use packwright_runtime_min::{json::Value, validate::{#(#names),*}};
    }
}

fn mentions(tokens: TokenStream, mentioned: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => mentions(group.stream(), mentioned),
            TokenTree::Ident(ident) => mentioned.push(ident.to_string()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
