//! `PW02`: JSON Schemas.

pub mod input_not_object;
pub mod invalid_schema;
pub mod unresolved_ref;
pub mod unsupported_keyword;
