//! `PW04`: references and expressions.

pub mod invalid_expression;
pub mod not_a_scalar;
pub mod unknown_field;
