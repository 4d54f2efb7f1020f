//! The imports of a generated module: exactly the names which its functions mention.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The `use` items for `functions`.
pub(super) fn needed_by(functions: &TokenStream) -> TokenStream {
    let mentioned = mentioned_in(functions);
    let needed = |name: &TokenStream| mentioned.contains(&name.to_string());

    let named = |names: &[&str]| {
        let names: Vec<_> =
            names.iter().map(|name| format_ident!("{name}")).filter(|name| needed(&quote!(#name))).collect();
        (!names.is_empty()).then(|| quote!({#(#names),*}))
    };
    let cow = needed(&quote!(Cow)).then(|| {
        quote!(
            use std::borrow::Cow;
        )
    });
    let token = named(&["Rest"]).map(|names| quote!(use packwright_runtime_min::json::token::#names;));
    let validate = named(&["Decimal", "Format", "Matcher", "Pattern", "Scan", "Type", "Types", "Validator"])
        .map(|names| quote!(use packwright_runtime_min::validate::#names;));
    let plan = named(&[
        "Assertion",
        "Check",
        "Constant",
        "Declared",
        "INTEGER_FORMATS",
        "Members",
        "Names",
        "Others",
        "PatternIdx",
        "Plan",
        "PlanIdx",
        "PlanNode",
    ])
    .map(|names| quote!(use packwright_runtime_min::validate::plan::#names;));
    let pattern = named(&["Automaton", "Class", "Engine", "Sequence", "Step"])
        .map(|names| quote!(use packwright_runtime_min::validate::pattern::#names;));
    let scan = named(&["at_least", "at_most", "is_one_of", "once", "utf8"])
        .map(|names| quote!(use packwright_runtime_min::validate::scan::#names;));
    quote!(#cow #token #validate #pattern #plan #scan)
}

/// Every name in `tokens`.
pub(super) fn mentioned_in(tokens: &TokenStream) -> BTreeSet<String> {
    let mut mentioned = BTreeSet::new();
    add(tokens.clone(), &mut mentioned);
    mentioned
}

fn add(tokens: TokenStream, mentioned: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => add(group.stream(), mentioned),
            TokenTree::Ident(ident) => drop(mentioned.insert(ident.to_string())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
