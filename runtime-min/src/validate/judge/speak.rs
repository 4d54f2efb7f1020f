//! Which schemas speak of a part: of an item by its index, of a member by its name.

use crate::{
    json::is_same,
    validate::{
        Pattern,
        plan::{Members, Others, Plan, PlanIdx, Text},
    },
};

/// What `prefixItems` and `items` say of the item `idx`.
pub(super) fn item_speaker(prefix: &[Option<PlanIdx>], rest: Others, idx: usize) -> Others {
    prefix.get(idx).map_or(rest, |node| checked(*node))
}

/// What `properties`, `patternProperties` and `additionalProperties` say of the member `name`: `hear` hears at least one thing, and
/// more where patterns match, until it wants no more. Whether it heard all.
///
/// `next` is where among the declared names one looks first: after the one of the member before. Documents often have the
/// schema's order, and then each name is found at once.
#[inline]
pub(super) fn hear_of_member(
    plan: &Plan,
    Members { declared, patterns, others }: &Members,
    name: &str,
    next: &mut usize,
    mut hear: impl FnMut(Others) -> bool,
) -> bool {
    let declared = find(declared, name, next).map(checked);
    if patterns.is_empty() {
        return hear(declared.unwrap_or(*others));
    }
    let matched = patterns.iter().filter(|(pattern, _)| Pattern::matches(plan.pattern(*pattern), name));
    let mut spoken = declared.into_iter().chain(matched.map(|(_, node)| checked(*node))).peekable();
    if spoken.peek().is_none() {
        return hear(*others);
    }
    spoken.all(hear)
}

#[inline]
fn find(declared: &[(Text, Option<PlanIdx>)], name: &str, next: &mut usize) -> Option<Option<PlanIdx>> {
    match declared.get(*next) {
        Some((expected, node)) if is_same(expected, name) => {
            *next += 1;
            Some(*node)
        }
        _ => find_elsewhere(declared, name, next),
    }
}

#[inline(never)]
fn find_elsewhere(declared: &[(Text, Option<PlanIdx>)], name: &str, next: &mut usize) -> Option<Option<PlanIdx>> {
    let is_called = |(declared, _): &(Text, Option<PlanIdx>)| is_same(declared, name);
    let (before, after) = declared.split_at_checked(*next)?;
    let later = after.iter().position(is_called).map(|idx| *next + idx);
    let idx = later.or_else(|| before.iter().position(is_called))?;
    *next = idx + 1;
    declared.get(idx).map(|(_, node)| *node)
}

/// A schema that is not there accepts what it speaks of.
fn checked(node: Option<PlanIdx>) -> Others {
    node.map_or(Others::Accepted, Others::Checked)
}
