//! What most schemas say nothing of.

use std::{
    ops::{Deref, DerefMut},
    sync::LazyLock,
};

use super::{Annotations, ArrayFacets, Content, Identity, Logic, NumberFacets, ObjectFacets, StringFacets};

/// Keywords that belong together, which take room only where a schema has one of them.
///
/// Reads as if they were there: all of them unsaid where none is. Writing to one makes room.
#[derive(Clone, Debug)]
pub struct Rare<T>(Option<Box<T>>);

/// What can be said, or left unsaid as a whole.
pub trait Facets: Default + PartialEq + 'static {
    /// Everything unsaid.
    fn unsaid() -> &'static Self;
}

impl<T: Facets> Rare<T> {
    /// Whether it is all as if nobody had written it.
    pub fn is_unsaid(&self) -> bool {
        self.0.as_ref().is_none_or(|facets| **facets == *T::unsaid())
    }
}

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Facets> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(facets) => facets,
            None => T::unsaid(),
        }
    }
}

impl<T: Facets> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

macro_rules! facets {
    ($($name:ident),*) => {$(
        impl Facets for $name {
            fn unsaid() -> &'static Self {
                static UNSAID: LazyLock<$name> = LazyLock::new($name::default);
                &UNSAID
            }
        }
    )*};
}

facets! { Identity, NumberFacets, StringFacets, ArrayFacets, ObjectFacets, Logic, Content, Annotations }
