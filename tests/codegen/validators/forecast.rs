//! Validators of `forecast.schema.json`.

use std::borrow::Cow;
use packwright_runtime_min::json::token::Rest;
use packwright_runtime_min::validate::{Decimal, Scan, Type, Types, Validator};
use packwright_runtime_min::validate::plan::{
    Assertion, Check, Constant, Declared, INTEGER_FORMATS, Members, Names, Others, Plan,
    PlanIdx, PlanNode,
};
use packwright_runtime_min::validate::scan::{at_least, at_most, once};

/// The schema `schema`.
pub(crate) static SCHEMA: Validator = Validator::new(&SCHEMA_PLAN, schema_document);

/// `#`
fn schema_document<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            4 if name == b"days" => {
                once(&mut seen[0], 1)?;
                schema_days(scan, value)
            }
            4 if name == b"unit" => {
                once(&mut seen[0], 2)?;
                schema_unit(scan, value)
            }
            4 if name == b"note" => {
                once(&mut seen[0], 4)?;
                scan.any(value)
            }
            5 if name == b"stops" => {
                once(&mut seen[0], 0)?;
                schema_stops(scan, value)
            }
            7 if name == b"version" => {
                once(&mut seen[0], 3)?;
                schema_version(scan, value)
            }
            _ => None,
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    if seen[0] & 0b1 == 0b1 { Some(rest) } else { None }
}

/// `#/properties/stops`
fn schema_stops<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_array(rest)?;
    let mut count = 0_usize;
    while more {
        let after = schema_stop(scan, rest)?;
        count += 1;
        (more, rest) = scan.next_item(after)?;
    }
    if count >= 1 && count <= 5 { Some(rest) } else { None }
}

/// `#/properties/days`
fn schema_days<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (number, rest) = scan.integer(rest)?;
    if number.compare(&const { Decimal::new("1") }).is_ge()
        && number.compare(&const { Decimal::new("7") }).is_le()
        && (number.compare(&const { Decimal::new("0") }).is_ge()
            && number.compare(&const { Decimal::new("255") }).is_le())
    {
        Some(rest)
    } else {
        None
    }
}

/// `#/properties/unit`
fn schema_unit<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if match text.len() {
        7 => *text == *b"celsius",
        10 => *text == *b"fahrenheit",
        _ => false,
    } {
        Some(rest)
    } else {
        None
    }
}

/// `#/properties/version`
fn schema_version<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (number, rest) = scan.number(rest)?;
    if number.compare(&const { Decimal::new("2") }).is_eq() { Some(rest) } else { None }
}

/// `#/$defs/stop`
fn schema_stop<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let mut names = scan.names(rest);
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            3 if name == b"via" => {
                once(&mut seen[0], 2)?;
                schema_stop_via(scan, value)
            }
            4 if name == b"city" => {
                once(&mut seen[0], 0)?;
                schema_stop_city(scan, value)
            }
            8 if name == b"altitude" => {
                once(&mut seen[0], 1)?;
                schema_stop_altitude(scan, value)
            }
            _ => {
                scan.note(&mut names, name)?;
                scan.any(value)
            }
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    scan.forget(&names);
    if seen[0] & 0b1 == 0b1 { Some(rest) } else { None }
}

/// `#/$defs/stop/properties/city`
fn schema_stop_city<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if at_least(&text, 1) && at_most(&text, 80) { Some(rest) } else { None }
}

/// `#/$defs/stop/properties/altitude`
fn schema_stop_altitude<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    match rest.first()? {
        b'n' => scan.null(rest),
        b'-' | b'0'..=b'9' | b'"' => {
            let (number, rest) = scan.number(rest)?;
            if number.compare(&const { Decimal::new("-500.5") }).is_gt() {
                Some(rest)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// `#/$defs/stop/properties/via`
fn schema_stop_via<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let mut names = scan.names(rest);
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    let mut count = 0_usize;
    while more {
        let (name, value) = scan.name(rest)?;
        count += 1;
        let after = match name.len() {
            3 if name == b"via" => {
                once(&mut seen[0], 2)?;
                schema_stop_via(scan, value)
            }
            4 if name == b"city" => {
                once(&mut seen[0], 0)?;
                schema_stop_city(scan, value)
            }
            8 if name == b"altitude" => {
                once(&mut seen[0], 1)?;
                schema_stop_altitude(scan, value)
            }
            _ => {
                scan.note(&mut names, name)?;
                scan.any(value)
            }
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    scan.forget(&names);
    if seen[0] & 0b1 == 0b1 && count >= 1 { Some(rest) } else { None }
}

/// What the second pass checks.
static SCHEMA_PLAN: Plan = Plan {
    root: Some(PlanIdx(0)),
    nodes: Cow::Borrowed(
        &[
            PlanNode {
                pointer: Cow::Borrowed(""),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Object])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/required"),
                            assertion: Assertion::Required(
                                Cow::Borrowed(&[Cow::Borrowed("stops")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("stops"), Some(PlanIdx(1))),
                                            (Cow::Borrowed("days"), Some(PlanIdx(2))),
                                            (Cow::Borrowed("unit"), Some(PlanIdx(3))),
                                            (Cow::Borrowed("version"), Some(PlanIdx(4))),
                                            (Cow::Borrowed("note"), None),
                                        ],
                                    )
                                }),
                                patterns: Cow::Borrowed(&[]),
                                others: Others::Refused,
                            }),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/stops"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/stops/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Array])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/stops/minItems"),
                            assertion: Assertion::MinItems(1),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/stops/maxItems"),
                            assertion: Assertion::MaxItems(5),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/stops/items"),
                            assertion: Assertion::Items {
                                prefix: Cow::Borrowed(&[]),
                                rest: Others::Checked(PlanIdx(5)),
                            },
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/days"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/days/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Integer])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/days/minimum"),
                            assertion: Assertion::Minimum(Cow::Borrowed("1")),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/days/maximum"),
                            assertion: Assertion::Maximum(Cow::Borrowed("7")),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/days/format"),
                            assertion: Assertion::IntegerFormat(&INTEGER_FORMATS[5]),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/unit"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/unit/enum"),
                            assertion: Assertion::OneOf(
                                Cow::Borrowed(
                                    &[
                                        Constant::String(Cow::Borrowed("celsius")),
                                        Constant::String(Cow::Borrowed("fahrenheit")),
                                    ],
                                ),
                            ),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/version"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/version/const"),
                            assertion: Assertion::Constant(
                                Constant::Number(Cow::Borrowed("2")),
                            ),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/stop"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/$defs/stop/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Object])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/$defs/stop/required"),
                            assertion: Assertion::Required(
                                Cow::Borrowed(&[Cow::Borrowed("city")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/$defs/stop/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("city"), Some(PlanIdx(6))),
                                            (Cow::Borrowed("altitude"), Some(PlanIdx(7))),
                                            (Cow::Borrowed("via"), Some(PlanIdx(8))),
                                        ],
                                    )
                                }),
                                patterns: Cow::Borrowed(&[]),
                                others: Others::Unspoken,
                            }),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/stop/properties/city"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/$defs/stop/properties/city/type"),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/stop/properties/city/minLength",
                            ),
                            assertion: Assertion::MinLength(1),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/stop/properties/city/maxLength",
                            ),
                            assertion: Assertion::MaxLength(80),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/stop/properties/altitude"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/stop/properties/altitude/type",
                            ),
                            assertion: Assertion::Types(
                                Types::of(&[Type::Number, Type::Null]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/stop/properties/altitude/exclusiveMinimum",
                            ),
                            assertion: Assertion::ExclusiveMinimum(
                                Cow::Borrowed("-500.5"),
                            ),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/stop/properties/via"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/stop/properties/via/minProperties",
                            ),
                            assertion: Assertion::MinProperties(1),
                        },
                        Check {
                            pointer: Cow::Borrowed("/$defs/stop/properties/via/$ref"),
                            assertion: Assertion::Ref(PlanIdx(5)),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
