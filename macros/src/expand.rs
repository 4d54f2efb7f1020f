//! From an annotated function to the function, its marker type and the checks that rustc makes of its types.
//!
//! ```text
//! #[handler] pub async fn geocode(cx: &Cx, input: Place) -> Result<Coordinates, Error> { … }
//! // becomes
//! pub async fn geocode(cx: &Cx, input: Place) -> Result<Coordinates, Error> { … }
//! pub struct geocode {}
//! const _: () = {
//!     impl Handler for geocode { type Input = Place; type Output = Coordinates; }
//!     // `Error` converts into `HandlerError`; the future is `Send`.
//! };
//! ```

use packwright_macros_syntax::{AttributeKind, Definition, Failure, Fault, Shape};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ItemFn, Type, spanned::Spanned};

/// Expands the attribute. The user's item comes out untouched in every case, so that one mistake does not make a second one
/// elsewhere.
pub(crate) fn expand(attribute: AttributeKind, args: TokenStream, item: TokenStream) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => return refused(item.clone(), [not_a_function(attribute, &item)]),
    };
    // Where only the attribute is wrong the marker is there all the same, for whoever names it.
    let (definition, faults) = Definition::read(attribute, args, &function.attrs, &function.sig);
    refused(definition.map_or(item, |definition| accepted(&function, &definition.shape)), faults)
}

/// The item, and one compiler error for each fault.
fn refused(item: TokenStream, faults: impl IntoIterator<Item = Fault>) -> TokenStream {
    let errors = faults.into_iter().map(|fault| syn::Error::from(fault).into_compile_error());
    quote!(#item #(#errors)*)
}

fn not_a_function(attribute: AttributeKind, item: &TokenStream) -> Fault {
    // The first line of the item is enough to show which one: attributes and bodies only blur the place.
    let head = item.clone().into_iter().skip_while(|tree| !matches!(tree, proc_macro2::TokenTree::Ident(_))).take(2);
    let head: TokenStream = head.collect();
    let tokens = if head.is_empty() { item.clone() } else { head };
    let message = format!("`#[{attribute}]` stands on something that is not a function with a body");
    Fault::attribute(tokens, message, "put it on `fn` or `async fn`")
}

fn accepted(function: &ItemFn, shape: &Shape) -> TokenStream {
    let (vis, ident) = (&function.vis, &function.sig.ident);
    let input = match &shape.input {
        Some(ty) => ty.to_token_stream(),
        None => quote!(::packwright_runtime_min::NoInput),
    };
    let output = &shape.output;
    let error_check = error_check(shape);
    let future_check = future_check(function, shape);
    quote! {
        #function

        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, unreachable_pub)]
        #vis struct #ident {}

        const _: () = {
            impl ::packwright_runtime_min::Handler for #ident {
                type Input = #input;
                type Output = #output;
            }
            #error_check
            #future_check
        };
    }
}

/// That the error converts into `HandlerError`, said on the error's own tokens.
fn error_check(shape: &Shape) -> TokenStream {
    match &shape.failure {
        Failure::Never => TokenStream::new(),
        Failure::Error(error) => {
            let call = quote_spanned!(error.span()=> converts::<#error>(););
            quote! {
                const fn converts<E: ::core::convert::Into<::packwright_runtime_min::HandlerError>>() {}
                #call
            }
        }
        Failure::Alias(result) => {
            let call = quote_spanned!(result.span()=> converts(result));
            quote! {
                #[allow(dead_code)]
                fn alias_converts(result: #result) {
                    fn converts<T, E: ::core::convert::Into<::packwright_runtime_min::HandlerError>>(
                        _: ::core::result::Result<T, E>,
                    ) {
                    }
                    #call
                }
            }
        }
    }
}

/// That a server can move the future between its threads. Never called.
fn future_check(function: &ItemFn, shape: &Shape) -> TokenStream {
    if !shape.is_async {
        return TokenStream::new();
    }
    let ident = &function.sig.ident;
    let cx = shape.takes_cx.then(|| quote!(cx: &::packwright_runtime_min::Cx,));
    let input = shape.input.as_ref().map(|ty: &Type| quote!(input: #ty,));
    let arguments: Vec<TokenStream> =
        [shape.takes_cx.then(|| quote!(cx)), shape.input.is_some().then(|| quote!(input))]
            .into_iter()
            .flatten()
            .collect();
    let span: Span = ident.span();
    let call = quote_spanned!(span=> can_move(#ident(#(#arguments),*)));
    quote! {
        #[allow(dead_code)]
        fn future_is_send(#cx #input) {
            fn can_move<F: ::core::marker::Send>(_: F) {}
            #call;
        }
    }
}
