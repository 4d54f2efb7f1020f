//! What can never be read, so that no function is printed for it.
//!
//! Goes in: the states as they were built. Comes out: the same ones without arms that accept no value, and without readers of
//! such states. A schema says such things where two parts of it contradict one another, as `{"required": ["a"], "properties":
//! {"a": false}}` does.

use super::machine::{After, Arm, Array, DecisionBy, Formula, Group, Machine, Object, Reader, StateIdx, Test};

/// Takes out of the machine what can never be read.
pub(super) fn take_out(machine: &mut Machine) {
    let mut empty: Vec<bool> = vec![false; machine.states.len()];
    loop {
        for state in &mut machine.states {
            state.arms.values_mut().for_each(|arm| without(&empty, arm));
            state.arms.retain(|_, arm| !is_empty(arm));
        }
        let now: Vec<bool> = machine.states.iter().map(|state| state.arms.is_empty()).collect();
        if now == empty {
            break;
        }
        empty = now;
    }
    reader(&empty, &mut machine.root);
}

fn reader(empty: &[bool], reader: &mut Reader) {
    if let Reader::State(StateIdx(idx)) = reader
        && empty[*idx]
    {
        *reader = Reader::Never;
    }
}

/// Makes readers of nothing out of readers of empty states, and takes away what is behind them.
fn without(empty: &[bool], arm: &mut Arm) {
    let after = match arm {
        Arm::Any | Arm::Bool(_) | Arm::Number { integer: _, predicate: _ } | Arm::String(_) => return,
        Arm::Array(Array { prefix, rest, least: _, most: _, unique: _, contains, after }) => {
            prefix.iter_mut().chain([&mut *rest]).for_each(|item| reader(empty, item));
            contains.iter_mut().for_each(|contains| reader(empty, &mut contains.item));
            if let Some(end) = prefix.iter().position(|item| *item == Reader::Never) {
                prefix.truncate(end);
                *rest = Reader::Never;
            }
            if prefix.is_empty() && *rest == Reader::Never {
                // No item is ever looked at.
                contains.iter_mut().for_each(|contains| contains.item = Reader::Never);
            }
            after
        }
        Arm::Object(object) => {
            in_members(empty, object);
            &mut object.after
        }
    };
    let After { formulas, judged: _, constants: _ } = after;
    formulas.iter_mut().for_each(|one| formula(empty, one));
}

fn in_members(empty: &[bool], object: &mut Object) {
    object.declared.iter_mut().for_each(|(_, member)| reader(empty, member));
    for Group { patterns, others } in &mut object.groups {
        patterns.iter_mut().for_each(|(_, member)| reader(empty, member));
        reader(empty, others);
    }
    if object.groups.iter().any(|group| group.patterns.is_empty() && group.others == Reader::Never) {
        object.groups = vec![Group { patterns: Vec::new(), others: Reader::Never }];
    }
    if object.reads_no_member() {
        object.declared.iter_mut().for_each(|(_, member)| *member = Reader::Never);
    }
    match object.decision.as_deref_mut() {
        None => {}
        Some(DecisionBy::Tag { name: _, cases }) => cases.iter_mut().for_each(|(_, object)| reader(empty, object)),
        Some(DecisionBy::Test { tests, then, otherwise }) => {
            tests.iter_mut().for_each(|Test { name: _, required: _, reader: member }| reader(empty, member));
            reader(empty, then);
            reader(empty, otherwise);
        }
    }
}

fn formula(empty: &[bool], one: &mut Formula) {
    match one {
        Formula::All(formulas) | Formula::Any(formulas) | Formula::One(formulas) => {
            formulas.iter_mut().for_each(|one| formula(empty, one));
        }
        Formula::Not(one) => formula(empty, one),
        Formula::If(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().for_each(|one| formula(empty, one));
        }
        Formula::Has(_) => {}
        Formula::Member { idx, name: _, reader: member } => {
            reader(empty, member);
            if *member == Reader::Never {
                *one = Formula::Not(Box::new(Formula::Has(*idx)));
            }
        }
        Formula::State(StateIdx(idx)) if empty[*idx] => *one = Formula::FALSE,
        Formula::State(_) => {}
    }
}

/// Whether it is plain that the arm accepts nothing.
fn is_empty(arm: &Arm) -> bool {
    match arm {
        Arm::Any => false,
        Arm::Bool(predicate) | Arm::Number { integer: _, predicate } | Arm::String(predicate) => predicate.is_false(),
        Arm::Array(array) => (array.reads_no_item() && !array.may_be_empty()) || is_never(&array.after),
        Arm::Object(object) => {
            let required = object.required.iter().any(|idx| object.declared[*idx].1 == Reader::Never);
            let decided = match object.decision.as_deref() {
                None => false,
                Some(DecisionBy::Tag { name: _, cases }) => cases.iter().all(|(_, object)| *object == Reader::Never),
                Some(DecisionBy::Test { tests: _, then, otherwise }) => [then, otherwise] == [&Reader::Never; 2],
            };
            required || decided || (object.reads_no_member() && !object.may_be_empty()) || is_never(&object.after)
        }
    }
}

fn is_never(after: &After) -> bool {
    after.constants.iter().any(Vec::is_empty) || after.formulas.iter().any(is_false)
}

fn is_false(formula: &Formula) -> bool {
    match formula {
        Formula::All(all) => all.iter().any(is_false),
        Formula::Any(any) | Formula::One(any) => any.iter().all(is_false),
        Formula::Not(_)
        | Formula::If(..)
        | Formula::Has(_)
        | Formula::Member { idx: _, name: _, reader: _ }
        | Formula::State(_) => false,
    }
}
