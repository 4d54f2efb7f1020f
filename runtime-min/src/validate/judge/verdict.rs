//! Whether a value is valid: no coercion, no words, the first fault ends it.

use std::{collections::HashMap, mem, ptr};

use super::{
    leaf,
    speak::{hear_of_member, item_speaker},
};
use crate::{
    json::Value,
    validate::{
        Decimal, Format,
        plan::{Assertion, Check, Members, Others, Plan, PlanIdx, Text},
    },
};

/// How deep nodes are visited inside one another: several for each level of a document, of which there are at most
/// [`MAX_DEPTH`](crate::json::MAX_DEPTH). Beyond, a value is refused, before the stack ends.
pub(super) const MAX_VISITS_DEEP: usize = 1024;

/// A verdict that took as many visits is worth remembering.
pub(super) const WORTHWHILE: usize = 16;

/// How many verdicts are remembered at most.
const MOST_REMEMBERED: usize = 1 << 20;

/// Verdicts of one plan on the parts of one document.
///
/// Alternatives of alternatives may ask for the same verdict again and again, twice as often with each level. So visits are
/// counted, and once there were far more than documents need, verdicts are remembered by the node and the address of the value.
/// That is sound because a plan's nodes do not depend on the way to them, and because a document stays where it is while it is
/// judged; whoever changes it calls [`Self::forget`].
pub(super) struct Verdicts<'p> {
    pub(super) plan: &'p Plan,
    /// How many nodes were visited.
    pub(super) visits: usize,
    /// How many visits there are before verdicts are remembered.
    pub(super) patience: usize,
    pub(super) remembered: HashMap<(PlanIdx, usize), bool>,
    depth: usize,
}

impl<'p> Verdicts<'p> {
    /// Verdicts on a document of at most so many values.
    pub(super) fn new(plan: &'p Plan, values: usize) -> Self {
        let patience = 10_000 + 50 * values;
        Self { plan, visits: 0, patience, remembered: HashMap::new(), depth: 0 }
    }

    /// Whether the value is valid by the node.
    pub(super) fn accepts(&mut self, idx: PlanIdx, value: &Value<'_>) -> bool {
        self.visits += 1;
        if self.is_patient() {
            return self.decide(idx, value);
        }
        let key = (idx, address(value));
        if let Some(verdict) = self.remembered.get(&key) {
            return *verdict;
        }
        let before = self.visits;
        let verdict = self.decide(idx, value);
        if self.visits - before >= WORTHWHILE && self.remembered.len() < MOST_REMEMBERED {
            self.remembered.insert(key, verdict);
        }
        verdict
    }

    /// [`Self::accepts`], where a schema that is not there accepts any value.
    pub(super) fn accepts_by(&mut self, idx: Option<PlanIdx>, value: &Value<'_>) -> bool {
        idx.is_none_or(|idx| self.accepts(idx, value))
    }

    fn decide(&mut self, idx: PlanIdx, value: &Value<'_>) -> bool {
        if !self.descend() {
            return false;
        }
        let mut valid = true;
        for Check { pointer: _, assertion } in self.plan.node(idx).checks.iter() {
            valid = self.holds(idx, assertion, value);
            if !valid {
                break;
            }
        }
        self.ascend();
        valid
    }

    /// Whether what one check of the node asserts is true of the value.
    pub(super) fn holds(&mut self, idx: PlanIdx, assertion: &Assertion, value: &Value<'_>) -> bool {
        match assertion {
            Assertion::Never => false,
            Assertion::Types(types) => types.accept(value),
            Assertion::OneOf(constants) => leaf::is_one_of(constants, value),
            Assertion::Constant(constant) => leaf::is(constant, value),
            Assertion::MultipleOf(divisor) => leaf::number(value, |number| number.is_multiple_of(&decimal(divisor))),
            Assertion::Maximum(bound) => leaf::number(value, |number| *number <= decimal(bound)),
            Assertion::ExclusiveMaximum(bound) => leaf::number(value, |number| *number < decimal(bound)),
            Assertion::Minimum(bound) => leaf::number(value, |number| *number >= decimal(bound)),
            Assertion::ExclusiveMinimum(bound) => leaf::number(value, |number| *number > decimal(bound)),
            Assertion::IntegerFormat(format) => leaf::number(value, |number| leaf::is_in(format, number)),
            Assertion::MaxLength(most) => leaf::text(value, |text| leaf::is_at_most(*most, text)),
            Assertion::MinLength(least) => leaf::text(value, |text| leaf::is_at_least(*least, text)),
            Assertion::Pattern(pattern) => leaf::text(value, |text| self.plan.pattern(*pattern).matches(text)),
            Assertion::Format(format) => leaf::text(value, |text| Format::accepts(*format, text)),
            Assertion::MaxItems(most) => leaf::items(value).len() <= *most,
            Assertion::MinItems(least) => leaf::is_no_array(value) || leaf::items(value).len() >= *least,
            Assertion::UniqueItems => super::unique::equal_items(leaf::items(value)).is_none(),
            Assertion::Items { prefix, rest } => self.items(prefix, *rest, value),
            Assertion::Contains { item, least, most } => self.contains(*item, *least, *most, value),
            Assertion::MaxProperties(most) => leaf::members(value).len() <= *most,
            Assertion::MinProperties(least) => leaf::is_no_object(value) || leaf::members(value).len() >= *least,
            Assertion::Required(names) => {
                leaf::is_no_object(value) || names.iter().all(|name| value.get(name).is_some())
            }
            Assertion::DependentRequired(dependencies) => {
                leaf::missing_dependencies(dependencies, value).next().is_none()
            }
            Assertion::PropertyNames(name) => self.names(*name, value),
            Assertion::Members(members) => self.members(members, value),
            Assertion::DependentSchemas(dependencies) => self.dependencies(dependencies, value),
            Assertion::Ref(target) => self.accepts(*target, value),
            Assertion::AllOf(parts) => self.all(parts, value),
            Assertion::AnyOf(alternatives) => self.matches(alternatives, 1, value) > 0,
            Assertion::ExactlyOne(alternatives) => self.matches(alternatives, 2, value) == 1,
            Assertion::Not(refused) => !self.accepts_by(*refused, value),
            Assertion::If { condition, then, otherwise } => {
                let taken = if self.accepts_by(*condition, value) { then } else { otherwise };
                self.accepts_by(*taken, value)
            }
            Assertion::UnevaluatedItems(others) => self.check_unevaluated_items(idx, *others, value),
            Assertion::UnevaluatedProperties(others) => self.check_unevaluated_members(idx, *others, value),
        }
    }

    /// Whether a part of which `others` is said is valid.
    fn part(&mut self, others: Others, value: &Value<'_>) -> bool {
        match others {
            Others::Unspoken | Others::Accepted => true,
            Others::Refused => false,
            Others::Checked(idx) => self.accepts(idx, value),
        }
    }

    fn items(&mut self, prefix: &[Option<PlanIdx>], rest: Others, value: &Value<'_>) -> bool {
        for (idx, item) in leaf::items(value).iter().enumerate() {
            if !self.part(item_speaker(prefix, rest, idx), item) {
                return false;
            }
        }
        true
    }

    fn contains(&mut self, item: Option<PlanIdx>, least: usize, most: Option<usize>, value: &Value<'_>) -> bool {
        if leaf::is_no_array(value) {
            return true;
        }
        let mut count = 0;
        for candidate in leaf::items(value) {
            count += usize::from(self.accepts_by(item, candidate));
            if most.is_none() && count >= least {
                return true;
            }
        }
        count >= least && most.is_none_or(|most| count <= most)
    }

    fn names(&mut self, idx: PlanIdx, value: &Value<'_>) -> bool {
        for (name, _) in leaf::members(value) {
            // A name is no part of the document: as soon as it is gone its address may be another's.
            let remembered = mem::take(&mut self.remembered);
            let valid = self.accepts(idx, &Value::text(name));
            self.remembered = remembered;
            if !valid {
                return false;
            }
        }
        true
    }

    fn members(&mut self, members: &Members, value: &Value<'_>) -> bool {
        let mut next = 0;
        for (name, value) in leaf::members(value) {
            if !hear_of_member(self.plan, members, name, &mut next, |speaker| self.part(speaker, value)) {
                return false;
            }
        }
        true
    }

    fn dependencies(&mut self, dependencies: &[(Text, PlanIdx)], value: &Value<'_>) -> bool {
        for (name, idx) in dependencies {
            if value.get(name).is_some() && !self.accepts(*idx, value) {
                return false;
            }
        }
        true
    }

    fn all(&mut self, parts: &[PlanIdx], value: &Value<'_>) -> bool {
        for idx in parts {
            if !self.accepts(*idx, value) {
                return false;
            }
        }
        true
    }

    /// How many of the alternatives accept the value, counted up to `enough`.
    fn matches(&mut self, alternatives: &[Option<PlanIdx>], enough: usize, value: &Value<'_>) -> usize {
        let mut count = 0;
        for alternative in alternatives {
            count += usize::from(self.accepts_by(*alternative, value));
            if count == enough {
                break;
            }
        }
        count
    }

    fn check_unevaluated_items(&mut self, idx: PlanIdx, others: Others, value: &Value<'_>) -> bool {
        for item in self.unevaluated_items(idx, value) {
            if !self.part(others, &leaf::items(value)[item]) {
                return false;
            }
        }
        true
    }

    fn check_unevaluated_members(&mut self, idx: PlanIdx, others: Others, value: &Value<'_>) -> bool {
        for member in self.unevaluated_members(idx, value) {
            if !self.part(others, &leaf::members(value)[member].1) {
                return false;
            }
        }
        true
    }

    /// Whether there were not yet so many visits that something must be remembered.
    pub(super) fn is_patient(&self) -> bool {
        self.visits <= self.patience
    }

    /// Enters a node, if that is not too deep; whoever enters leaves by [`Self::ascend`].
    pub(super) fn descend(&mut self) -> bool {
        let descends = self.can_descend();
        self.depth += usize::from(descends);
        descends
    }

    /// Whether a node can be entered.
    pub(super) fn can_descend(&self) -> bool {
        self.depth < MAX_VISITS_DEEP
    }

    /// Leaves a node.
    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Remembers nothing, because the document has changed.
    pub(super) fn forget(&mut self) {
        // Not `clear`, which takes as long as the table once was large.
        if !self.remembered.is_empty() {
            self.remembered = HashMap::new();
        }
    }
}

fn decimal(text: &Text) -> Decimal<'_> {
    Decimal::new(text)
}

/// Which value of the document this is. It stays where it is as long as nothing is added or removed.
pub(super) fn address(value: &Value<'_>) -> usize {
    ptr::from_ref(value).addr()
}

/// How many values are in it, with itself.
pub(super) fn size(value: &Value<'_>) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.iter().map(|(_, value)| size(value)).sum::<usize>(),
    }
}
