//! `http.rs`: declared HTTP calls as static descriptions.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::{
    emit::{
        Files,
        rust::{self, doc, ident, number},
    },
    ir::{HttpBase, HttpCall, Server, UrlPart},
};

/// Adds the file, if some node makes a call.
pub(super) fn emit(server: &Server, files: &mut Files) {
    if server.http.is_empty() {
        return;
    }
    let has_parts = server.http.iter().any(|call| !call.path.is_empty() || !call.query.is_empty());
    let url_part = has_parts.then(|| quote!(, UrlPart));
    let calls = server.http.iter().map(call);
    let content = quote! {
        use crate::validators;
        use packwright_runtime_min::server::http::{Base, HttpCall #url_part};

        #(#calls)*
    };
    files.add("src/http.rs", rust::file("The HTTP calls that the pack declares.", content));
}

/// The static which describes `call`.
pub(super) fn static_name(call: &HttpCall) -> Ident {
    ident(&call.ident.to_ascii_uppercase())
}

fn call(call: &HttpCall) -> TokenStream {
    let about = doc(&format!("`{}`, declared at {}.", call.name, call.origin));
    let (constant, module) = (static_name(call), ident(&call.ident));
    let (name, method, path, timeout_ms) = (&call.name, &call.method, parts(&call.path), number(call.timeout_ms));
    let base = match &call.base {
        HttpBase::Literal(url) => quote!(Base::Literal(#url)),
        HttpBase::Config(entry) => quote!(Base::Config(#entry)),
        HttpBase::OptionalConfig(entry) => quote!(Base::OptionalConfig(#entry)),
    };
    let query = call.query.iter().map(|(name, value)| {
        let value = parts(value);
        quote!((#name, #value))
    });
    quote! {
        #about
        pub(crate) static #constant: HttpCall = HttpCall {
            name: #name,
            method: #method,
            base: #base,
            path: #path,
            query: &[#(#query),*],
            timeout_ms: #timeout_ms,
            check_input: &validators::http::#module::INPUT,
            check_output: &validators::http::#module::OUTPUT,
        };
    }
}

fn parts(parts: &[UrlPart]) -> TokenStream {
    let parts = parts.iter().map(|part| match part {
        UrlPart::Text(text) => quote!(UrlPart::Text(#text)),
        UrlPart::Field(name) => quote!(UrlPart::Field(#name)),
    });
    quote!(&[#(#parts),*])
}
