//! Every violation of a document that does not change any more.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::BuildHasher,
    mem,
};

use super::{
    evidence::{Bound, Evidence, Excerpt, Known, Message, Seen, Suggest},
    leaf,
    speak::{hear_of_member, item_speaker},
    unique,
    verdict::{Verdicts, WORTHWHILE, address},
    words::keyword,
};
use crate::{
    json::Value,
    validate::{
        Place, Report, Violation,
        plan::{Assertion, Check, Members, Others, PlanIdx, Text},
    },
};

mod alternatives;

/// After so many violations near misses are no longer looked for: a hostile document has as many unknown names as it likes.
const SUGGESTIONS: usize = 100;

/// Reports every violation of the document, none twice; `message` makes something lasting of the evidence.
pub(super) fn collect<'p>(
    verdicts: Verdicts<'p>,
    root: PlanIdx,
    document: &Value<'_>,
    report: &mut Report,
    message: fn(Evidence<'p>) -> Message,
) {
    Collector { verdicts, report, message, told: Told::default() }.node(root, &Place::ROOT, document);
}

struct Collector<'c, 'p> {
    verdicts: Verdicts<'p>,
    report: &'c mut Report,
    message: fn(Evidence<'p>) -> Message,
    told: Told,
}

impl<'p> Collector<'_, 'p> {
    fn node(&mut self, idx: PlanIdx, place: &Place<'_>, value: &Value<'_>) {
        let node = self.verdicts.plan.node(idx);
        if !self.verdicts.descend() {
            return self.say((&node.pointer, "$ref"), place, value, || Evidence::TooDeep);
        }
        self.verdicts.visits += 1;
        let before = self.verdicts.visits;
        let key = (idx, address(value));
        if self.verdicts.is_patient() || !self.told.nodes.as_ref().is_some_and(|nodes| nodes.contains(&key)) {
            for check in node.checks.iter() {
                self.check(idx, check, place, value);
            }
            if !self.verdicts.is_patient() && self.verdicts.visits - before >= WORTHWHILE {
                self.told.nodes.get_or_insert_default().insert(key);
            }
        }
        self.verdicts.ascend();
    }

    /// Whether the value is of the one type that the node asks for, and nothing else is asked: most values are, and to see that
    /// takes less than to visit them.
    #[inline(always)]
    fn is_fine(&self, idx: PlanIdx, value: &Value<'_>) -> bool {
        let [Check { pointer: _, assertion: Assertion::Types(types) }] = self.verdicts.plan.node(idx).checks.as_ref()
        else {
            return false;
        };
        types.accept(value) && self.verdicts.can_descend()
    }

    fn node_at(&mut self, idx: Option<PlanIdx>, place: &Place<'_>, value: &Value<'_>) {
        if let Some(idx) = idx {
            self.node(idx, place, value);
        }
    }

    fn check(&mut self, idx: PlanIdx, check: &'p Check, place: &Place<'_>, value: &Value<'_>) {
        let Check { pointer, assertion } = check;
        match assertion {
            // Nearly every node starts with this.
            Assertion::Types(types) if types.accept(value) => {}
            Assertion::UniqueItems => {
                if let Some((left, right)) = unique::equal_items(leaf::items(value)) {
                    let evidence = || Evidence::EqualItems(left, right);
                    self.say((pointer, keyword(assertion)), place, value, evidence);
                }
            }
            Assertion::Items { prefix, rest } => self.items(check, prefix, *rest, place, value),
            Assertion::Contains { item, least, most } => self.contains(pointer, (*item, *least, *most), place, value),
            Assertion::Required(names) => self.required(check, names, place, value),
            Assertion::DependentRequired(dependencies) => {
                for (name, missing) in leaf::missing_dependencies(dependencies, value) {
                    let evidence = || Evidence::MissingDependency { missing, name };
                    self.say((pointer, keyword(assertion)), place, value, evidence);
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
            | Assertion::MaxProperties(_)
            | Assertion::MinProperties(_)
            | Assertion::Not(_) => {
                if !self.verdicts.holds(idx, assertion, value) {
                    self.leaf(check, place, value);
                }
            }
        }
    }

    #[cold]
    fn leaf(&mut self, Check { pointer, assertion }: &'p Check, place: &Place<'_>, value: &Value<'_>) {
        let (plan, suggest) = (self.verdicts.plan, self.suggest());
        let evidence = || Evidence::Leaf { plan, assertion, got: Seen::by(assertion, value), suggest };
        self.say((pointer, keyword(assertion)), place, value, evidence);
    }

    fn items(
        &mut self,
        Check { pointer, assertion }: &'p Check,
        prefix: &[Option<PlanIdx>],
        rest: Others,
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        let found = leaf::items(value);
        if rest == Others::Refused && found.len() > prefix.len() {
            let evidence = || Evidence::TooManyItems { most: prefix.len(), got: found.len() };
            self.say((pointer, keyword(assertion)), place, value, evidence);
        }
        for (idx, item) in found.iter().enumerate() {
            if let Others::Checked(node) = item_speaker(prefix, rest, idx)
                && !self.is_fine(node, item)
            {
                self.node(node, &place.item(idx), item);
            }
        }
    }

    #[inline(never)]
    fn contains(
        &mut self,
        pointer: &'p Text,
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
        let sibling =
            |keyword: &str| format!("{}{keyword}", pointer.strip_suffix("contains").unwrap_or(pointer)).into();
        let plan = self.verdicts.plan;
        if count < least {
            let keyword = if least == 1 { "contains" } else { "minContains" };
            let evidence = || Evidence::Contains { plan, item, wanted: Bound::AtLeast(least), got: count };
            self.say((&sibling(keyword), keyword), place, value, evidence);
        }
        if let Some(most) = most.filter(|most| count > *most) {
            let evidence = || Evidence::Contains { plan, item, wanted: Bound::AtMost(most), got: count };
            self.say((&sibling("maxContains"), "maxContains"), place, value, evidence);
        }
    }

    #[inline(never)]
    fn required(
        &mut self,
        Check { pointer, assertion }: &'p Check,
        names: &'p [Text],
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        if leaf::is_no_object(value) {
            return;
        }
        for name in names {
            if value.get(name).is_none() {
                self.say((pointer, keyword(assertion)), place, value, || Evidence::Missing(name));
            }
        }
    }

    /// What is wrong with a name is said at the member, by the keyword which says so.
    #[inline(never)]
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
        let said = Box::new(violation.message);
        violation.message = (self.message)(Evidence::OfName { name: Excerpt::of(name), said });
        if self.is_new((&violation.schema_path, violation.keyword), value, &violation.message) {
            self.report.violations.push(violation);
        }
    }

    fn members(&mut self, check: &'p Check, members: &'p Members, place: &Place<'_>, value: &Value<'_>) {
        let mut next = 0;
        for (name, value) in leaf::members(value) {
            hear_of_member(self.verdicts.plan, members, name, &mut next, |speaker| {
                match speaker {
                    Others::Unspoken | Others::Accepted => {}
                    Others::Checked(idx) if self.is_fine(idx, value) => {}
                    Others::Checked(idx) => self.node(idx, &place.member(name), value),
                    Others::Refused => self.unknown(check, Known::By(members), name, place, value),
                }
                true
            });
        }
    }

    #[inline(never)]
    fn unevaluated_items(
        &mut self,
        idx: PlanIdx,
        check: &'p Check,
        others: Others,
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        let Check { pointer, assertion } = check;
        for part in self.verdicts.unevaluated_items(idx, value) {
            let (place, item) = (place.item(part), &leaf::items(value)[part]);
            match others {
                Others::Unspoken | Others::Accepted => {}
                Others::Checked(idx) => self.node(idx, &place, item),
                Others::Refused => {
                    let evidence = || Evidence::UnexpectedItem(Seen::of(item));
                    self.say((pointer, keyword(assertion)), &place, item, evidence);
                }
            }
        }
    }

    #[inline(never)]
    fn unevaluated_members(
        &mut self,
        idx: PlanIdx,
        check: &'p Check,
        others: Others,
        place: &Place<'_>,
        value: &Value<'_>,
    ) {
        for part in self.verdicts.unevaluated_members(idx, value) {
            let (name, value) = &leaf::members(value)[part];
            match others {
                Others::Unspoken | Others::Accepted => {}
                Others::Checked(idx) => self.node(idx, &place.member(name), value),
                Others::Refused => self.unknown(check, Known::In(idx), name, place, value),
            }
        }
    }

    /// `false` for members that nothing speaks of.
    #[inline(never)]
    fn unknown(&mut self, check: &'p Check, known: Known<'p>, name: &str, place: &Place<'_>, value: &Value<'_>) {
        let (plan, suggest) = (self.verdicts.plan, self.suggest());
        let evidence = || Evidence::Unknown { plan, known, name: Excerpt::of(name), suggest };
        self.say((&check.pointer, keyword(&check.assertion)), &place.member(name), value, evidence);
    }

    fn suggest(&self) -> Suggest {
        if self.report.violations.len() < SUGGESTIONS { Suggest::NearMiss } else { Suggest::Nothing }
    }

    /// Says something about the value, unless it was said.
    #[inline(never)]
    fn say(
        &mut self,
        (pointer, keyword): (&Text, &'static str),
        place: &Place<'_>,
        value: &Value<'_>,
        evidence: impl FnOnce() -> Evidence<'p>,
    ) {
        if self.report.is_full() {
            self.report.unlisted += 1;
            return;
        }
        let message = (self.message)(evidence());
        if self.is_new((pointer, keyword), value, &message) {
            self.report.violation(place, pointer.clone(), keyword, message);
        }
    }

    fn is_new(&mut self, about: (&str, &str), value: &Value<'_>, message: &Message) -> bool {
        self.told.is_new(&self.report.violations, address(value), about, message)
    }
}

/// What was said. Two ways may lead to the same violation: references to one schema, or two nodes made of one.
#[derive(Default)]
struct Told {
    /// The first violations: the address of the value, and the index in the report.
    few: [(usize, usize); FEW],
    /// How many of `few` there are; when these are all, more are in `many`.
    count: usize,
    /// All violations, once there are too many for `few`: most documents need no table.
    many: Option<Box<Many>>,
    /// Nodes that need not be visited again for the value at the address; few unless there are very many visits.
    nodes: Option<HashSet<(PlanIdx, usize)>>,
}

/// The tables of many violations.
#[derive(Default)]
struct Many {
    /// By the address of the value and a hash of the rest.
    known: HashMap<(usize, u64), usize>,
    /// Sentences, where the same could not be told otherwise.
    sentences: HashSet<(usize, u64)>,
}

/// Up to so many violations each is compared with those before.
const FEW: usize = 16;

impl Told {
    /// Whether none of the violations says this; the next one of the report will.
    fn is_new(&mut self, said: &[Violation], address: usize, about: (&str, &str), message: &Message) -> bool {
        if self.count == FEW {
            return self.is_new_of_many(said, address, about, message);
        }
        let is_same = |violation: &Violation| {
            (violation.schema_path.as_ref(), violation.keyword) == about && violation.message.is_same(message)
        };
        if self.few[..self.count].iter().any(|(other, idx)| *other == address && is_same(&said[*idx])) {
            return false;
        }
        self.few[self.count] = (address, said.len());
        self.count += 1;
        true
    }

    #[cold]
    fn is_new_of_many(&mut self, said: &[Violation], address: usize, about: (&str, &str), message: &Message) -> bool {
        let many = self.many.get_or_insert_with(|| {
            let mut many = Many::default();
            for (address, idx) in self.few {
                let Violation { instance_path: _, schema_path, keyword, message } = &said[idx];
                many.note(said, (address, idx), (schema_path, keyword), message);
            }
            many.into()
        });
        many.note(said, (address, said.len()), about, message)
    }
}

impl Many {
    /// Takes the violation `idx`, unless one that says the same is there.
    fn note(
        &mut self,
        said: &[Violation],
        (address, idx): (usize, usize),
        about: (&str, &str),
        message: &Message,
    ) -> bool {
        let hash = self.known.hasher().hash_one((about.0, about.1, message));
        match self.known.entry((address, hash)) {
            Entry::Vacant(entry) => {
                entry.insert(idx);
                true
            }
            Entry::Occupied(first) => {
                let first = &said[*first.get()].message;
                if first.is_same(message) {
                    return false;
                }
                // Nodes made of one schema may say something else at the same place.
                let hasher = self.sentences.hasher().clone();
                let mut is_new = |message: &Message| {
                    self.sentences.insert((address, hasher.hash_one((about.0, about.1, message.text()))))
                };
                is_new(first);
                is_new(message)
            }
        }
    }
}
