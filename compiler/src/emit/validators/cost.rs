//! How often the first pass may read one value again.
//!
//! A state that looks back reads its value once more for each alternative, whose states may look back themselves: alternatives
//! in alternatives multiply, and in a schema that recurs through them without end. The second pass remembers what it has
//! judged, so such states leave their values to it.

use super::machine::{
    After, Arm, Array, Contains, DecisionBy, Formula, Group, Machine, Object, Reader, State, StateIdx, Test,
};

/// A value is read at most so many times, all alternatives together.
const READINGS: usize = 64;

/// Where a state leads, and whether it reads the value it has read itself.
struct Edge {
    to: StateIdx,
    again: bool,
}

/// Marks the states of `machine` that would read values too often.
pub(super) fn judge_the_costly(machine: &mut Machine) {
    let edges: Vec<Vec<Edge>> =
        machine.states.iter().map(|state| state.arms.values().flat_map(edges).collect()).collect();
    let components = components(&edges);
    let mut readings = vec![1_usize; edges.len()];
    // Components come after those they lead to.
    for component in components {
        let within = |idx: StateIdx| component.contains(&idx.0);
        let recurs = component.iter().any(|idx| edges[*idx].iter().any(|edge| edge.again && within(edge.to)));
        let most = component.iter().map(|idx| {
            let (again, first): (Vec<&Edge>, Vec<&Edge>) =
                edges[*idx].iter().filter(|edge| !within(edge.to)).partition(|edge| edge.again);
            let first = first.iter().map(|edge| readings[edge.to.0]).max().unwrap_or(1);
            again.iter().map(|edge| readings[edge.to.0]).fold(first, usize::saturating_add)
        });
        let most = most.max().unwrap_or(1);
        for idx in &component {
            if recurs || most > READINGS {
                machine.states[*idx].judged = true;
                // Read into a tree, and judged.
                readings[*idx] = 2;
            } else {
                readings[*idx] = most;
            }
        }
    }
}

/// The states to which `state` leads.
pub(super) fn called(state: &State) -> impl Iterator<Item = StateIdx> {
    state.arms.values().flat_map(edges).map(|edge| edge.to)
}

fn edges(arm: &Arm) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut add = |reader: Reader, again: bool| {
        if let Reader::State(to) = reader {
            edges.push(Edge { to, again });
        }
    };
    let after = match arm {
        Arm::Any | Arm::Bool(_) | Arm::Number { integer: _, predicate: _ } | Arm::String(_) => return edges,
        Arm::Array(Array { prefix, rest, least: _, most: _, unique: _, contains, after }) => {
            prefix.iter().for_each(|reader| add(*reader, false));
            add(*rest, false);
            contains.iter().for_each(|Contains { item, least: _, most: _ }| add(*item, true));
            after
        }
        Arm::Object(object) => {
            let Object { declared, groups, names: _, required: _, least: _, most: _, decision, after } = object;
            declared.iter().for_each(|(_, reader)| add(*reader, false));
            for (idx, Group { patterns, others }) in groups.iter().enumerate() {
                // The first that matches reads a value, all others read it again.
                patterns.iter().enumerate().for_each(|(no, (_, reader))| add(*reader, idx + no > 0));
                add(*others, idx > 0);
            }
            match decision.as_deref() {
                Some(DecisionBy::Tag { name: _, cases }) => {
                    cases.iter().for_each(|(_, state)| add(*state, false));
                }
                Some(DecisionBy::Test { tests, then, otherwise }) => {
                    tests.iter().for_each(|Test { name: _, required: _, reader }| add(*reader, true));
                    add(*then, false);
                    add(*otherwise, false);
                }
                None => {}
            }
            after
        }
    };
    let After { formulas, judged: _, constants: _ } = after;
    let mut waiting: Vec<&Formula> = formulas.iter().collect();
    while let Some(formula) = waiting.pop() {
        match formula {
            Formula::All(all) | Formula::Any(all) | Formula::One(all) => waiting.extend(all),
            Formula::Not(formula) => waiting.push(formula),
            Formula::If(condition, then, otherwise) => waiting.extend([&**condition, &**then, &**otherwise]),
            Formula::Has(_) => {}
            Formula::Member { idx: _, name: _, reader } => {
                if let Reader::State(to) = reader {
                    edges.push(Edge { to: *to, again: true });
                }
            }
            Formula::State(to) => edges.push(Edge { to: *to, again: true }),
        }
    }
    edges
}

/// The strongly connected components, each after those it leads to (Tarjan's algorithm, without recursion).
fn components(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut order, mut low) = (vec![UNSEEN; edges.len()], vec![UNSEEN; edges.len()]);
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut components, mut seen) = (Vec::new(), Vec::new(), 0);
    for start in 0..edges.len() {
        if order[start] != UNSEEN {
            continue;
        }
        let mut calls = vec![(start, 0)];
        while let Some((idx, edge)) = calls.pop() {
            if edge == 0 {
                (order[idx], low[idx]) = (seen, seen);
                seen += 1;
                stack.push(idx);
                on_stack[idx] = true;
            }
            match edges[idx].get(edge) {
                Some(Edge { to, again: _ }) => {
                    calls.push((idx, edge + 1));
                    if order[to.0] == UNSEEN {
                        calls.push((to.0, 0));
                    } else if on_stack[to.0] {
                        low[idx] = low[idx].min(order[to.0]);
                    }
                }
                None => {
                    if let Some((caller, _)) = calls.last() {
                        low[*caller] = low[*caller].min(low[idx]);
                    }
                    if low[idx] == order[idx] {
                        let from = stack.iter().rposition(|member| *member == idx).unwrap_or(0);
                        let component = stack.split_off(from);
                        component.iter().for_each(|member| on_stack[*member] = false);
                        components.push(component);
                    }
                }
            }
        }
    }
    components
}
