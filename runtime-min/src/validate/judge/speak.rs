//! Which schemas speak of a part: of an item by its index, of a member by its name.

use crate::validate::{
    Pattern,
    plan::{Members, Others, Plan, PlanIdx},
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
    let declared = declared.names().find(name, next).map(checked);
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

/// A schema that is not there accepts what it speaks of.
fn checked(node: Option<PlanIdx>) -> Others {
    node.map_or(Others::Accepted, Others::Checked)
}
