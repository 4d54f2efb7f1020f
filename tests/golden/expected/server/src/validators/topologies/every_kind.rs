//! Validators of `every-kind`, declared at topologies/every-kind.toml:1.

use std::borrow::Cow;
use packwright_runtime_min::json::token::Rest;
use packwright_runtime_min::validate::{Decimal, Scan, Type, Types, Validator};
use packwright_runtime_min::validate::plan::{
    Assertion, Check, Constant, Declared, Members, Names, Others, Plan, PlanIdx, PlanNode,
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
            4 if name == b"mode" => {
                once(&mut seen[0], 1)?;
                input_mode(scan, value)
            }
            5 if name == b"score" => {
                once(&mut seen[0], 3)?;
                input_score(scan, value)
            }
            6 if name == b"cities" => {
                once(&mut seen[0], 2)?;
                input_cities(scan, value)
            }
            _ => None,
        }?;
        (more, rest) = scan.next_member(after)?;
    }
    if seen[0] & 0b1111 == 0b1111 { Some(rest) } else { None }
}

/// `#/properties/city`
fn input_city<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if at_least(&text, 1) { Some(rest) } else { None }
}

/// `#/properties/mode`
fn input_mode<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if match text.len() {
        5 => *text == *b"quick",
        7 => *text == *b"careful",
        _ => false,
    } {
        Some(rest)
    } else {
        None
    }
}

/// `#/properties/cities`
fn input_cities<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (mut more, mut rest) = scan.open_array(rest)?;
    while more {
        let after = input_city(scan, rest)?;
        (more, rest) = scan.next_item(after)?;
    }
    Some(rest)
}

/// `#/properties/score`
fn input_score<'a>(scan: &mut Scan<'a>, rest: Rest<'a>) -> Option<Rest<'a>> {
    let (number, rest) = scan.integer(rest)?;
    if number.compare(&const { Decimal::new("0") }).is_ge()
        && number.compare(&const { Decimal::new("100") }).is_le()
    {
        Some(rest)
    } else {
        None
    }
}

/// The schema `approval_answer`.
pub(crate) static APPROVAL_ANSWER: Validator = Validator::new(
    &APPROVAL_ANSWER_PLAN,
    approval_answer_document,
);

/// `#`
fn approval_answer_document<'a>(
    scan: &mut Scan<'a>,
    rest: Rest<'a>,
) -> Option<Rest<'a>> {
    let mut names = scan.names(rest);
    let (mut more, mut rest) = scan.open_object(rest)?;
    let mut seen = [0_u64; 1];
    while more {
        let (name, value) = scan.name(rest)?;
        let after = match name.len() {
            3 if name == b"yes" => {
                once(&mut seen[0], 0)?;
                scan.any_boolean(value)
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
                                Cow::Borrowed(
                                    &[
                                        Cow::Borrowed("city"),
                                        Cow::Borrowed("mode"),
                                        Cow::Borrowed("cities"),
                                        Cow::Borrowed("score"),
                                    ],
                                ),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(
                                        &[
                                            (Cow::Borrowed("city"), Some(PlanIdx(1))),
                                            (Cow::Borrowed("mode"), Some(PlanIdx(2))),
                                            (Cow::Borrowed("cities"), Some(PlanIdx(3))),
                                            (Cow::Borrowed("score"), Some(PlanIdx(4))),
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
                pointer: Cow::Borrowed("/properties/mode"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/mode/enum"),
                            assertion: Assertion::OneOf(
                                Cow::Borrowed(
                                    &[
                                        Constant::String(Cow::Borrowed("quick")),
                                        Constant::String(Cow::Borrowed("careful")),
                                    ],
                                ),
                            ),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/cities"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/cities/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Array])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/cities/items"),
                            assertion: Assertion::Items {
                                prefix: Cow::Borrowed(&[]),
                                rest: Others::Checked(PlanIdx(5)),
                            },
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/score"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/score/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Integer])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/score/minimum"),
                            assertion: Assertion::Minimum(Cow::Borrowed("0")),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/score/maximum"),
                            assertion: Assertion::Maximum(Cow::Borrowed("100")),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/cities/items"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/cities/items/type"),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                        Check {
                            pointer: Cow::Borrowed("/properties/cities/items/minLength"),
                            assertion: Assertion::MinLength(1),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};

/// What the second pass checks.
static APPROVAL_ANSWER_PLAN: Plan = Plan {
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
                                Cow::Borrowed(&[Cow::Borrowed("yes")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed("/additionalProperties"),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(&[(Cow::Borrowed("yes"), Some(PlanIdx(1)))])
                                }),
                                patterns: Cow::Borrowed(&[]),
                                others: Others::Unspoken,
                            }),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/properties/yes"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/properties/yes/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Boolean])),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
