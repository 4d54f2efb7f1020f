//! The pack's topologies, one a file.

pub(crate) mod daily_report;
pub(crate) mod every_kind;
pub(crate) mod log_visit;
