//! Validators of the pack's handlers.

pub(crate) mod lookup_place;
