//! The executor on the real store.
