//! Validators of `daily-report`, declared at topologies/daily-report.toml:1.

use packwright_runtime_min::{
    json::Value, validate::{Decimal, Place, Report, Type, Types, assert, coerce},
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
            match name.as_ref() {
                "city" => input_city(&place, value, report),
                "days" => input_days(&place, value, report),
                _ => {
                    assert::unknown_property(
                        &place,
                        "/additionalProperties",
                        &["city", "days"],
                        name,
                        report,
                    )
                }
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
    assert::min_length(place, "/properties/city/minLength", 1, value, report);
}

/// `#/properties/days`
fn input_days(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    coerce::text(place, Types::of(&[Type::Integer]), value, report);
    assert::types(
        place,
        "/properties/days/type",
        Types::of(&[Type::Integer]),
        value,
        report,
    );
    assert::minimum(
        place,
        "/properties/days/minimum",
        const { Decimal::new("1") },
        value,
        report,
    );
    assert::maximum(
        place,
        "/properties/days/maximum",
        const { Decimal::new("7") },
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
    assert::required(place, "/required", &["text"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            match name.as_ref() {
                "text" => output_text(&place, value, report),
                "forecast" => output_forecast(&place, value, report),
                _ => {}
            }
        }
    }
}

/// `#/properties/text`
fn output_text(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/text/type",
        Types::of(&[Type::String]),
        value,
        report,
    );
}

/// `#/properties/forecast`
fn output_forecast(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/forecast/type",
        Types::of(&[Type::Object]),
        value,
        report,
    );
}
