//! Which items or members are evaluated, for `unevaluatedItems` and `unevaluatedProperties`.

use super::{
    leaf,
    speak::{hear_of_member, item_speaker},
    verdict::Verdicts,
};
use crate::{
    json::Value,
    validate::plan::{Assertion, Members, Others, PlanIdx},
};

impl Verdicts<'_> {
    /// The indices of the items which nothing in the node evaluates, `unevaluatedItems` left aside; none if it is no array.
    pub(super) fn unevaluated_items(&mut self, idx: PlanIdx, value: &Value<'_>) -> Vec<usize> {
        if leaf::is_no_array(value) { Vec::new() } else { self.unevaluated(idx, leaf::items(value).len(), value) }
    }

    /// The same of members and `unevaluatedProperties`.
    pub(super) fn unevaluated_members(&mut self, idx: PlanIdx, value: &Value<'_>) -> Vec<usize> {
        if leaf::is_no_object(value) { Vec::new() } else { self.unevaluated(idx, leaf::members(value).len(), value) }
    }

    /// A schema evaluates nothing unless it is valid. `$ref` and `allOf` are taken to be: where they are not, the value is
    /// refused anyway, and to call unknown what they speak of would be wrong. The same goes for `anyOf` and `oneOf` of which
    /// nothing is valid.
    fn unevaluated(&mut self, idx: PlanIdx, count: usize, value: &Value<'_>) -> Vec<usize> {
        if count == 0 {
            return Vec::new();
        }
        let mut evaluated = Evaluated { parts: vec![false; count], all: false, seen: vec![idx] };
        for check in self.plan.node(idx).checks.iter() {
            match check.assertion {
                Assertion::UnevaluatedItems(_) | Assertion::UnevaluatedProperties(_) => {}
                ref assertion => self.note_assertion(assertion, value, &mut evaluated),
            }
        }
        if evaluated.all {
            return Vec::new();
        }
        (0..count).filter(|part| !evaluated.parts[*part]).collect()
    }

    fn note(&mut self, idx: Option<PlanIdx>, value: &Value<'_>, evaluated: &mut Evaluated) {
        let Some(idx) = idx.filter(|idx| !evaluated.all && !evaluated.seen.contains(idx)) else { return };
        if !self.descend() {
            return;
        }
        self.visits += 1;
        evaluated.seen.push(idx);
        for check in self.plan.node(idx).checks.iter() {
            self.note_assertion(&check.assertion, value, evaluated);
        }
        self.ascend();
    }

    fn note_assertion(&mut self, assertion: &Assertion, value: &Value<'_>, evaluated: &mut Evaluated) {
        match assertion {
            Assertion::Items { prefix, rest } => {
                for idx in 0..leaf::items(value).len() {
                    evaluated.parts[idx] |= item_speaker(prefix, *rest, idx) != Others::Unspoken;
                }
            }
            Assertion::Contains { item, least: _, most: _ } => {
                for (idx, value) in leaf::items(value).iter().enumerate() {
                    evaluated.parts[idx] = evaluated.parts[idx] || self.accepts_by(*item, value);
                }
            }
            Assertion::Members(members) => self.note_members(members, value, evaluated),
            Assertion::DependentSchemas(dependencies) => {
                for (_, idx) in dependencies.iter().filter(|(name, _)| value.get(name).is_some()) {
                    self.note(Some(*idx), value, evaluated);
                }
            }
            Assertion::Ref(target) => self.note(Some(*target), value, evaluated),
            Assertion::AllOf(parts) => parts.iter().for_each(|idx| self.note(Some(*idx), value, evaluated)),
            Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) => {
                self.note_alternatives(alternatives, value, evaluated);
            }
            Assertion::If { condition, then, otherwise } => {
                if self.accepts_by(*condition, value) {
                    self.note(*condition, value, evaluated);
                    self.note(*then, value, evaluated);
                } else {
                    self.note(*otherwise, value, evaluated);
                }
            }
            Assertion::UnevaluatedItems(others) => {
                evaluated.all |= *others != Others::Unspoken && !leaf::is_no_array(value);
            }
            Assertion::UnevaluatedProperties(others) => {
                evaluated.all |= *others != Others::Unspoken && !leaf::is_no_object(value);
            }
            Assertion::Never
            | Assertion::Types(_)
            | Assertion::OneOf(_)
            | Assertion::Constant(_)
            | Assertion::MultipleOf(_)
            | Assertion::Maximum(_)
            | Assertion::ExclusiveMaximum(_)
            | Assertion::Minimum(_)
            | Assertion::ExclusiveMinimum(_)
            | Assertion::IntegerFormat(_)
            | Assertion::MaxLength(_)
            | Assertion::MinLength(_)
            | Assertion::Pattern(_)
            | Assertion::Format(_)
            | Assertion::MaxItems(_)
            | Assertion::MinItems(_)
            | Assertion::UniqueItems
            | Assertion::MaxProperties(_)
            | Assertion::MinProperties(_)
            | Assertion::Required(_)
            | Assertion::DependentRequired(_)
            | Assertion::PropertyNames(_)
            // What `not` refuses is not valid, and evaluates nothing.
            | Assertion::Not(_) => {}
        }
    }

    fn note_members(&mut self, members: &Members, value: &Value<'_>, evaluated: &mut Evaluated) {
        let mut next = 0;
        for (idx, (name, _)) in leaf::members(value).iter().enumerate() {
            evaluated.parts[idx] |=
                !hear_of_member(self.plan, members, name, &mut next, |speaker| speaker == Others::Unspoken);
        }
    }

    fn note_alternatives(&mut self, alternatives: &[Option<PlanIdx>], value: &Value<'_>, evaluated: &mut Evaluated) {
        let mut any = false;
        for alternative in alternatives {
            if self.accepts_by(*alternative, value) {
                any = true;
                self.note(*alternative, value, evaluated);
            }
        }
        if !any {
            alternatives.iter().for_each(|alternative| self.note(*alternative, value, evaluated));
        }
    }
}

/// What is known to be evaluated of one array or object.
struct Evaluated {
    /// By index of the item or member.
    parts: Vec<bool>,
    /// Whether all are, whatever `parts` says.
    all: bool,
    /// The nodes that were asked.
    seen: Vec<PlanIdx>,
}
