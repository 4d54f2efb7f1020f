//! `state.rs`: the maps of the pack's state as static descriptions.

use quote::quote;

use crate::{
    emit::{
        Files,
        rust::{self, doc, ident},
    },
    ir::{Server, StateMap},
};

/// Adds the file, if some node uses state.
pub(super) fn emit(server: &Server, files: &mut Files) {
    if server.state.is_empty() {
        return;
    }
    let maps = server.state.iter().map(|StateMap { name, ident: module, origin, value: _ }| {
        let about = doc(&format!("`{name}`, declared at {origin}."));
        let (constant, module) = (ident(&module.to_ascii_uppercase()), ident(module));
        quote! {
            #about
            pub(crate) static #constant: State = State { name: #name, check: &validators::state::#module::VALUE };
        }
    });
    let content = quote! {
        use crate::validators;
        use packwright_runtime_min::server::state::State;

        #(#maps)*
    };
    files.add("src/state.rs", rust::file("The state that the pack declares.", content));
}
