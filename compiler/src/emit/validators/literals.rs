//! Constants of a schema as Rust expressions.

use packwright_runtime_min::validate::Types;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// `Types::of(&[Type::Integer, Type::Null])`
pub(super) fn types(types: Types) -> TokenStream {
    let names = types.iter().map(|ty| format_ident!("{ty:?}"));
    quote!(Types::of(&[#(Type::#names),*]))
}

/// `const { Decimal::new("7") }`: the number is read when the generated crate is compiled.
pub(super) fn decimal(text: &str) -> TokenStream {
    quote!(const { Decimal::new(#text) })
}

/// `7`, without the suffix that says what the parameter's type says already. What exceeds the smallest `usize` we run on is
/// `usize::MAX`: nothing is as long.
pub(super) fn count(count: usize) -> TokenStream {
    if u32::try_from(count).is_ok() {
        let count = Literal::usize_unsuffixed(count);
        quote!(#count)
    } else {
        quote!(usize::MAX)
    }
}

/// `Cow::Borrowed("text")`
pub(super) fn text(text: &str) -> TokenStream {
    quote!(Cow::Borrowed(#text))
}

/// `Cow::Borrowed(&[…])`
pub(super) fn list(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items = items.into_iter();
    quote!(Cow::Borrowed(&[#(#items),*]))
}

/// `Some(…)` or `None`
pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
