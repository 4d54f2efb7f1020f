//! Validators of the HTTP call `forecast`, declared at pack.toml:17.

use packwright_runtime_min::{
    json::Value, validate::{Place, Report, Type, Types, assert, coerce},
};

/// Coerces a document in place and validates it by the schema `input`.
pub(crate) fn input(value: &mut Value<'_>, report: &mut Report) {
    input_document(&Place::ROOT, value, report);
}

/// `#`
fn input_document(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/type", Types::of(&[Type::Object]), value, report);
    assert::required(place, "/required", &["latitude", "region"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            match name.as_ref() {
                "latitude" => input_latitude(&place, value, report),
                "region" => input_region(&place, value, report),
                _ => {}
            }
        }
    }
}

/// `#/properties/latitude`
fn input_latitude(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    coerce::text(place, Types::of(&[Type::Number]), value, report);
    assert::types(
        place,
        "/properties/latitude/type",
        Types::of(&[Type::Number]),
        value,
        report,
    );
}

/// `#/properties/region`
fn input_region(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/region/type",
        Types::of(&[Type::String]),
        value,
        report,
    );
}

/// Coerces a document in place and validates it by the schema `output`.
pub(crate) fn output(value: &mut Value<'_>, report: &mut Report) {
    output_document(&Place::ROOT, value, report);
}

/// `#`
fn output_document(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/type", Types::of(&[Type::Object]), value, report);
    assert::required(place, "/required", &["high_c"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            if *name == "high_c" {
                output_high_c(&place, value, report);
            }
        }
    }
}

/// `#/properties/high_c`
fn output_high_c(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    coerce::text(place, Types::of(&[Type::Number]), value, report);
    assert::types(
        place,
        "/properties/high_c/type",
        Types::of(&[Type::Number]),
        value,
        report,
    );
}
