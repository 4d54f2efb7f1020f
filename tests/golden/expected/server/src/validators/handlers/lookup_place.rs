//! Validators of `lookup-place`, declared at src/lib.rs:54.

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
    assert::required(place, "/required", &["city"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            if *name == "city" {
                input_city(&place, value, report);
            }
        }
    }
}

/// `#/properties/city`
fn input_city(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/city/type",
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
    assert::required(place, "/required", &["latitude", "regions"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            match name.as_ref() {
                "latitude" => output_latitude(&place, value, report),
                "regions" => output_regions(&place, value, report),
                _ => {}
            }
        }
    }
}

/// `#/properties/latitude`
fn output_latitude(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    coerce::text(place, Types::of(&[Type::Number]), value, report);
    assert::types(
        place,
        "/properties/latitude/type",
        Types::of(&[Type::Number]),
        value,
        report,
    );
}

/// `#/properties/regions`
fn output_regions(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/regions/type",
        Types::of(&[Type::Array]),
        value,
        report,
    );
    if let Value::Array(items) = value {
        for (idx, value) in items.iter_mut().enumerate() {
            output_regions_item(&place.item(idx), value, report);
        }
    }
}

/// `#/properties/regions/items`
fn output_regions_item(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/regions/items/type",
        Types::of(&[Type::String]),
        value,
        report,
    );
}
