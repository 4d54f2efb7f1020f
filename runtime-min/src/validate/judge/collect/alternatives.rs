//! `anyOf` and `oneOf`: what is said where none of the alternatives fits, or several do.

use super::Collector;
use crate::{
    json::Value,
    validate::{
        Place,
        judge::{
            glance,
            words::{Suggest, Wanted, keyword},
        },
        message::{All, Alternatives, Count, Got, Quoted},
        plan::{Assertion, Check, Plan, PlanIdx},
    },
};

impl<'p> Collector<'_, 'p> {
    /// One violation about the alternatives and, where it is evident which of them was meant, that one's own.
    pub(super) fn alternatives(
        &mut self,
        idx: PlanIdx,
        Check { pointer, assertion }: &'p Check,
        alternatives: &'p [Option<PlanIdx>],
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        if self.verdicts.holds(idx, assertion, value) {
            return;
        }
        let about = (pointer.as_ref(), keyword(assertion));
        let several = matches!(assertion, Assertion::ExactlyOne(_));
        let fitting = if several { self.fitting(alternatives, value) } else { Vec::new() };
        if !fitting.is_empty() {
            let count = alternatives.len();
            let message =
                || format!("expected exactly one of {count} alternatives, but those at {} fit", All(fitting.iter()));
            return self.say(about, place, value, message);
        }
        let meant = meant(self.verdicts.plan, alternatives, value);
        let (plan, suggest) = (self.verdicts.plan, self.suggest());
        self.say(about, place, value, || words(plan, alternatives, &meant, suggest, value));
        let (Meant::ByType(alternative) | Meant::ByTag(Tags { meant: Some(alternative), .. })) = meant else { return };
        self.node_at(alternatives[alternative], place, value);
    }

    fn fitting(&mut self, alternatives: &[Option<PlanIdx>], value: &Value<'_>) -> Vec<usize> {
        let mut fitting = Vec::new();
        for (idx, alternative) in alternatives.iter().enumerate() {
            if self.verdicts.accepts_by(*alternative, value) {
                fitting.push(idx);
            }
        }
        fitting
    }
}

/// Which alternative a value was meant for that fits none.
enum Meant<'p> {
    /// The only one for values of this type.
    ByType(usize),
    /// Objects are told apart by a member that is another string in each alternative.
    ByTag(Tags<'p>),
    Unclear,
}

struct Tags<'p> {
    /// The member.
    name: &'p str,
    /// What it is in the alternatives that are objects.
    tags: Vec<&'p str>,
    /// The one alternative with the value's tag.
    meant: Option<usize>,
}

fn meant<'p>(plan: &'p Plan, alternatives: &[Option<PlanIdx>], value: &Value<'_>) -> Meant<'p> {
    let of_type: Vec<usize> =
        (0..alternatives.len()).filter(|idx| glance::types(plan, alternatives[*idx]).accept(value)).collect();
    let Value::Object(_) = value else {
        return match of_type.as_slice() {
            [only] => Meant::ByType(*only),
            _ => Meant::Unclear,
        };
    };
    if let [only] = of_type.as_slice() {
        return Meant::ByType(*only);
    }
    let tags: Vec<(usize, Vec<(&str, &str)>)> =
        of_type.into_iter().map(|idx| (idx, glance::tags(plan, alternatives[idx]))).collect();
    let names = tags.first().into_iter().flat_map(|(_, tags)| tags).map(|(name, _)| *name);
    let by_tag: Vec<Tags<'_>> = names.filter_map(|name| by_tag(name, &tags, value)).collect();
    let clear = by_tag.iter().position(|tags| tags.meant.is_some()).unwrap_or(0);
    by_tag.into_iter().nth(clear).map_or(Meant::Unclear, Meant::ByTag)
}

/// The alternatives told apart by the member `name`; none if one of them does not say what it is, or several say what it is in
/// the value.
fn by_tag<'p>(name: &'p str, alternatives: &[(usize, Vec<(&'p str, &'p str)>)], value: &Value<'_>) -> Option<Tags<'p>> {
    let tag = |tags: &[(&str, &'p str)]| tags.iter().find(|(tagged, _)| *tagged == name).map(|(_, tag)| *tag);
    let tags: Vec<&str> = alternatives.iter().map(|(_, tags)| tag(tags)).collect::<Option<_>>()?;
    let written = value.get(name).and_then(Value::as_str);
    let mut chosen = tags.iter().zip(alternatives).filter(|(tag, _)| Some(**tag) == written);
    let meant = chosen.next().map(|(_, (idx, _))| *idx);
    chosen.next().is_none().then_some(Tags { name, tags, meant })
}

fn words(
    plan: &Plan,
    alternatives: &[Option<PlanIdx>],
    meant: &Meant<'_>,
    suggest: Suggest,
    value: &Value<'_>,
) -> String {
    let count = Count(alternatives.len(), "alternative", "alternatives");
    let wanted = Alternatives(alternatives.iter().map(|idx| Wanted::of(plan, *idx)));
    match meant {
        Meant::Unclear => format!("expected one of {count}: {wanted}; got {}", Got(value)),
        Meant::ByType(idx) => {
            format!("expected one of {count}: {wanted}; got {}, taken for the one at {idx}", Got(value))
        }
        Meant::ByTag(Tags { name, tags, meant }) => {
            let expected = format!(
                "expected one of {count}, told apart by {}: {}",
                Quoted(name),
                Alternatives(tags.iter().map(|tag| Quoted(tag)))
            );
            match (meant, value.get(name)) {
                (None, None) => format!("{expected}; it is missing"),
                (None, Some(tag)) => {
                    let near = tag.as_str().map(|text| suggest.near(text, tags.iter().copied())).unwrap_or_default();
                    format!("{expected}; got {}{near}", Got(tag))
                }
                (Some(idx), tag) => {
                    let tag = tag.and_then(Value::as_str).unwrap_or_default();
                    format!("{expected}; got {}, taken for the one at {idx}", Quoted(tag))
                }
            }
        }
    }
}
