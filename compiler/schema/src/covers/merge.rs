//! Nodes that say the same, found: what one plan says in the words of the other needs no proof.
//!
//! Two nodes say the same if their rules do, where the nodes in those say the same. Colours are refined until none splits; that
//! treats circles right, since all start with one colour.

use std::{
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
};

use super::{
    mix::{Mix, Mixing},
    problem::{Items, Members, NodeId, Rule},
};

/// By node, the first that says the same.
pub(super) fn merge(nodes: &[Vec<Rule>]) -> Vec<NodeId> {
    let mut colours = vec![0; nodes.len()];
    let mut count = 1;
    loop {
        let refined: Vec<u64> = nodes.iter().map(|rules| colour(rules, &colours)).collect();
        let refined_count = refined.iter().collect::<HashSet<_, Mixing>>().len();
        colours = refined;
        if refined_count <= count {
            break;
        }
        count = refined_count;
    }
    let mut first: HashMap<u64, NodeId, Mixing> = HashMap::default();
    let merged: Vec<NodeId> =
        colours.iter().enumerate().map(|(idx, colour)| *first.entry(*colour).or_insert(NodeId::new(idx))).collect();
    // Colours are hashes: that the nodes do say the same is made sure of.
    let is_same = |idx: usize| {
        let said =
            |rules: &[Rule]| rules.iter().map(|rule| rule.mapped(&|node| merged[node.idx()])).collect::<Vec<_>>();
        merged[idx].idx() == idx || said(&nodes[idx]) == said(&nodes[merged[idx].idx()])
    };
    if (0..nodes.len()).all(is_same) { merged } else { (0..nodes.len()).map(NodeId::new).collect() }
}

fn colour(rules: &[Rule], colours: &[u64]) -> u64 {
    let mut hasher = Mix::default();
    for rule in rules {
        rule.hash_coloured(colours, &mut hasher);
    }
    hasher.finish()
}

impl Rule {
    /// Hashes the rule with the colours of nodes in the place of nodes.
    fn hash_coloured(&self, colours: &[u64], hasher: &mut Mix) {
        let colour = |node: &NodeId| colours[node.idx()];
        // The order of alternatives says nothing.
        let together = |nodes: &[NodeId]| nodes.iter().map(colour).fold(0, u64::wrapping_add);
        std::mem::discriminant(self).hash(hasher);
        match self {
            Self::Items(Items { prefix, rest }) => {
                prefix.iter().for_each(|node| colour(node).hash(hasher));
                (prefix.len(), rest.as_ref().map(colour)).hash(hasher);
            }
            Self::Contains { item, least, most } => (colour(item), least, most).hash(hasher),
            Self::Names(node) | Self::Not(node) => colour(node).hash(hasher),
            Self::Members(Members { declared, patterns, others }) => {
                declared.iter().for_each(|(name, node)| (name, colour(node)).hash(hasher));
                patterns.iter().for_each(|(pattern, node)| (pattern, colour(node)).hash(hasher));
                (declared.len(), others.as_ref().map(colour)).hash(hasher);
            }
            Self::DependentSchemas(dependencies) => {
                dependencies.iter().for_each(|(name, node)| (name, colour(node)).hash(hasher));
            }
            Self::All(nodes) | Self::Any(nodes) | Self::One(nodes) => (nodes.len(), together(nodes)).hash(hasher),
            Self::If { condition, then, otherwise } => {
                (colour(condition), colour(then), colour(otherwise)).hash(hasher);
            }
            Self::RestOfItems { node: _, rest } | Self::RestOfMembers { node: _, rest } => {
                rest.as_ref().map(colour).hash(hasher);
            }
            Self::Never
            | Self::Types(_)
            | Self::Among(_)
            | Self::MultipleOf(_)
            | Self::AtLeast(_)
            | Self::AtMost(_)
            | Self::MoreThan(_)
            | Self::LessThan(_)
            | Self::MaxLength(_)
            | Self::MinLength(_)
            | Self::Pattern(_)
            | Self::Format(_)
            | Self::MaxItems(_)
            | Self::MinItems(_)
            | Self::Unique
            | Self::MaxMembers(_)
            | Self::MinMembers(_)
            | Self::Required(_)
            | Self::DependentRequired(_)
            | Self::Opaque(_) => self.hash(hasher),
        }
    }

    /// The rule about other nodes.
    pub(super) fn mapped(&self, to: &impl Fn(NodeId) -> NodeId) -> Self {
        let all = |nodes: &[NodeId]| {
            let mut nodes: Vec<_> = nodes.iter().map(|node| to(*node)).collect();
            nodes.sort_unstable();
            nodes
        };
        match self {
            Self::Items(Items { prefix, rest }) => {
                Self::Items(Items { prefix: prefix.iter().map(|node| to(*node)).collect(), rest: rest.map(to) })
            }
            Self::Contains { item, least, most } => Self::Contains { item: to(*item), least: *least, most: *most },
            Self::Names(node) => Self::Names(to(*node)),
            Self::Not(node) => Self::Not(to(*node)),
            Self::Members(Members { declared, patterns, others }) => Self::Members(Members {
                declared: declared.iter().map(|(name, node)| (*name, to(*node))).collect(),
                patterns: patterns.iter().map(|(pattern, node)| (*pattern, to(*node))).collect(),
                others: others.map(to),
            }),
            Self::DependentSchemas(dependencies) => {
                Self::DependentSchemas(dependencies.iter().map(|(name, node)| (*name, to(*node))).collect())
            }
            Self::All(nodes) => Self::All(all(nodes)),
            Self::Any(nodes) => Self::Any(all(nodes)),
            Self::One(nodes) => Self::One(all(nodes)),
            Self::If { condition, then, otherwise } => {
                Self::If { condition: to(*condition), then: to(*then), otherwise: to(*otherwise) }
            }
            Self::RestOfItems { node, rest } => Self::RestOfItems { node: to(*node), rest: rest.map(to) },
            Self::RestOfMembers { node, rest } => Self::RestOfMembers { node: to(*node), rest: rest.map(to) },
            Self::Never
            | Self::Types(_)
            | Self::Among(_)
            | Self::MultipleOf(_)
            | Self::AtLeast(_)
            | Self::AtMost(_)
            | Self::MoreThan(_)
            | Self::LessThan(_)
            | Self::MaxLength(_)
            | Self::MinLength(_)
            | Self::Pattern(_)
            | Self::Format(_)
            | Self::MaxItems(_)
            | Self::MinItems(_)
            | Self::Unique
            | Self::MaxMembers(_)
            | Self::MinMembers(_)
            | Self::Required(_)
            | Self::DependentRequired(_)
            | Self::Opaque(_) => self.clone(),
        }
    }
}
