//! Validators of `log-visit`, declared at topologies/log-visit.toml:1.

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
