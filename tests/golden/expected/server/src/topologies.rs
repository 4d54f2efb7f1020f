//! The pack's topologies, one a file.

pub(crate) mod daily_report;
pub(crate) mod log_visit;
