//! `PW01`: the Rust handlers.

pub mod duplicate_handler;
pub mod private_handler;
pub mod rust_error;
pub mod rust_syntax;
pub mod stale_contracts;
pub mod unknown_handler;
pub mod wrong_attribute;
pub mod wrong_handler_shape;
