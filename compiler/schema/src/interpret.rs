//! Runs a plan: the oracle for generated code, and the validator where there is none (defaults, examples, pack tests).

use packwright_runtime_min::{
    json::Value,
    validate::{Decimal, Place, Report, assert, coerce},
};

use crate::plan::{Assertion, Check, Coerce, Members, Others, Plan, PlanIdx, PlanNode};

/// Coerces `value` in place and validates it, in one walk. Every violation goes into the report, in the plan's order.
///
/// The recursion is as deep as the value and the plan's `$ref`s, both of which are bounded where they are parsed.
pub fn interpret(plan: &Plan, value: &mut Value<'_>, report: &mut Report) {
    if let Some(root) = plan.root {
        node(plan, root, &Place::ROOT, value, report);
    }
}

fn node(plan: &Plan, idx: PlanIdx, place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    let node = plan.node(idx);
    if node.settles() {
        report.settle(|report| walk(plan, node, place, value, report));
    } else {
        walk(plan, node, place, value, report);
    }
}

fn walk(plan: &Plan, node: &PlanNode, place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    match &node.coerce {
        Coerce::Never => checks(plan, &node.checks, place, value, report),
        Coerce::Text(targets) => {
            coerce::text(place, *targets, value, report);
            checks(plan, &node.checks, place, value, report);
        }
        Coerce::Member(targets, members) => {
            coerce::member(place, *targets, members, value, report);
            checks(plan, &node.checks, place, value, report);
        }
        Coerce::UnlessValid(targets) => coerce::unless_valid(place, *targets, value, report, |value, report| {
            checks(plan, &node.checks, place, value, report);
        }),
    }
    if let Some(reference) = node.reference {
        self::node(plan, reference, place, value, report);
    }
}

fn checks(plan: &Plan, checks: &[Check], place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    for Check { pointer, assertion } in checks {
        check(plan, pointer, assertion, place, value, report);
    }
}

fn check(
    plan: &Plan,
    pointer: &str,
    assertion: &Assertion,
    place: &Place<'_>,
    value: &mut Value<'_>,
    report: &mut Report,
) {
    match assertion {
        Assertion::Never => assert::never(place, pointer, value, report),
        Assertion::Types(types) => assert::types(place, pointer, *types, value, report),
        Assertion::OneOf(members) => assert::one_of(place, pointer, members, value, report),
        Assertion::Constant(member) => assert::constant(place, pointer, member, value, report),
        Assertion::Minimum(bound) => assert::minimum(place, pointer, bound.decimal(), value, report),
        Assertion::Maximum(bound) => assert::maximum(place, pointer, bound.decimal(), value, report),
        Assertion::ExclusiveMinimum(bound) => assert::exclusive_minimum(place, pointer, bound.decimal(), value, report),
        Assertion::ExclusiveMaximum(bound) => assert::exclusive_maximum(place, pointer, bound.decimal(), value, report),
        Assertion::IntegerFormat(format) => {
            let range = (format.name, Decimal::new(format.least), Decimal::new(format.greatest));
            assert::integer_format(place, pointer, range, value, report);
        }
        Assertion::MinLength(least) => assert::min_length(place, pointer, *least, value, report),
        Assertion::MaxLength(most) => assert::max_length(place, pointer, *most, value, report),
        Assertion::MinItems(least) => assert::min_items(place, pointer, *least, value, report),
        Assertion::MaxItems(most) => assert::max_items(place, pointer, *most, value, report),
        Assertion::MinProperties(least) => assert::min_properties(place, pointer, *least, value, report),
        Assertion::MaxProperties(most) => assert::max_properties(place, pointer, *most, value, report),
        Assertion::Required(names) => assert::required(place, pointer, names, value, report),
        Assertion::Items(item) => items(plan, *item, place, value, report),
        Assertion::Members(members) => self::members(plan, members, pointer, place, value, report),
    }
}

fn items(plan: &Plan, item: PlanIdx, place: &Place<'_>, value: &mut Value<'_>, report: &mut Report) {
    if let Value::Array(items) = value {
        for (idx, value) in items.iter_mut().enumerate() {
            node(plan, item, &place.item(idx), value, report);
        }
    }
}

fn members(
    plan: &Plan,
    Members { declared, others }: &Members,
    pointer: &str,
    place: &Place<'_>,
    value: &mut Value<'_>,
    report: &mut Report,
) {
    let Value::Object(members) = value else { return };
    for (name, value) in members {
        let place = place.member(name);
        match declared.iter().find(|(declared, _)| declared == name) {
            Some((_, Some(idx))) => node(plan, *idx, &place, value, report),
            Some((_, None)) => {}
            None => match others {
                Others::Accepted => {}
                Others::Refused => {
                    let known: Vec<&str> = declared.iter().map(|(name, _)| name.as_str()).collect();
                    assert::unknown_property(&place, pointer, &known, name, report);
                }
                Others::Checked(idx) => node(plan, *idx, &place, value, report),
            },
        }
    }
}
