//! Tools of the ledger that are gone; their ids still answer.

use packwright_runtime_min::server::definition::RetiredTool;

/// By dotted id.
pub(crate) static RETIRED: [RetiredTool; 1] = [
    RetiredTool {
        dotted_id: "acme.old-report",
        groups: &["public"],
        versions: &[include_bytes!("../documents/tools/acme.old-report/0.9.0.json")],
    },
];
