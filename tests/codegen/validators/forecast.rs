//! Validators of `forecast.schema.json`.

use packwright_runtime_min::{
    json::Value, validate::{Decimal, Place, Report, Type, Types, assert, coerce},
};

/// Coerces a document in place and validates it by the schema `args`.
pub(crate) fn args(value: &mut Value<'_>, report: &mut Report) {
    args_document(&Place::ROOT, value, report);
}

/// `#`
fn args_document(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/type", Types::of(&[Type::Object]), value, report);
    assert::required(place, "/required", &["stops"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            match name.as_ref() {
                "stops" => args_stops(&place, value, report),
                "days" => args_days(&place, value, report),
                "unit" => args_unit(&place, value, report),
                "version" => args_version(&place, value, report),
                "note" => {}
                _ => {
                    assert::unknown_property(
                        &place,
                        "/additionalProperties",
                        &["stops", "days", "unit", "version", "note"],
                        name,
                        report,
                    )
                }
            }
        }
    }
}

/// `#/properties/stops`
fn args_stops(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/properties/stops/type",
        Types::of(&[Type::Array]),
        value,
        report,
    );
    assert::min_items(place, "/properties/stops/minItems", 1, value, report);
    assert::max_items(place, "/properties/stops/maxItems", 5, value, report);
    if let Value::Array(items) = value {
        for (idx, value) in items.iter_mut().enumerate() {
            args_stop(&place.item(idx), value, report);
        }
    }
}

/// `#/properties/days`
fn args_days(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
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
    assert::integer_format(
        place,
        "/properties/days/format",
        ("uint8", const { Decimal::new("0") }, const { Decimal::new("255") }),
        value,
        report,
    );
}

/// `#/properties/unit`
fn args_unit(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    static MEMBERS: &[Value<'static>] = &[
        Value::text("celsius"),
        Value::text("fahrenheit"),
    ];
    assert::one_of(place, "/properties/unit/enum", MEMBERS, value, report);
}

/// `#/properties/version`
fn args_version(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    static CONSTANT: &Value<'static> = &Value::number("2");
    coerce::member(
        place,
        Types::of(&[Type::Integer]),
        std::slice::from_ref(CONSTANT),
        value,
        report,
    );
    assert::constant(place, "/properties/version/const", CONSTANT, value, report);
}

/// `#/$defs/stop`
fn args_stop(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(place, "/$defs/stop/type", Types::of(&[Type::Object]), value, report);
    assert::required(place, "/$defs/stop/required", &["city"], value, report);
    if let Value::Object(members) = value {
        for (name, value) in members {
            let place = place.member(name);
            match name.as_ref() {
                "city" => args_stop_city(&place, value, report),
                "altitude" => args_stop_altitude(&place, value, report),
                "via" => args_stop_via(&place, value, report),
                _ => {}
            }
        }
    }
}

/// `#/$defs/stop/properties/city`
fn args_stop_city(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    assert::types(
        place,
        "/$defs/stop/properties/city/type",
        Types::of(&[Type::String]),
        value,
        report,
    );
    assert::min_length(place, "/$defs/stop/properties/city/minLength", 1, value, report);
    assert::max_length(
        place,
        "/$defs/stop/properties/city/maxLength",
        80,
        value,
        report,
    );
}

/// `#/$defs/stop/properties/altitude`
fn args_stop_altitude(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    coerce::text(place, Types::of(&[Type::Number]), value, report);
    assert::types(
        place,
        "/$defs/stop/properties/altitude/type",
        Types::of(&[Type::Number, Type::Null]),
        value,
        report,
    );
    assert::exclusive_minimum(
        place,
        "/$defs/stop/properties/altitude/exclusiveMinimum",
        const { Decimal::new("-500.5") },
        value,
        report,
    );
}

/// `#/$defs/stop/properties/via`
fn args_stop_via(place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    report
        .settle(|report| {
            assert::min_properties(
                place,
                "/$defs/stop/properties/via/minProperties",
                1,
                value,
                report,
            );
            args_stop(place, value, report);
        });
}
