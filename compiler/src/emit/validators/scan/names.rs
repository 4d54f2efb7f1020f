//! How the names of an object's members are told apart, and which of them were seen.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::super::machine::{After, Formula, Reader};

/// Which declared names were seen: a bit for each, in words of 64.
pub(super) struct Seen(pub(super) usize);

impl Seen {
    pub(super) fn declare(&self, declared: &[(String, Reader)], asked: bool) -> Option<TokenStream> {
        let words = Literal::usize_unsuffixed(self.0.div_ceil(64));
        if declared.iter().any(|(_, reader)| *reader != Reader::Never) {
            Some(quote!(let mut seen = [0_u64; #words];))
        } else {
            asked.then(|| quote!(let seen = [0_u64; #words];))
        }
    }

    /// Where no member is.
    pub(super) fn declare_nothing(&self, after: &After) -> Option<TokenStream> {
        self.declare(&[], after.formulas.iter().any(Formula::asks_for_members))
    }

    pub(super) fn once(&self, idx: usize) -> TokenStream {
        let (word, bit) = (Literal::usize_unsuffixed(idx / 64), Literal::usize_unsuffixed(idx % 64));
        quote!(once(&mut seen[#word], #bit)?;)
    }

    pub(super) fn has(idx: usize) -> TokenStream {
        let (word, bit) = (Literal::usize_unsuffixed(idx / 64), Literal::usize_unsuffixed(idx % 64));
        quote!(seen[#word] & 1 << #bit != 0)
    }

    pub(super) fn required(&self, required: &[usize]) -> Vec<TokenStream> {
        let words = 0..self.0.div_ceil(64);
        let masks = words.map(|word| {
            let bits = required.iter().filter(|idx| *idx / 64 == word);
            (word, bits.fold(0_u64, |mask, idx| mask | 1 << (idx % 64)))
        });
        masks
            .filter(|(_, mask)| *mask != 0)
            .map(|(word, mask)| {
                let word = Literal::usize_unsuffixed(word);
                let mask: TokenStream = format!("{mask:#b}").parse().expect("a number is a token");
                quote!(seen[#word] & #mask == #mask)
            })
            .collect()
    }
}

/// By what a name is told from others before it is compared.
pub(super) enum Dispatch {
    Length,
    LengthAndEnds,
}

impl Dispatch {
    /// For so many names.
    pub(super) fn of(names: usize) -> Self {
        if names <= 8 { Self::Length } else { Self::LengthAndEnds }
    }

    pub(super) fn scrutinee(&self) -> TokenStream {
        match self {
            Self::Length => quote!(name.len()),
            Self::LengthAndEnds => quote!((name.len(), name.first(), name.last())),
        }
    }

    pub(super) fn pattern(&self, name: &str) -> TokenStream {
        let length = Literal::usize_unsuffixed(name.len());
        match (self, name.as_bytes()) {
            (Self::Length, _) => quote!(#length),
            (Self::LengthAndEnds, [first, .., last]) => {
                let (first, last) = (Literal::byte_character(*first), Literal::byte_character(*last));
                quote!((#length, Some(#first), Some(#last)))
            }
            (Self::LengthAndEnds, _) => quote!((#length, _, _)),
        }
    }
}

/// Members by the length of their names, those of one length in their order.
pub(super) fn by_length(declared: &[(String, Reader)]) -> Vec<(usize, &(String, Reader))> {
    let mut sorted: Vec<_> = declared.iter().enumerate().collect();
    sorted.sort_by_key(|(_, (name, _))| name.len());
    sorted
}
