//! Every violation of a document that does not change any more.

use std::{
    collections::{HashSet, hash_map::RandomState},
    hash::BuildHasher,
    mem,
};

use super::{
    glance, leaf,
    speak::{item_speaker, member_speakers},
    verdict::{Verdicts, WORTHWHILE, address},
    words::{self, Suggest, Wanted, items, keyword},
};
use crate::{
    json::Value,
    validate::{
        Place, Report, Violation,
        message::{Alternatives, Cut, Got, Quoted},
        plan::{Assertion, Check, Members, Others, Plan, PlanIdx, Text},
    },
};

mod alternatives;

/// After so many violations near misses are no longer looked for: a hostile document has as many unknown names as it likes.
const SUGGESTIONS: usize = 100;

/// Reports every violation of the document, none twice.
pub(super) fn collect(verdicts: Verdicts<'_>, root: PlanIdx, document: &Value<'_>, report: &mut Report) {
    let told = Told::default();
    Collector { verdicts, report, told, hasher: RandomState::new() }.node(root, &Place::ROOT, document);
}

struct Collector<'c, 'p> {
    verdicts: Verdicts<'p>,
    report: &'c mut Report,
    told: Told,
    hasher: RandomState,
}

/// What was said. Two ways may lead to the same violation: references to one schema, or two nodes made of one.
#[derive(Default)]
struct Told {
    /// The address of the value, and a hash of the violation.
    violations: HashSet<(usize, u64)>,
    /// Nodes that need not be visited again for the value at the address; few unless there are very many visits.
    nodes: HashSet<(PlanIdx, usize)>,
}

impl<'p> Collector<'_, 'p> {
    fn node(&mut self, idx: PlanIdx, place: &Place<'_>, value: &Value<'_>) {
        let node = self.verdicts.plan.node(idx);
        if !self.verdicts.descend() {
            let message = || "nested too deep for this schema".to_owned();
            return self.say((&node.pointer, "$ref"), place, value, message);
        }
        self.verdicts.visits += 1;
        let before = self.verdicts.visits;
        let key = (idx, address(value));
        if self.verdicts.is_patient() || !self.told.nodes.contains(&key) {
            for check in node.checks.iter() {
                self.check(idx, check, place, value);
            }
            if !self.verdicts.is_patient() && self.verdicts.visits - before >= WORTHWHILE {
                self.told.nodes.insert(key);
            }
        }
        self.verdicts.ascend();
    }

    fn node_at(&mut self, idx: Option<PlanIdx>, place: &Place<'_>, value: &Value<'_>) {
        if let Some(idx) = idx {
            self.node(idx, place, value);
        }
    }

    fn check(&mut self, idx: PlanIdx, check: &'p Check, place: &Place<'_>, value: &Value<'_>) {
        let Check { pointer, assertion } = check;
        match assertion {
            Assertion::Items { prefix, rest } => self.items(check, prefix, *rest, place, value),
            Assertion::Contains { item, least, most } => self.contains(pointer, (*item, *least, *most), place, value),
            Assertion::Required(names) => self.required(check, names, place, value),
            Assertion::DependentRequired(dependencies) => {
                for (name, missing) in leaf::missing_dependencies(dependencies, value) {
                    let message =
                        || format!("the property {} is missing, which {} asks for", Quoted(missing), Quoted(name));
                    self.say((pointer, keyword(assertion)), place, value, message);
                }
            }
            Assertion::PropertyNames(name) => self.names(*name, place, value),
            Assertion::Members(members) => self.members(check, members, place, value),
            Assertion::DependentSchemas(dependencies) => {
                for (name, idx) in dependencies.iter() {
                    if value.get(name).is_some() {
                        self.node(*idx, place, value);
                    }
                }
            }
            Assertion::Ref(target) => self.node(*target, place, value),
            Assertion::AllOf(parts) => parts.iter().for_each(|idx| self.node(*idx, place, value)),
            Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) => {
                self.alternatives(idx, check, alternatives, place, value);
            }
            Assertion::If { condition, then, otherwise } => {
                let taken = if self.verdicts.accepts_by(*condition, value) { then } else { otherwise };
                self.node_at(*taken, place, value);
            }
            Assertion::UnevaluatedItems(others) => self.unevaluated_items(idx, check, *others, place, value),
            Assertion::UnevaluatedProperties(others) => self.unevaluated_members(idx, check, *others, place, value),
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
            | Assertion::Not(_) => {
                if !self.verdicts.holds(idx, assertion, value) {
                    let (plan, suggest) = (self.verdicts.plan, self.suggest());
                    let message = || words::leaf(plan, assertion, value, suggest);
                    self.say((pointer, keyword(assertion)), place, value, message);
                }
            }
        }
    }

    fn items(
        &mut self,
        Check { pointer, assertion }: &Check,
        prefix: &[Option<PlanIdx>],
        rest: Others,
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        let found = leaf::items(value);
        if rest == Others::Refused && found.len() > prefix.len() {
            let message = || format!("expected at most {}, got {}", items(prefix.len()), found.len());
            self.say((pointer, keyword(assertion)), place, value, message);
        }
        for (idx, item) in found.iter().enumerate() {
            if let Others::Checked(node) = item_speaker(prefix, rest, idx) {
                self.node(node, &place.item(idx), item);
            }
        }
    }

    fn contains(
        &mut self,
        pointer: &str,
        (item, least, most): (Option<PlanIdx>, usize, Option<usize>),
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        if leaf::is_no_array(value) {
            return;
        }
        let mut count = 0;
        for candidate in leaf::items(value) {
            count += usize::from(self.verdicts.accepts_by(item, candidate));
        }
        let sibling = |keyword: &str| format!("{}{keyword}", pointer.strip_suffix("contains").unwrap_or(pointer));
        let wanted = Wanted::of(self.verdicts.plan, item);
        if count < least {
            let keyword = if least == 1 { "contains" } else { "minContains" };
            let message = || format!("expected at least {} to be {wanted}, got {count}", items(least));
            self.say((&sibling(keyword), keyword), place, value, message);
        }
        if let Some(most) = most.filter(|most| count > *most) {
            let message = || format!("expected at most {} to be {wanted}, got {count}", items(most));
            self.say((&sibling("maxContains"), "maxContains"), place, value, message);
        }
    }

    fn required(&mut self, Check { pointer, assertion }: &Check, names: &[Text], place: &Place<'_>, value: &Value<'_>) {
        if leaf::is_no_object(value) {
            return;
        }
        for name in names {
            if value.get(name).is_none() {
                let message = || format!("the property {} is missing", Quoted(name));
                self.say((pointer, keyword(assertion)), place, value, message);
            }
        }
    }

    /// What is wrong with a name is said at the member, by the keyword which says so.
    fn names(&mut self, idx: PlanIdx, place: &Place<'_>, value: &Value<'_>) {
        for (name, value) in leaf::members(value) {
            let text = Value::text(name);
            // A name has an address only for as long as it is looked at.
            let told = mem::take(&mut self.told);
            let remembered = mem::take(&mut self.verdicts.remembered);
            let before = self.report.violations.len();
            if !self.verdicts.accepts(idx, &text) {
                self.node(idx, &place.member(name), &text);
            }
            self.verdicts.remembered = remembered;
            self.told = told;
            for violation in self.report.violations.split_off(before) {
                self.push_of_name(name, value, violation);
            }
        }
    }

    fn push_of_name(&mut self, name: &str, value: &Value<'_>, mut violation: Violation) {
        let quoted = Quoted(name).to_string();
        let said = &violation.message;
        violation.message = match said.contains(&quoted) {
            true => format!("property name: {said}"),
            false => format!("the property name {quoted}: {said}"),
        };
        if self.is_new((&violation.schema_path, violation.keyword), value, &violation.message) {
            self.report.violations.push(violation);
        }
    }

    fn members(&mut self, check: &Check, members: &'p Members, place: &Place<'_>, value: &Value<'_>) {
        let plan = self.verdicts.plan;
        let mut known = None;
        for (name, value) in leaf::members(value) {
            for speaker in member_speakers(plan, members, name) {
                match speaker {
                    Others::Unspoken | Others::Accepted => {}
                    Others::Checked(idx) => self.node(idx, &place.member(name), value),
                    Others::Refused => {
                        let known = known.get_or_insert_with(|| Known::default().with(plan, members));
                        self.unknown(check, known, name, place, value);
                    }
                }
            }
        }
    }

    fn unevaluated_items(&mut self, idx: PlanIdx, check: &Check, others: Others, place: &Place<'_>, value: &Value<'_>) {
        let Check { pointer, assertion } = check;
        for part in self.verdicts.unevaluated_items(idx, value) {
            let (place, item) = (place.item(part), &leaf::items(value)[part]);
            match others {
                Others::Unspoken | Others::Accepted => {}
                Others::Checked(idx) => self.node(idx, &place, item),
                Others::Refused => {
                    let message = || format!("expected no item here, got {}", Got(item));
                    self.say((pointer, keyword(assertion)), &place, item, message);
                }
            }
        }
    }

    fn unevaluated_members(
        &mut self,
        idx: PlanIdx,
        check: &Check,
        others: Others,
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        let plan = self.verdicts.plan;
        let mut known = None;
        for part in self.verdicts.unevaluated_members(idx, value) {
            let (name, value) = &leaf::members(value)[part];
            match others {
                Others::Unspoken | Others::Accepted => {}
                Others::Checked(idx) => self.node(idx, &place.member(name), value),
                Others::Refused => {
                    let all = || {
                        glance::members(plan, idx)
                            .into_iter()
                            .fold(Known::default(), |all, members| all.with(plan, members))
                    };
                    self.unknown(check, known.get_or_insert_with(all), name, place, value);
                }
            }
        }
    }

    /// `false` for members that nothing speaks of.
    fn unknown(&mut self, check: &Check, known: &Known<'p>, name: &str, place: &Place<'_>, value: &Value<'_>) {
        let suggest = self.suggest();
        let message = || {
            if known.names.contains(&name) {
                return format!("unexpected property {}: none of the schemas that speak of it applies", Quoted(name));
            }
            let near = suggest.near(name, known.names.iter().copied());
            let unknown = format!("unknown property {}{near}", Quoted(name));
            match near.is_empty() {
                false => unknown,
                true if known.is_empty() => format!("{unknown}; no property is allowed here"),
                true => format!("{unknown}; expected {}", Alternatives(known.words())),
            }
        };
        self.say((&check.pointer, keyword(&check.assertion)), &place.member(name), value, message);
    }

    fn suggest(&self) -> Suggest {
        if self.report.violations.len() < SUGGESTIONS { Suggest::NearMiss } else { Suggest::Nothing }
    }

    /// Says something about the value, unless it was said.
    fn say(
        &mut self,
        (pointer, keyword): (&str, &'static str),
        place: &Place<'_>,
        value: &Value<'_>,
        message: impl FnOnce() -> String,
    ) {
        if self.report.is_full() {
            self.report.unlisted += 1;
            return;
        }
        let message = message();
        if self.is_new((pointer, keyword), value, &message) {
            self.report.violation(place, pointer, keyword, message);
        }
    }

    fn is_new(&mut self, (pointer, keyword): (&str, &str), value: &Value<'_>, message: &str) -> bool {
        let words = self.hasher.hash_one((pointer, keyword, message));
        self.told.violations.insert((address(value), words))
    }
}

/// What members may be called.
#[derive(Default)]
struct Known<'p> {
    names: Vec<&'p str>,
    patterns: Vec<&'p str>,
}

impl<'p> Known<'p> {
    fn with(mut self, plan: &'p Plan, members: &'p Members) -> Self {
        let Members { declared, patterns, others: _ } = members;
        declared.iter().for_each(|(name, _)| add(name, &mut self.names));
        patterns.iter().for_each(|(pattern, _)| add(&plan.pattern(*pattern).source, &mut self.patterns));
        self
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }

    fn words(&self) -> impl Iterator<Item = String> + Clone {
        let names = self.names.iter().map(|name| Quoted(name).to_string());
        names.chain(self.patterns.iter().map(|pattern| format!("a name that matches {}", Cut(pattern))))
    }
}

fn add<'p>(text: &'p str, texts: &mut Vec<&'p str>) {
    if !texts.contains(&text) {
        texts.push(text);
    }
}
