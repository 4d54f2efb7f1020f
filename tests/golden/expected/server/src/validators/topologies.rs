//! Validators of the pack's topologies.

pub(crate) mod daily_report;
pub(crate) mod log_visit;
