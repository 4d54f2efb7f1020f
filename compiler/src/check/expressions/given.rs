//! What is known where a node runs: the branch that leads to it was taken, and so those that lead to what it needs.

use super::Types;
use crate::{
    check::graph::{Need, Why},
    expression::{
        Expr, Type,
        tree::{Binary, Kind, Literal},
        types::Class,
    },
    model::{Decision, NodeId, NodeKind, Place, Switch, Template, Topology, Way},
};

/// The conditions that hold, or do not, where a node with these needs runs.
pub(super) fn of(types: &Types<'_>, topology: &Topology, needs: &[Need]) -> Vec<(Expr, bool)> {
    let mut given: Vec<(Expr, bool)> = Vec::new();
    let mut add = |known: &[(Expr, bool)]| {
        for fact in known {
            if !given.contains(fact) {
                given.push(fact.clone());
            }
        }
    };
    let ways = needs.iter().filter_map(|need| match need.why {
        Why::Entered(way) => Some((need.node, way)),
        Why::Reads | Why::After | Why::Converges | Why::ReadsError => None,
    });
    let on_way = |(from, way): (NodeId, Way)| {
        let mut known = types.given(from).to_vec();
        if let (NodeKind::Switch(switch), Way::Branch(branch)) = (&topology.nodes[from.idx()].kind, way) {
            let value = |it: &Template| types.template(from, Place::SwitchValue, it);
            known.extend(taken(switch, branch, &value));
        }
        known
    };
    // Of several ways nobody knows which was taken: what is known on all of them holds.
    let common = |mut one: Vec<(Expr, bool)>, other: Vec<(Expr, bool)>| {
        one.retain(|fact| other.contains(fact));
        one
    };
    add(&ways.map(on_way).reduce(common).unwrap_or_default());
    for need in needs.iter().filter(|need| matches!(need.why, Why::Reads | Why::After)) {
        add(types.given(need.node));
    }
    given
}

/// What is known where a switch took a branch.
fn taken<'s>(switch: &Switch, branch: usize, value_type: &dyn Fn(&Template) -> Type<'s>) -> Vec<(Expr, bool)> {
    match &switch.decision {
        Decision::Conditions(conditions) => {
            let known =
                conditions.iter().enumerate().take(branch + 1).filter_map(|(at, (when, _))| match &when.template {
                    Template::Expression(condition) => Some((condition.expr.clone(), at == branch)),
                    Template::Literal(_) | Template::Array(_) | Template::Object(_) | Template::Text(_) => None,
                });
            known.collect()
        }
        Decision::Value { value, cases } => {
            let Template::Expression(expression) = &value.template else { return Vec::new() };
            let class = value_type(&value.template).class();
            let is = |case: &str| {
                let literal = Expr { kind: Kind::Literal(literal(case, class)), span: value.span };
                let kind = Kind::Binary(Binary::Equal, Box::new(expression.expr.clone()), Box::new(literal));
                Expr { kind, span: value.span }
            };
            match cases.get(branch) {
                Some((case, _)) => vec![(is(&case.value), true)],
                None => cases.iter().map(|(case, _)| (is(&case.value), false)).collect(),
            }
        }
    }
}

/// A case as a value of a class: cases are written as texts.
fn literal(case: &str, class: Option<Class>) -> Literal {
    match (class, case.parse::<bool>(), case.parse::<i64>()) {
        (Some(Class::Bool), Ok(truth), _) => Literal::Bool(truth),
        (Some(Class::Int), _, Ok(number)) => Literal::Int(number),
        _ => Literal::Text(case.to_owned()),
    }
}
