//! Validators of `daily-report`, declared at topologies/daily-report.toml:1.

use std::borrow::Cow;
use packwright_runtime_min::json::token::Rest;
use packwright_runtime_min::validate::{Decimal, Scan, Type, Types, Validator};
use packwright_runtime_min::validate::plan::{
    Assertion, Check, Declared, Members, Names, Others, Plan, PlanIdx, PlanNode,
};
use packwright_runtime_min::validate::scan::{at_least, once};

/// The schema `input`.
pub(crate) static INPUT: Validator = Validator::new(&INPUT_PLAN, input_document);

/// `#`
fn input_document<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            4 if name == b"city" => {
                once(&mut seen[0], 0)?;
                input_city(scan, value)
            }
            4 if name == b"days" => {
                once(&mut seen[0], 1)?;
                input_days(scan, value)
            }
            _ => None,
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    if seen[0] & 0b1 == 0b1 { Some(rest) } else { None }
}

/// `#/properties/city`
fn input_city<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if at_least(&text, 1) { Some(rest) } else { None }
}

/// `#/properties/days`
fn input_days<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (number, rest) = scan.integer(rest)?;
    if number.compare(&const { Decimal::new("1") }).is_ge()
        && number.compare(&const { Decimal::new("7") }).is_le()
    {
        Some(rest)
    } else {
        None
    }
}

/// The schema `output`.
pub(crate) static OUTPUT: Validator = Validator::new(&OUTPUT_PLAN, output_document);

/// `#`
fn output_document<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let mut names = scan.names(rest);
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            4 if name == b"text" => {
                once(&mut seen[0], 0)?;
                scan.string(value)
            }
            8 if name == b"forecast" => {
                once(&mut seen[0], 1)?;
                scan.any_object(value)
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

/// What the second pass checks.
static INPUT_PLAN: Plan = Plan {
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
                                Cow::Borrowed(&[Cow::Borrowed("city")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("city"), Some(PlanIdx(1))),
                                            (Cow::Borrowed("days"), Some(PlanIdx(2))),
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
                pointer: Cow::Borrowed("/properties/city"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/city/type"),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/city/minLength"),
                            assertion: Assertion::MinLength(1),
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
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};

/// What the second pass checks.
static OUTPUT_PLAN: Plan = Plan {
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
                                Cow::Borrowed(&[Cow::Borrowed("text")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("text"), Some(PlanIdx(1))),
                                            (Cow::Borrowed("forecast"), Some(PlanIdx(2))),
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
                pointer: Cow::Borrowed("/properties/text"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/text/type"),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/forecast"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/forecast/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Object])),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
