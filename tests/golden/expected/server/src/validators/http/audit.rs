//! Validators of the HTTP call `audit`, declared at pack.toml:31.

use packwright_runtime_min::{
    json::Value, validate::{Place, Report, Type, Types, assert},
};

/// Coerces a document in place and validates it by the schema `input`.
pub(crate) fn input(value: &mut Value<'_>, report: &mut Report) {
    input_document(&Place::ROOT, value, report);
}

/// `#`
fn input_document(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/type", Types::of(&[Type::Object]), value, report);
}

/// Coerces a document in place and validates it by the schema `output`.
pub(crate) fn output(value: &mut Value<'_>, report: &mut Report) {
    output_document(&Place::ROOT, value, report);
}

/// `#`
fn output_document(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/type", Types::of(&[Type::Object]), value, report);
}
