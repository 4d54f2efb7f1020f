//! From a [`Schema`] to its plan: which checks, in which order, with which words about where they come from.
//!
//! Goes in: a [`Schema`]. Comes out: a [`Plan`], the runtime's type, which its second pass runs and the emitter prints. Here
//! references that say nothing else have been followed, `$dynamicRef`s have become what they mean on each way to them,
//! definitions nobody uses are gone, and so are checks that cannot fail.

mod build;
mod needed;

pub use packwright_runtime_min::validate::plan::*;

use crate::{NodeIdx, Schema};

/// The plan of a schema.
pub fn plan(schema: &Schema) -> Plan {
    build::plan(schema)
}

/// One plan of several nodes of a schema, and where in it each of them starts.
pub(crate) fn plan_from(schema: &Schema, starts: &[NodeIdx]) -> (Plan, Vec<Option<PlanIdx>>) {
    build::plan_from(schema, starts)
}
