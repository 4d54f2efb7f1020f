//! Plan nodes that say the same: code for them is printed once.
//!
//! Two nodes are the same if their checks are and lead to the same nodes, wherever they stand in the schema; recursive ones
//! too. Found by refining a partition until nothing splits any more, as automata are minimised.

use std::collections::HashMap;

use packwright_schema::{
    Plan,
    plan::{Assertion, Check, List, Members, Others, PlanIdx, Text},
};

/// For each node of `plan` the first one that says the same.
pub(super) fn of(plan: &Plan) -> Vec<PlanIdx> {
    let mut classes = vec![PlanIdx(0); plan.nodes.len()];
    let mut count = 0;
    loop {
        let mut firsts: HashMap<String, PlanIdx> = HashMap::new();
        let next: Vec<PlanIdx> = (0..)
            .map(PlanIdx)
            .zip(plan.nodes.iter())
            .map(|(idx, node)| {
                let said: Vec<Assertion> =
                    node.checks.iter().map(|Check { pointer: _, assertion }| renamed(assertion, &classes)).collect();
                // The class so far is part of the signature, so that classes only ever split.
                *firsts.entry(format!("{:?} {said:?}", classes[idx.idx()])).or_insert(idx)
            })
            .collect();
        classes = next;
        if firsts.len() == count {
            return classes;
        }
        count = firsts.len();
    }
}

/// The assertion with each node replaced by its class.
fn renamed(assertion: &Assertion, classes: &[PlanIdx]) -> Assertion {
    let class = |node: PlanIdx| classes[node.idx()];
    let maybe = |node: Option<PlanIdx>| node.map(class);
    let others = |others: Others| match others {
        Others::Checked(node) => Others::Checked(class(node)),
        Others::Unspoken | Others::Accepted | Others::Refused => others,
    };
    let nodes = |nodes: &List<PlanIdx>| nodes.iter().copied().map(class).collect();
    let maybes = |nodes: &List<Option<PlanIdx>>| nodes.iter().copied().map(maybe).collect();
    match assertion {
        Assertion::Items { prefix, rest } => Assertion::Items { prefix: maybes(prefix), rest: others(*rest) },
        Assertion::Contains { item, least, most } => {
            Assertion::Contains { item: maybe(*item), least: *least, most: *most }
        }
        Assertion::PropertyNames(node) => Assertion::PropertyNames(class(*node)),
        Assertion::Members(Members { declared, patterns, others: rest }) => Assertion::Members(Members {
            declared: declared.iter().map(|(name, node)| (name.clone(), maybe(*node))).collect::<Vec<_>>().into(),
            patterns: patterns.iter().map(|(pattern, node)| (*pattern, maybe(*node))).collect(),
            others: others(*rest),
        }),
        Assertion::DependentSchemas(schemas) => {
            let renamed = schemas.iter().map(|(name, node): &(Text, PlanIdx)| (name.clone(), class(*node)));
            Assertion::DependentSchemas(renamed.collect())
        }
        Assertion::Ref(node) => Assertion::Ref(class(*node)),
        Assertion::AllOf(all) => Assertion::AllOf(nodes(all)),
        Assertion::AnyOf(any) => Assertion::AnyOf(maybes(any)),
        Assertion::ExactlyOne(one) => Assertion::ExactlyOne(maybes(one)),
        Assertion::Not(node) => Assertion::Not(maybe(*node)),
        Assertion::If { condition, then, otherwise } => {
            Assertion::If { condition: maybe(*condition), then: maybe(*then), otherwise: maybe(*otherwise) }
        }
        Assertion::UnevaluatedItems(rest) => Assertion::UnevaluatedItems(others(*rest)),
        Assertion::UnevaluatedProperties(rest) => Assertion::UnevaluatedProperties(others(*rest)),
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
        | Assertion::DependentRequired(_) => assertion.clone(),
    }
}
