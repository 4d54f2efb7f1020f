//! Validators of `lookup-place`, declared at src/lib.rs:54.

use std::borrow::Cow;
use packwright_runtime_min::json::token::Rest;
use packwright_runtime_min::validate::{Scan, Type, Types, Validator};
use packwright_runtime_min::validate::plan::{
    Assertion, Check, Declared, Members, Names, Others, Plan, PlanIdx, PlanNode,
};
use packwright_runtime_min::validate::scan::once;

/// The schema `input`.
pub(crate) static INPUT: Validator = Validator::new(&INPUT_PLAN, input_document);

/// `#`
fn input_document<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let mut names = scan.names(rest);
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            4 if name == b"city" => {
                once(&mut seen[0], 0)?;
                scan.string(value)
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
            7 if name == b"regions" => {
                once(&mut seen[0], 1)?;
                output_regions(scan, value)
            }
            8 if name == b"latitude" => {
                once(&mut seen[0], 0)?;
                scan.any_number(value)
            }
            _ => {
                scan.note(&mut names, name)?;
                scan.any(value)
            }
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    scan.forget(&names);
    if seen[0] & 0b11 == 0b11 { Some(rest) } else { None }
}

/// `#/properties/regions`
fn output_regions<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_array(rest)?;
    while more {
        let after = scan.string(rest)?;
        (more, rest) = scan.next_item(after)?;
    }
    Some(rest)
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
                                    &Names::of(&[(Cow::Borrowed("city"), Some(PlanIdx(1)))])
                                }),
                                patterns: Cow::Borrowed(&[]),
                                others: Others::Unspoken,
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
                                Cow::Borrowed(
                                    &[Cow::Borrowed("latitude"), Cow::Borrowed("regions")],
                                ),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("latitude"), Some(PlanIdx(1))),
                                            (Cow::Borrowed("regions"), Some(PlanIdx(2))),
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
                pointer: Cow::Borrowed("/properties/latitude"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/latitude/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Number])),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/regions"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/regions/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Array])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/regions/items"),
                            assertion: Assertion::Items {
                                prefix: Cow::Borrowed(&[]),
                                rest: Others::Checked(PlanIdx(3)),
                            },
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/regions/items"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/regions/items/type"),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
