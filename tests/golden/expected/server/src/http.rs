//! The HTTP calls that the pack declares.

use crate::validators;
use packwright_runtime_min::server::http::{Base, HttpCall, UrlPart};

/// `forecast`, declared at pack.toml:17.
pub(crate) static FORECAST: HttpCall = HttpCall {
    name: "forecast",
    method: "GET",
    base: Base::OptionalConfig("forecast_url"),
    path: &[UrlPart::Text("/v1/"), UrlPart::Field("region"), UrlPart::Text("/forecast")],
    query: &[
        ("latitude", &[UrlPart::Field("latitude")]),
        ("units", &[UrlPart::Text("metric")]),
    ],
    timeout_ms: 5000,
    check_input: &validators::http::forecast::INPUT,
    check_output: &validators::http::forecast::OUTPUT,
};

/// `audit`, declared at pack.toml:31.
pub(crate) static AUDIT: HttpCall = HttpCall {
    name: "audit",
    method: "POST",
    base: Base::Config("audit_url"),
    path: &[UrlPart::Text("/entries")],
    query: &[],
    timeout_ms: 30000,
    check_input: &validators::http::audit::INPUT,
    check_output: &validators::http::audit::OUTPUT,
};
