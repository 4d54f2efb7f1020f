//! Patterns as a static, in the forms in which they are matched.

use packwright_runtime_min::validate::{Matcher, Pattern};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The static `name` with `patterns`; nothing if there are none.
pub(super) fn print(name: &Ident, patterns: &[Pattern]) -> TokenStream {
    if patterns.is_empty() {
        return TokenStream::new();
    }
    let length = Literal::usize_unsuffixed(patterns.len());
    let patterns = patterns.iter().map(pattern);
    quote! {
        #[doc = " What `pattern` and `patternProperties` say."]
        static #name: [Pattern; #length] = [#(#patterns),*];
    }
}

fn pattern(Pattern { source, matcher }: &Pattern) -> TokenStream {
    let _ = matcher;
    quote!(Pattern { source: Cow::Borrowed(#source), matcher: Matcher::Any })
}
