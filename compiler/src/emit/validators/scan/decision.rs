//! Objects whose alternatives some members decide.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{
    super::machine::{Arm, DecisionBy, Kind, Reader, Test},
    Printer,
    conditions::{all_of, either},
};

impl Printer<'_> {
    /// How an object is read whose alternatives some members decide: they are looked for once, for all decisions.
    pub(super) fn decision(&self, decision: &DecisionBy) -> TokenStream {
        let mut names = Vec::new();
        self.names_of(decision, &mut names);
        let found: Vec<Ident> = (0..names.len()).map(|idx| format_ident!("found_{idx}")).collect();
        let literals = names.iter().map(|name| Literal::byte_string(name.as_bytes()));
        let find = match &found[..] {
            [found] => quote!(let #found = scan.find(rest, #(#literals)*);),
            found => quote!(let [#(#found),*] = scan.find_each(rest, [#(#literals),*]);),
        };
        let decided = self.decided(decision, &names);
        quote! {
            #find
            let after = #decided?;
            scan.again(rest)?;
            Some(after)
        }
    }

    /// The members that a decision looks for, and those that follow it.
    pub(super) fn names_of(&self, decision: &DecisionBy, names: &mut Vec<String>) {
        let mut add = |name: &String| {
            if !names.contains(name) {
                names.push(name.clone());
            }
        };
        let followers: Vec<Reader> = match decision {
            DecisionBy::Tag { name, cases } => {
                add(name);
                cases.iter().map(|(_, reader)| *reader).collect()
            }
            DecisionBy::Test { tests, then, otherwise } => {
                tests.iter().for_each(|test| add(&test.name));
                vec![*then, *otherwise]
            }
        };
        for decision in followers.into_iter().filter_map(|reader| self.inlined(reader)) {
            self.names_of(decision, names);
        }
    }

    /// The decision of a state to which only one other decision leads.
    pub(super) fn inlined(&self, reader: Reader) -> Option<&DecisionBy> {
        let Reader::State(idx) = reader else { return None };
        let state = self.machine.state(idx);
        let Some(Arm::Object(object)) = state.arms.get(&Kind::Object) else { return None };
        let decision = object.decision.as_deref()?;
        (state.key.is_decided() && !state.judged && self.uses[idx.0] == 1).then_some(decision)
    }

    /// What is left after an object, once members have decided who reads it.
    pub(super) fn decided(&self, decision: &DecisionBy, names: &[String]) -> TokenStream {
        let read = |reader: Reader| match self.inlined(reader) {
            Some(decision) => self.decided(decision, names),
            None => self.read(reader, &quote!(rest)),
        };
        let found = |name: &String| {
            let idx = names.iter().position(|known| known == name).unwrap_or_default();
            format_ident!("found_{idx}")
        };
        match decision {
            DecisionBy::Tag { name, cases } => {
                let found = found(name);
                let arms = cases.iter().map(|(texts, reader)| {
                    let texts = texts.iter().map(|text| Literal::byte_string(text.as_bytes()));
                    let read = read(*reader);
                    quote!(#(#texts)|* => #read,)
                });
                quote!(match scan.text(#found?)?.0.as_ref() { #(#arms)* _ => None })
            }
            DecisionBy::Test { tests, then, otherwise } => {
                let tests: Vec<TokenStream> = tests.iter().map(|test| self.test(test, &found(&test.name))).collect();
                let (condition, then, otherwise) = (all_of(&tests), read(*then), read(*otherwise));
                either(&condition, &then, &otherwise)
            }
        }
    }

    pub(super) fn test(&self, Test { name: _, required, reader }: &Test, found: &Ident) -> TokenStream {
        let valid = self.valid(*reader);
        match (required, reader) {
            (true, Reader::Any) => quote!(#found.is_some()),
            (true, _) => quote!(#found.is_some_and(|value| scan.is(value, #valid))),
            (false, _) => quote!(#found.is_none_or(|value| scan.is(value, #valid))),
        }
    }
}
