//! Patterns as a static, in the forms in which they are matched.

use packwright_runtime_min::validate::{
    Matcher, Pattern,
    pattern::{Automaton, Class, Sequence, Step},
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::literals::{list, text};

/// The static `name` with `patterns`; nothing if there are none.
pub(super) fn print(name: &Ident, patterns: &[Pattern]) -> TokenStream {
    if patterns.is_empty() {
        return TokenStream::new();
    }
    let length = Literal::usize_unsuffixed(patterns.len());
    let patterns = patterns.iter().map(|Pattern { source, matcher }| {
        let matcher = self::matcher(matcher);
        quote!(Pattern::new(#source, #matcher))
    });
    quote! {
        #[doc = " What `pattern` and `patternProperties` say."]
        static #name: [Pattern; #length] = [#(#patterns),*];
    }
}

fn matcher(matcher: &Matcher) -> TokenStream {
    match matcher {
        Matcher::Any => quote!(Matcher::Any),
        Matcher::Exact(exact) => {
            let exact = text(exact);
            quote!(Matcher::Exact(#exact))
        }
        Matcher::OneOf(texts) => {
            let texts = list(texts.iter().map(|one| text(one)));
            quote!(Matcher::OneOf(#texts))
        }
        Matcher::Prefix(prefix) => {
            let prefix = text(prefix);
            quote!(Matcher::Prefix(#prefix))
        }
        Matcher::Suffix(suffix) => {
            let suffix = text(suffix);
            quote!(Matcher::Suffix(#suffix))
        }
        Matcher::Contains(part) => {
            let part = text(part);
            quote!(Matcher::Contains(#part))
        }
        Matcher::Sequence(Sequence { steps, end }) => {
            let steps = list(steps.iter().map(step));
            quote!(Matcher::Sequence(Sequence { steps: #steps, end: #end }))
        }
        Matcher::Automaton(automaton) => self::automaton(automaton),
        Matcher::Engine(engine) => {
            let translated = engine.translated();
            quote!(Matcher::Engine(Engine::new(#translated)))
        }
    }
}

fn step(step: &Step) -> TokenStream {
    match step {
        Step::Text(part) => {
            let part = text(part);
            quote!(Step::Text(#part))
        }
        Step::Class { class: Class { ascii, others }, min, max } => {
            let ascii = ascii.iter().map(|bits| {
                let bits: TokenStream = format!("{bits:#x}").parse().expect("a number is a token");
                bits
            });
            let others = list(others.iter().map(|(first, last)| quote!((#first, #last))));
            let min = Literal::u32_unsuffixed(*min);
            let max = if *max == u32::MAX {
                quote!(u32::MAX)
            } else {
                let max = Literal::u32_unsuffixed(*max);
                quote!(#max)
            };
            quote!(Step::Class { class: Class { ascii: [#(#ascii),*], others: #others }, min: #min, max: #max })
        }
    }
}

fn automaton(Automaton { ascii, others, start, groups, next, accepts }: &Automaton) -> TokenStream {
    let bytes = |bytes: &[u8]| {
        let bytes = Literal::byte_string(bytes);
        quote!(Cow::Borrowed(#bytes))
    };
    let (ascii, next) = (bytes(ascii), bytes(next));
    let others = list(others.iter().map(|(first, group)| {
        let group = Literal::u8_unsuffixed(*group);
        quote!((#first, #group))
    }));
    let accepts = list(accepts.iter().map(|accepts| quote!(#accepts)));
    let (start, groups) = (Literal::u8_unsuffixed(*start), Literal::u8_unsuffixed(*groups));
    quote! {
        Matcher::Automaton(Automaton {
            ascii: #ascii,
            others: #others,
            start: #start,
            groups: #groups,
            next: #next,
            accepts: #accepts,
        })
    }
}
