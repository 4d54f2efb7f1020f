//! What can be seen of a node without judging a value: which alternatives a value is not meant for.

use crate::{
    json::Value,
    validate::{
        Type, Types,
        plan::{Assertion, Constant, Members, Plan, PlanIdx},
    },
};

/// How many nodes deep one looks.
const FAR: usize = 4;

/// The types of which the node may accept values, at most.
pub(super) fn types(plan: &Plan, idx: Option<PlanIdx>) -> Types {
    idx.map_or(ALL, |idx| types_at(plan, idx, FAR))
}

const ALL: Types = Types::of(&Type::ALL);

fn types_at(plan: &Plan, idx: PlanIdx, far: usize) -> Types {
    let Some(far) = far.checked_sub(1) else { return ALL };
    let mut types = ALL;
    let either = |alternatives: &[Option<PlanIdx>]| {
        let of = |alternative: &Option<PlanIdx>| alternative.map_or(ALL, |idx| types_at(plan, idx, far));
        alternatives.iter().map(of).fold(Types::NONE, union)
    };
    for check in plan.node(idx).checks.iter() {
        types = types.and(match &check.assertion {
            Assertion::Never => Types::NONE,
            Assertion::Types(declared) if declared.contains(Type::Number) => declared.with(Type::Integer),
            Assertion::Types(declared) => *declared,
            Assertion::OneOf(constants) => constants.iter().map(type_of).fold(Types::NONE, union),
            Assertion::Constant(constant) => type_of(constant),
            Assertion::Ref(target) => types_at(plan, *target, far),
            Assertion::AllOf(parts) => parts.iter().fold(ALL, |types, part| types.and(types_at(plan, *part, far))),
            Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) => either(alternatives),
            // Of anything else nothing is seen.
            _ => ALL,
        });
    }
    types
}

pub(super) fn union(left: Types, right: Types) -> Types {
    right.iter().fold(left, Types::with)
}

/// The type of a constant; of a number both, so that one need not know whether it has a fraction.
pub(super) fn type_of(constant: &Constant) -> Types {
    match constant {
        Constant::Null => Types::of(&[Type::Null]),
        Constant::Bool(_) => Types::of(&[Type::Boolean]),
        Constant::Number(_) => Types::of(&[Type::Integer, Type::Number]),
        Constant::String(_) => Types::of(&[Type::String]),
        Constant::Json(text) if text.starts_with('[') => Types::of(&[Type::Array]),
        Constant::Json(_) => Types::of(&[Type::Object]),
    }
}

/// The members which the node wants to be one certain string, if they are there: what tells tagged alternatives apart.
pub(super) fn tags(plan: &Plan, idx: Option<PlanIdx>) -> Vec<(&str, &str)> {
    let mut tags = Vec::new();
    each_in_place(plan, idx, FAR, &mut |assertion| {
        if let Assertion::Members(members) = assertion {
            tags.extend(
                members.declared.iter().filter_map(|(name, node)| Some((name.as_ref(), only_text(plan, *node)?))),
            );
        }
    });
    tags
}

/// The members without which the node accepts no object.
pub(super) fn required(plan: &Plan, idx: Option<PlanIdx>) -> Vec<&str> {
    let mut names = Vec::new();
    each_in_place(plan, idx, FAR, &mut |assertion| {
        if let Assertion::Required(required) = assertion {
            names.extend(required.iter().map(AsRef::as_ref));
        }
    });
    names
}

/// Whether the node does not accept the value however its texts are taken: the type is another, a member is missing, a tag is
/// not its own.
pub(super) fn is_hopeless(plan: &Plan, idx: Option<PlanIdx>, value: &Value<'_>) -> bool {
    match value {
        Value::String(_) => false,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => !types(plan, idx).accept(value),
        Value::Object(_) => {
            !types(plan, idx).accept(value)
                || required(plan, idx).into_iter().any(|name| value.get(name).is_none())
                || tags(plan, idx)
                    .into_iter()
                    .any(|(name, tag)| value.get(name).is_some_and(|written| written.as_str() != Some(tag)))
        }
    }
}

/// The one string that the node accepts, if there is one.
fn only_text(plan: &Plan, idx: Option<PlanIdx>) -> Option<&str> {
    let mut only = None;
    each_in_place(plan, idx, FAR, &mut |assertion| {
        if let Assertion::Constant(Constant::String(text)) = assertion {
            only = Some(text.as_ref());
        } else if let Assertion::OneOf(constants) = assertion
            && let [Constant::String(text)] = constants.as_ref()
        {
            only = Some(text.as_ref());
        }
    });
    only
}

/// What a node asserts, and what it asserts by `$ref` and `allOf`.
fn each_in_place<'p>(plan: &'p Plan, idx: Option<PlanIdx>, far: usize, see: &mut impl FnMut(&'p Assertion)) {
    let (Some(idx), Some(far)) = (idx, far.checked_sub(1)) else { return };
    for check in plan.node(idx).checks.iter() {
        see(&check.assertion);
        if let Assertion::Ref(target) = &check.assertion {
            each_in_place(plan, Some(*target), far, see);
        } else if let Assertion::AllOf(parts) = &check.assertion {
            parts.iter().for_each(|part| each_in_place(plan, Some(*part), far, see));
        }
    }
}

/// All that is said of members in the node and in the schemas which it may apply to the same object.
pub(super) fn members(plan: &Plan, idx: PlanIdx) -> Vec<&Members> {
    let (mut found, mut seen, mut open) = (Vec::new(), vec![idx], vec![idx]);
    while let Some(idx) = open.pop() {
        for check in plan.node(idx).checks.iter() {
            let applied: Vec<PlanIdx> = match &check.assertion {
                Assertion::Members(members) => {
                    found.push(members);
                    Vec::new()
                }
                Assertion::Ref(target) => vec![*target],
                Assertion::AllOf(parts) => parts.to_vec(),
                Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) => {
                    alternatives.iter().flatten().copied().collect()
                }
                Assertion::If { condition, then, otherwise } => {
                    [condition, then, otherwise].into_iter().flatten().copied().collect()
                }
                Assertion::DependentSchemas(dependencies) => dependencies.iter().map(|(_, idx)| *idx).collect(),
                // Nothing else speaks of the members of this object.
                _ => Vec::new(),
            };
            for idx in applied {
                if !seen.contains(&idx) {
                    seen.push(idx);
                    open.push(idx);
                }
            }
        }
    }
    found
}
