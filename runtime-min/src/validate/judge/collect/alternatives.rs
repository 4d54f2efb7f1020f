//! `anyOf` and `oneOf`: what is said where none of the alternatives fits, or several do.

use super::Collector;
use crate::{
    json::Value,
    validate::{
        Place,
        judge::{
            evidence::{Evidence, Meant, Seen, Tags},
            glance,
            words::keyword,
        },
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
        let about = (pointer, keyword(assertion));
        let several = matches!(assertion, Assertion::ExactlyOne(_));
        let fitting = if several { self.fitting(alternatives, value) } else { Vec::new() };
        if !fitting.is_empty() {
            let evidence = || Evidence::SeveralFit { fitting: fitting.into(), of: alternatives.len() };
            return self.say(about, place, value, evidence);
        }
        let (plan, suggest) = (self.verdicts.plan, self.suggest());
        let meant = meant(plan, alternatives, value);
        let clear = match &meant {
            Meant::ByType(alternative) => Some(*alternative),
            Meant::ByTag(tags) => tags.meant,
            Meant::Unclear => None,
        };
        let evidence = || Evidence::NoneFits { plan, alternatives, meant, got: Seen::of(value), suggest };
        self.say(about, place, value, evidence);
        if let Some(alternative) = clear {
            self.node_at(alternatives[alternative], place, value);
        }
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
    by_tag.into_iter().nth(clear).map_or(Meant::Unclear, |tags| Meant::ByTag(tags.into()))
}

/// The alternatives told apart by the member `name`; none if one of them does not say what it is, or several say what it is in
/// the value.
fn by_tag<'p>(name: &'p str, alternatives: &[(usize, Vec<(&'p str, &'p str)>)], value: &Value<'_>) -> Option<Tags<'p>> {
    let tag = |tags: &[(&str, &'p str)]| tags.iter().find(|(tagged, _)| *tagged == name).map(|(_, tag)| *tag);
    let tags: Vec<&str> = alternatives.iter().map(|(_, tags)| tag(tags)).collect::<Option<_>>()?;
    let got = value.get(name);
    let written = got.and_then(Value::as_str);
    let mut chosen = tags.iter().zip(alternatives).filter(|(tag, _)| Some(**tag) == written);
    let meant = chosen.next().map(|(_, (idx, _))| *idx);
    chosen.next().is_none().then_some(Tags { name, tags, got: got.map(Seen::of), meant })
}
