//! Validators of `log-visit`, declared at topologies/log-visit.toml:1.

use std::borrow::Cow;
use packwright_runtime_min::json::token::Rest;
use packwright_runtime_min::validate::{Scan, Type, Types, Validator};
use packwright_runtime_min::validate::plan::{
    Assertion, Check, Declared, Members, Names, Others, Plan, PlanIdx, PlanNode,
};
use packwright_runtime_min::validate::scan::{at_least, at_most, once};

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
                input_schemas_place_json_city(scan, value)
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

/// `#/$defs/schemas~1place.json/$defs/city`
fn input_schemas_place_json_city<'a>(
    scan: &mut Scan<'a>,
    rest: Rest<'a>,
) -> Option<Rest<'a>> {
    let (text, rest) = scan.text(rest)?;
    if at_least(&text, 1) && at_most(&text, 80) { Some(rest) } else { None }
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
                            pointer: Cow::Borrowed("/$ref"),
                            assertion: Assertion::Ref(PlanIdx(1)),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/schemas~1place.json"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed("/$defs/schemas~1place.json/type"),
                            assertion: Assertion::Types(Types::of(&[Type::Object])),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/schemas~1place.json/required",
                            ),
                            assertion: Assertion::Required(
                                Cow::Borrowed(&[Cow::Borrowed("city")]),
                            ),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/schemas~1place.json/additionalProperties",
                            ),
                            assertion: Assertion::Members(Members {
                                declared: Declared::Baked(const {
                                    &Names::of(&[(Cow::Borrowed("city"), Some(PlanIdx(2)))])
                                }),
                                patterns: Cow::Borrowed(&[]),
                                others: Others::Unspoken,
                            }),
                        },
                    ],
                ),
            },
            PlanNode {
                pointer: Cow::Borrowed("/$defs/schemas~1place.json/$defs/city"),
                checks: Cow::Borrowed(
                    &[
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/schemas~1place.json/$defs/city/type",
                            ),
                            assertion: Assertion::Types(Types::of(&[Type::String])),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/schemas~1place.json/$defs/city/minLength",
                            ),
                            assertion: Assertion::MinLength(1),
                        },
                        Check {
                            pointer: Cow::Borrowed(
                                "/$defs/schemas~1place.json/$defs/city/maxLength",
                            ),
                            assertion: Assertion::MaxLength(80),
                        },
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
