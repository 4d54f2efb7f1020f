//! Validators of the pack's topologies.

pub(crate) mod daily_report;
pub(crate) mod every_kind;
pub(crate) mod log_visit;
