//! What the operator may set.

use packwright_runtime_min::server::definition::Config;

/// In the order of pack.toml.
pub(crate) static CONFIG: [Config; 2] = [
    Config {
        name: "forecast_url",
        env: "GOLDEN_FORECAST_URL",
        required: false,
    },
    Config {
        name: "audit_url",
        env: "AUDIT_URL",
        required: true,
    },
];
