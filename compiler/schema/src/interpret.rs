//! Runs a plan: the validator of the compiler (defaults, examples, pack tests), and the oracle for generated code.

pub use packwright_runtime_min::validate::judge as interpret;
