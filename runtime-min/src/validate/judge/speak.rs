//! Which schemas speak of a part: of an item by its index, of a member by its name.

use std::slice;

use crate::validate::{
    Pattern,
    plan::{Members, Others, PatternIdx, Plan, PlanIdx},
};

/// What `prefixItems` and `items` say of the item `idx`.
pub(super) fn item_speaker(prefix: &[Option<PlanIdx>], rest: Others, idx: usize) -> Others {
    prefix.get(idx).map_or(rest, |node| checked(*node))
}

/// What `properties`, `patternProperties` and `additionalProperties` say of the member `name`: at least one thing, and more
/// where patterns match.
pub(super) fn member_speakers<'p>(plan: &'p Plan, members: &'p Members, name: &'p str) -> Speakers<'p> {
    let Members { declared, patterns, others } = members;
    let declared = declared.iter().find(|(declared, _)| declared == name).map(|(_, node)| checked(*node));
    Speakers { plan, name, declared, patterns: patterns.iter(), others: Some(*others) }
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

    fn next(&mut self) -> Option<Others> {
        let spoken = self.declared.take().or_else(|| {
            let matches = |pattern: &PatternIdx| Pattern::matches(self.plan.pattern(*pattern), self.name);
            self.patterns.find(|(pattern, _)| matches(pattern)).map(|(_, node)| checked(*node))
        });
        let others = self.others.take();
        spoken.or(others)
    }
}
