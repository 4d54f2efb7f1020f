//! `PW04`: references and expressions.

pub mod condition_not_boolean;
pub mod constant_comparison;
pub mod failing_arithmetic;
pub mod invalid_expression;
pub mod not_a_scalar;
pub mod possibly_absent;
pub mod risky_arithmetic;
pub mod undeclared_field;
pub mod unknown_field;
pub mod unknown_function;
pub mod wrong_operand;
