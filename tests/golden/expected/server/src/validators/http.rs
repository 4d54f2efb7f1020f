//! Validators of the pack's HTTP calls.

pub(crate) mod forecast;
pub(crate) mod audit;
