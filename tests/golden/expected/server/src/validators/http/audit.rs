//! Validators of the HTTP call `audit`, declared at pack.toml:31.

use std::borrow::Cow;
use packwright_runtime_min::validate::{Type, Types, Validator};
use packwright_runtime_min::validate::plan::{Assertion, Check, Plan, PlanIdx, PlanNode};

/// The schema `input`.
pub(crate) static INPUT: Validator = Validator::new(
    &INPUT_PLAN,
    |scan, rest| scan.any_object(rest),
);

/// The schema `output`.
pub(crate) static OUTPUT: Validator = Validator::new(
    &OUTPUT_PLAN,
    |scan, rest| scan.any_object(rest),
);

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
                    ],
                ),
            },
        ],
    ),
    patterns: Cow::Borrowed(&[]),
};
