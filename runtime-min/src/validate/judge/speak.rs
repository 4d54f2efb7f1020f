//! Which schemas speak of a part: of an item by its index, of a member by its name.

use std::slice;

use crate::{
    json::is_same,
    validate::{
        Pattern,
        plan::{Members, Others, PatternIdx, Plan, PlanIdx, Text},
    },
};

/// What `prefixItems` and `items` say of the item `idx`.
pub(super) fn item_speaker(prefix: &[Option<PlanIdx>], rest: Others, idx: usize) -> Others {
    prefix.get(idx).map_or(rest, |node| checked(*node))
}

/// What `properties`, `patternProperties` and `additionalProperties` say of the member `name`: at least one thing, and more
/// where patterns match.
///
/// `next` is where among the declared names one looks first: after the one of the member before. Documents often have the
/// schema's order, and then each name is found at once.
#[inline]
pub(super) fn member_speakers<'p>(
    plan: &'p Plan,
    Members { declared, patterns, others }: &'p Members,
    name: &'p str,
    next: &mut usize,
) -> Speakers<'p> {
    let declared = find(declared, name, *next).map(|idx| {
        *next = idx + 1;
        checked(declared[idx].1)
    });
    Speakers { plan, name, declared, patterns: patterns.iter(), others: Some(*others) }
}

fn find(declared: &[(Text, Option<PlanIdx>)], name: &str, next: usize) -> Option<usize> {
    let is_called = |(declared, _): &(Text, Option<PlanIdx>)| is_same(declared, name);
    let (before, after) = declared.split_at_checked(next)?;
    after.iter().position(is_called).map(|idx| next + idx).or_else(|| before.iter().position(is_called))
}

/// A schema that is not there accepts what it speaks of.
fn checked(node: Option<PlanIdx>) -> Others {
    node.map_or(Others::Accepted, Others::Checked)
}

/// See [`member_speakers`].
pub(super) struct Speakers<'p> {
    plan: &'p Plan,
    name: &'p str,
    declared: Option<Others>,
    patterns: slice::Iter<'p, (PatternIdx, Option<PlanIdx>)>,
    /// Until something else has spoken.
    others: Option<Others>,
}

impl Iterator for Speakers<'_> {
    type Item = Others;

    #[inline]
    fn next(&mut self) -> Option<Others> {
        let spoken = self.declared.take().or_else(|| {
            let matches = |pattern: &PatternIdx| Pattern::matches(self.plan.pattern(*pattern), self.name);
            self.patterns.find(|(pattern, _)| matches(pattern)).map(|(_, node)| checked(*node))
        });
        let others = self.others.take();
        spoken.or(others)
    }
}
