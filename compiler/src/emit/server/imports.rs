//! What a generated file imports: just what its items name.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::emit::rust::ident;

/// What may be imported: a path, and what of it, in the order in which it is printed. Modules stand for themselves.
const CRATE: &[&str] = &["http", "state", "validators"];
const GROUPS: &[(&str, &[&str])] = &[
    ("packwright_runtime_min", &["Handler", "HandlerError"]),
    ("packwright_runtime_min::expression", &["cel", "Input", "Site"]),
    ("packwright_runtime_min::expression::Root", &["Args", "Local", "Output"]),
    ("packwright_runtime_min::expression::Step", &["Item", "Member"]),
    ("packwright_runtime_min::handler", &["FailureClass"]),
    ("packwright_runtime_min::server", &["call"]),
    (
        "packwright_runtime_min::server::definition",
        &[
            "Action",
            "Backoff",
            "Body",
            "Call",
            "Each",
            "Fold",
            "Gate",
            "ItemFailure",
            "Kind",
            "Node",
            "NodeCall",
            "NodeFuture",
            "Pages",
            "Retry",
            "Scope",
            "Tool",
            "Wait",
            "local",
        ],
    ),
];

/// The imports of a file with these items.
pub(super) fn of(items: &TokenStream) -> TokenStream {
    let mut named = BTreeSet::new();
    collect(items.clone(), &mut named);
    let ours = list(&quote!(crate), CRATE, &named);
    let theirs = GROUPS.iter().map(|(path, names)| {
        let path: syn::Path = syn::parse_str(path).expect("the paths above are paths");
        list(&quote!(#path), names, &named)
    });
    let client = named.contains("client").then(|| {
        quote!(
            use packwright_runtime_min::server::http as client;
        )
    });
    let values = named.contains("values").then(|| {
        quote!(
            use packwright_runtime_min::server::state as values;
        )
    });
    let cow = named.contains("Cow").then(|| {
        quote!(
            use std::borrow::Cow;
        )
    });
    quote!(#ours #(#theirs)* #client #values #cow)
}

fn list(path: &TokenStream, names: &[&str], named: &BTreeSet<String>) -> Option<TokenStream> {
    let names: Vec<TokenStream> = names
        .iter()
        .filter(|name| named.contains(**name))
        .map(|name| match *name {
            // The functions of expressions are called by a short name of their module.
            "cel" => quote!(self as cel),
            name => ident(name).to_token_stream(),
        })
        .collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(quote!(use #path::#name;)),
        names => Some(quote!(use #path::{#(#names),*};)),
    }
}

/// Adds the names that tokens use: types and variants, and modules before `::`. What stands after `::` or `.` belongs to something
/// else, and a function may be called like a module.
fn collect(tokens: TokenStream, named: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punct = |at: Option<usize>, c: char| {
        at.and_then(|at| tokens.get(at)).is_some_and(|token| matches!(token, TokenTree::Punct(it) if it.as_char() == c))
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), named),
            TokenTree::Ident(name) => {
                let before = at.checked_sub(1);
                let belongs = (is_punct(before, ':') && is_punct(at.checked_sub(2), ':')) || is_punct(before, '.');
                let name = name.to_string();
                let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
                let is_module = is_punct(Some(at + 1), ':') && is_punct(Some(at + 2), ':');
                // `..Node::PLAIN` is no field.
                let is_rest = is_punct(before, '.') && is_punct(at.checked_sub(2), '.');
                if (!belongs || is_rest) && (is_type || is_module) {
                    named.insert(name);
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_is_imported() {
        let items = quote! {
            fn call(node: NodeCall) { ::pack::http::Handler(x.Item, Gate::Branch, ..Node::PLAIN); client::call(&http::X) }
        };
        let imports = of(&items).to_string();
        for there in ["NodeCall", "Gate", "Node", "crate :: http", "as client"] {
            assert!(imports.contains(there), "{there} in {imports}");
        }
        for not in ["Handler", "Item", "Branch", "server :: call", "validators"] {
            assert!(!imports.contains(not), "{not} in {imports}");
        }
    }
}
