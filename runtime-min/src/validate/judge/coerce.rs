//! Texts taken for what the plan declares, in place.
//!
//! What a node makes of a text depends on the text alone, except where alternatives or conditions look at an array or object in
//! which other texts change. So a document that has such is walked until a walk changes nothing. Every change makes of a text
//! something else and never the other way round, so that comes to an end, and coercing twice changes nothing.
//!
//! An alternative is tried by coercing the value itself and undoing it: nothing is copied, and every value keeps its address,
//! by which changes are known. What a text becomes is clear from the text, so the addresses say all about a change.

use std::{collections::HashSet, mem, slice};

use super::{
    glance, leaf,
    speak::{hear_of_member, item_speaker},
    verdict::{Verdicts, WORTHWHILE, address},
};
use crate::{
    json::Value,
    validate::{
        Place, Report, Type, Types,
        coerce::read,
        plan::{Assertion, Check, Constant, Members, Others, PlanIdx, PlanNode},
    },
};

/// How many visits coercion may take, for a document of any size; more for a large one. Beyond, no alternative is tried any more,
/// and nothing is walked again: only hostile schemas and documents come so far.
const TRIES: usize = 100_000;

/// Coerces the document for the node, and reports what was coerced in the order of the document.
pub(super) fn coerce(verdicts: &mut Verdicts<'_>, root: PlanIdx, document: &mut Value<'_>, report: &mut Report) {
    let most_visits = verdicts.visits + TRIES + 2 * verdicts.patience;
    let mut coercion =
        Coercion { verdicts, edits: Vec::new(), walked: HashSet::new(), most_visits, looks_around: false };
    loop {
        let edits = coercion.edits.len();
        coercion.walked.clear();
        coercion.walk(root, document);
        if coercion.edits.len() == edits || !coercion.looks_around || coercion.is_spent() {
            break;
        }
    }
    let mut edits = coercion.edits;
    edits.sort_unstable();
    if !edits.is_empty() {
        tell(&edits, &Place::ROOT, document, report);
    }
}

/// A text that is something else now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    /// Where the value is.
    address: usize,
    /// What it was taken for.
    ty: Type,
}

struct Coercion<'c, 'p> {
    verdicts: &'c mut Verdicts<'p>,
    /// What has been changed and not undone.
    edits: Vec<Edit>,
    /// What need not be walked again in this walk, nor in this attempt: nodes and addresses of values. Few, unless there are very
    /// many visits.
    walked: HashSet<(PlanIdx, usize)>,
    /// See [`TRIES`].
    most_visits: usize,
    /// Whether something was decided by looking at an array or object.
    looks_around: bool,
}

impl Coercion<'_, '_> {
    fn walk(&mut self, idx: PlanIdx, value: &mut Value<'_>) {
        let key = (idx, address(value));
        if self.walked.contains(&key) || !self.verdicts.descend() {
            return;
        }
        self.verdicts.visits += 1;
        let before = self.verdicts.visits;
        let node = self.verdicts.plan.node(idx);
        if let Value::String(_) = value {
            self.text(idx, node, value);
        }
        for Check { pointer: _, assertion } in node.checks.iter() {
            self.assertion(idx, assertion, value);
        }
        if !self.verdicts.is_patient() && self.verdicts.visits - before >= WORTHWHILE {
            self.walked.insert(key);
        }
        self.verdicts.ascend();
    }

    fn assertion(&mut self, idx: PlanIdx, assertion: &Assertion, value: &mut Value<'_>) {
        match assertion {
            Assertion::Items { prefix, rest } => self.items(prefix, *rest, value),
            Assertion::Members(members) => self.members(members, value),
            Assertion::DependentSchemas(dependencies) => {
                for (name, idx) in dependencies.iter() {
                    if value.get(name).is_some() {
                        self.walk(*idx, value);
                    }
                }
            }
            Assertion::Ref(target) => self.walk(*target, value),
            Assertion::AllOf(parts) => parts.iter().for_each(|idx| self.walk(*idx, value)),
            Assertion::AnyOf(alternatives) | Assertion::ExactlyOne(alternatives) => {
                self.alternatives(idx, assertion, alternatives, value);
            }
            Assertion::If { condition, then, otherwise } => self.condition(*condition, *then, *otherwise, value),
            Assertion::UnevaluatedItems(others) => self.unevaluated_items(idx, *others, value),
            Assertion::UnevaluatedProperties(others) => self.unevaluated_members(idx, *others, value),
            // These look at the value, or at parts which they need not accept. A name is never anything but a text.
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
            | Assertion::Contains { item: _, least: _, most: _ }
            | Assertion::MaxProperties(_)
            | Assertion::MinProperties(_)
            | Assertion::Required(_)
            | Assertion::DependentRequired(_)
            | Assertion::PropertyNames(_)
            | Assertion::Not(_) => {}
        }
    }

    /// What the node itself makes of a text.
    fn text(&mut self, idx: PlanIdx, node: &PlanNode, value: &mut Value<'_>) {
        let Some((targets, taken)) = reading(node) else { return };
        let Value::String(text) = &*value else { return };
        let Some((ty, coerced)) = read(text, targets) else { return };
        match taken {
            Taken::Always => self.change(ty, coerced, value),
            Taken::AsMember => {
                if is_literal(node, &coerced) {
                    self.change(ty, coerced, value);
                }
            }
            Taken::UnlessValid => {
                if !self.verdicts.accepts(idx, value) {
                    let raw = mem::replace(value, coerced);
                    self.verdicts.forget();
                    if self.verdicts.accepts(idx, value) {
                        self.edits.push(Edit { address: address(value), ty });
                    } else {
                        *value = raw;
                        self.verdicts.forget();
                    }
                }
            }
        }
    }

    fn change<'a>(&mut self, ty: Type, coerced: Value<'a>, value: &mut Value<'a>) {
        *value = coerced;
        self.edits.push(Edit { address: address(value), ty });
        self.verdicts.forget();
    }

    fn part(&mut self, others: Others, value: &mut Value<'_>) {
        match others {
            Others::Unspoken | Others::Accepted | Others::Refused => {}
            Others::Checked(idx) => self.walk(idx, value),
        }
    }

    fn items(&mut self, prefix: &[Option<PlanIdx>], rest: Others, value: &mut Value<'_>) {
        let Value::Array(items) = value else { return };
        for (idx, item) in items.iter_mut().enumerate() {
            self.part(item_speaker(prefix, rest, idx), item);
        }
    }

    fn members(&mut self, members: &Members, value: &mut Value<'_>) {
        let Value::Object(object) = value else { return };
        let mut next = 0;
        for (name, value) in object {
            hear_of_member(self.verdicts.plan, members, name, &mut next, |speaker| {
                self.part(speaker, value);
                true
            });
        }
    }

    fn condition(
        &mut self,
        condition: Option<PlanIdx>,
        then: Option<PlanIdx>,
        otherwise: Option<PlanIdx>,
        value: &mut Value<'_>,
    ) {
        self.looks_around |= is_container(value);
        let taken = if self.verdicts.accepts_by(condition, value) { then } else { otherwise };
        if let Some(idx) = taken {
            self.walk(idx, value);
        }
    }

    fn unevaluated_items(&mut self, idx: PlanIdx, others: Others, value: &mut Value<'_>) {
        let Others::Checked(part) = others else { return };
        self.looks_around = true;
        for item in self.verdicts.unevaluated_items(idx, value) {
            if let Value::Array(items) = value {
                self.walk(part, &mut items[item]);
            }
        }
    }

    fn unevaluated_members(&mut self, idx: PlanIdx, others: Others, value: &mut Value<'_>) {
        let Others::Checked(part) = others else { return };
        self.looks_around = true;
        for member in self.verdicts.unevaluated_members(idx, value) {
            if let Value::Object(members) = value {
                self.walk(part, &mut members[member].1);
            }
        }
    }

    /// `anyOf` and `oneOf`: left alone if they hold; else coerced if all the alternatives that accept what they make of the
    /// value make the same of it.
    fn alternatives(
        &mut self,
        idx: PlanIdx,
        assertion: &Assertion,
        alternatives: &[Option<PlanIdx>],
        value: &mut Value<'_>,
    ) {
        if !matches!(value, Value::String(_) | Value::Array(_) | Value::Object(_)) {
            return;
        }
        self.looks_around |= is_container(value);
        if self.is_spent() || self.verdicts.holds(idx, assertion, value) {
            return;
        }
        let mut found: Option<Vec<Edit>> = None;
        for alternative in alternatives.iter().flatten() {
            if glance::is_hopeless(self.verdicts.plan, Some(*alternative), value) {
                continue;
            }
            let Some(edits) = self.attempt(*alternative, value) else { continue };
            match &found {
                None => found = Some(edits),
                Some(found) if is_same(found, &edits) => {}
                Some(_) => return,
            }
        }
        if let Some(edits) = found {
            self.turn(&edits, value);
            self.edits.extend(edits);
        }
    }

    /// What the alternative would change in one walk, if it changes anything and then accepts the value; sorted. The value is as
    /// before.
    fn attempt(&mut self, alternative: PlanIdx, value: &mut Value<'_>) -> Option<Vec<Edit>> {
        let before = self.edits.len();
        let walked = mem::take(&mut self.walked);
        self.walk(alternative, value);
        self.walked = walked;
        if self.edits.len() == before {
            return None;
        }
        let accepted = self.verdicts.accepts(alternative, value);
        let mut edits = self.edits.split_off(before);
        edits.sort_unstable();
        self.turn(&edits, value);
        accepted.then_some(edits)
    }

    /// Makes these edits in the value, or undoes them.
    fn turn(&mut self, edits: &[Edit], value: &mut Value<'_>) {
        self.verdicts.forget();
        self.turn_in(edits, value);
    }

    fn turn_in(&mut self, edits: &[Edit], value: &mut Value<'_>) {
        self.verdicts.visits += 1;
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.turn_in(edits, item)),
            Value::Object(members) => members.iter_mut().for_each(|(_, value)| self.turn_in(edits, value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                if let Some(edit) = find(edits, value) {
                    *value = turned(edit.ty, mem::replace(value, Value::Null));
                }
            }
        }
    }

    fn is_spent(&self) -> bool {
        self.verdicts.visits > self.most_visits
    }
}

/// When a node takes a text for something else.
enum Taken {
    /// Whenever it can be read as that: the node takes no strings.
    Always,
    /// Where that is a member of the node's `enum` or `const`, none of which is a string.
    AsMember,
    /// Where the node does not accept the text, and accepts that.
    UnlessValid,
}

/// What a node takes a text for, by its types or, without any, by those of its `enum` and `const`; none if nothing.
fn reading(node: &PlanNode) -> Option<(Types, Taken)> {
    let (mut types, mut literals): (Option<Types>, Option<Types>) = (None, None);
    for Check { pointer: _, assertion } in node.checks.iter() {
        if let Assertion::Types(declared) = assertion {
            types = Some(*declared);
        } else if let Some(constants) = literals_of(assertion) {
            let of_these = constants.iter().map(glance::type_of).fold(Types::NONE, glance::union);
            literals = Some(literals.map_or(of_these, |others| others.and(of_these)));
        }
    }
    let declared = types.or(literals)?;
    let targets = declared.and(Types::of(&[Type::Integer, Type::Number, Type::Boolean]));
    let takes_strings =
        declared.contains(Type::String) && literals.is_none_or(|literals| literals.contains(Type::String));
    let taken = match literals {
        _ if takes_strings => Taken::UnlessValid,
        Some(_) => Taken::AsMember,
        None => Taken::Always,
    };
    (!targets.is_empty()).then_some((targets, taken))
}

/// The constants of `enum` or `const`.
fn literals_of(assertion: &Assertion) -> Option<&[Constant]> {
    if let Assertion::OneOf(constants) = assertion {
        Some(constants)
    } else if let Assertion::Constant(constant) = assertion {
        Some(slice::from_ref(constant))
    } else {
        None
    }
}

/// Whether the value is what the node's `enum` and `const` allow.
fn is_literal(node: &PlanNode, value: &Value<'_>) -> bool {
    let literals = node.checks.iter().filter_map(|check| literals_of(&check.assertion));
    literals.into_iter().all(|constants| constants.iter().any(|constant| leaf::is(constant, value)))
}

fn is_container(value: &Value<'_>) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// Whether two ways to coerce one value make the same of it. They may call one number by two types.
fn is_same(left: &[Edit], right: &[Edit]) -> bool {
    left.iter().map(|edit| edit.address).eq(right.iter().map(|edit| edit.address))
}

/// The edit of this value; the edits are sorted.
fn find<'e>(edits: &'e [Edit], value: &Value<'_>) -> Option<&'e Edit> {
    edits.binary_search_by_key(&address(value), |edit| edit.address).ok().map(|found| &edits[found])
}

/// A text as what it is taken for, or that as the text it was.
fn turned(ty: Type, value: Value<'_>) -> Value<'_> {
    match value {
        Value::String(text) => {
            let (_, coerced) = read(&text, Types::NONE.with(ty)).expect("an edit is made where the text can be read");
            coerced
        }
        Value::Number(text) => Value::String(text),
        Value::Bool(truth) => Value::text(if truth { "true" } else { "false" }),
        Value::Null | Value::Array(_) | Value::Object(_) => value,
    }
}

/// Reports the edits of the value, in its order.
fn tell(edits: &[Edit], place: &Place<'_>, value: &Value<'_>, report: &mut Report) {
    match value {
        Value::Array(items) => {
            for (idx, item) in items.iter().enumerate() {
                tell(edits, &place.item(idx), item, report);
            }
        }
        Value::Object(members) => {
            for (name, value) in members {
                tell(edits, &place.member(name), value, report);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            if let Some(edit) = find(edits, value) {
                report.coercion(place, edit.ty.name());
            }
        }
    }
}
