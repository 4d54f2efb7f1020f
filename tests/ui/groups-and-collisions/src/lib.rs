use packwright_runtime_min::{NoInput, tool};

/// A tool.
#[tool(id = "other.weather-report", groups("ops"))]
pub fn weather_report(input: NoInput) -> NoInput {
    input
}
