//! Every tool that callers can run.

use crate::handlers;
use crate::topologies;
use packwright_runtime_min::server::definition::Tool;

/// In the order of the manifest.
pub(crate) static TOOLS: [Tool; 4] = [
    handlers::lookup_place::TOOL,
    topologies::daily_report::TOOL,
    topologies::every_kind::TOOL,
    topologies::log_visit::TOOL,
];
