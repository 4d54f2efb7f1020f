//! Rust text from tokens.
//!
//! prettyplease lays out each item; blank lines between items, which tokens cannot carry, are put here.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{Attribute, File, Item};

/// A source file: what `about` says as its `//!` lines, then `content` (inner attributes and items).
///
/// # Panics
/// When `content` is not Rust: that is a bug in an emitter.
pub fn file(about: &str, content: TokenStream) -> String {
    let File { attrs, items, .. } = syn::parse2(content).expect("emitters print Rust");
    let mut text: String =
        about.lines().map(|line| format!("//!{}{line}\n", if line.is_empty() { "" } else { " " })).collect();
    if !attrs.is_empty() {
        let attrs = printed(attrs, Vec::new());
        text.push_str(&format!("\n{}\n", attrs.trim_end()));
    }
    let mut earlier: Option<Paragraph> = None;
    for item in items {
        let paragraph = Paragraph::of(&item);
        if earlier != Some(paragraph) || paragraph == Paragraph::Own {
            text.push('\n');
        }
        earlier = Some(paragraph);
        text.push_str(&printed(Vec::new(), vec![item]));
    }
    text
}

fn printed(attrs: Vec<Attribute>, items: Vec<Item>) -> String {
    prettyplease::unparse(&File { shebang: None, frontmatter: None, attrs, items })
}

/// Items that stand together without blank lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paragraph {
    Uses,
    Modules,
    Own,
}

impl Paragraph {
    fn of(item: &Item) -> Self {
        match item {
            Item::Use(_) => Self::Uses,
            Item::Mod(module) if module.content.is_none() => Self::Modules,
            _ => Self::Own,
        }
    }
}

/// The doc comment which says `text`.
pub(super) fn doc(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    lines.map(|line| quote!(#[doc = #line])).collect()
}

/// The identifier `name`.
pub(super) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// A list of string literals in a slice.
pub(super) fn texts(list: &[String]) -> TokenStream {
    quote!(&[#(#list),*])
}

/// A string literal in the form that is easiest to read: raw where the text has quotes or backslashes.
pub(super) fn text(text: &str) -> Literal {
    let needs_escapes = text.chars().any(|c| c.is_control());
    if needs_escapes || !text.contains(['"', '\\']) {
        return Literal::string(text);
    }
    let mut hashes = "#".to_owned();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}").parse().expect("a raw string whose end does not occur in it")
}

/// An integer literal without a type suffix.
///
/// # Panics
/// When it does not fit 64 bits.
pub(super) fn number(value: impl TryInto<u64>) -> Literal {
    Literal::u64_unsuffixed(value.try_into().ok().expect("the compiler counts in 64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_raw_where_that_reads_better() {
        assert_eq!(text("plain").to_string(), "\"plain\"");
        assert_eq!(text("{\"a\":").to_string(), "r#\"{\"a\":\"#");
        assert_eq!(text("\"# \"## ").to_string(), "r###\"\"# \"## \"###");
        assert_eq!(text("\"\n").to_string(), "\"\\\"\\n\"");
    }

    #[test]
    fn items_are_set_apart_and_uses_stand_together() {
        let text = file("About.\n\nMore.", quote! { use a::b; use c::d; mod e; #[doc = " F."] fn f() {} fn g() {} });
        assert_eq!(
            text,
            "//! About.\n//!\n//! More.\n\nuse a::b;\nuse c::d;\n\nmod e;\n\n/// F.\nfn f() {}\n\nfn g() {}\n"
        );
    }
}
