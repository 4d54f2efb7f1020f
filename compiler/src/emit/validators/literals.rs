//! Constants of a schema as Rust expressions.

use packwright_runtime_min::{json::Value, validate::Types};
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

/// What `enum` or `const` of a node says: a static for the top of its function, and the expression that refers to it.
///
/// A static of scalars is a constant of the binary; one that holds arrays or objects is built when it is first needed,
/// because a `Vec` with anything in it cannot be a constant.
pub(super) struct Shared {
    pub(super) item: TokenStream,
    pub(super) reference: TokenStream,
    /// The same as a slice of all values that it allows.
    pub(super) slice: TokenStream,
}

/// `MEMBERS`, which holds what `enum` says.
pub(super) fn members(members: &[Value<'_>]) -> Shared {
    let values = members.iter().map(value);
    if members.iter().all(is_constant) {
        let item = quote!(static MEMBERS: &[Value<'static>] = &[#(#values),*];);
        Shared { item, reference: quote!(MEMBERS), slice: quote!(MEMBERS) }
    } else {
        let item = quote!(
            static MEMBERS: LazyLock<Vec<Value<'static>>> = LazyLock::new(|| vec![#(#values),*]);
        );
        Shared { item, reference: quote!(&MEMBERS), slice: quote!(&MEMBERS) }
    }
}

/// `CONSTANT`, which holds what `const` says.
pub(super) fn constant(constant: &Value<'_>) -> Shared {
    let value = value(constant);
    let (item, reference) = if is_constant(constant) {
        (quote!(static CONSTANT: &Value<'static> = &#value;), quote!(CONSTANT))
    } else {
        (quote!(static CONSTANT: LazyLock<Value<'static>> = LazyLock::new(|| #value);), quote!(&CONSTANT))
    };
    Shared { item, slice: quote!(std::slice::from_ref(#reference)), reference }
}

fn is_constant(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

fn value(value: &Value<'_>) -> TokenStream {
    match value {
        Value::Null => quote!(Value::Null),
        Value::Bool(truth) => quote!(Value::Bool(#truth)),
        Value::Number(text) => quote!(Value::number(#text)),
        Value::String(text) => quote!(Value::text(#text)),
        Value::Array(items) if items.is_empty() => quote!(Value::Array(Vec::new())),
        Value::Object(members) if members.is_empty() => quote!(Value::Object(Vec::new())),
        Value::Array(items) => {
            let items = items.iter().map(self::value);
            quote!(Value::Array(vec![#(#items),*]))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = self::value(value);
                quote!((#name.into(), #value))
            });
            quote!(Value::Object(vec![#(#members),*]))
        }
    }
}
