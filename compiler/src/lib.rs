//! packwright: from a pack's sources to checked manifests, schemas and one server binary.
//!
//! One straight line of phases, one type per phase, no way back; the modules below are in that order.

pub mod source;
pub mod world;

pub mod load;

pub mod ast;
pub mod expression;
pub mod parse;

pub mod contracts;

pub mod model;
pub mod resolve;

pub mod check;
pub mod diagnostic;
pub mod rules;
