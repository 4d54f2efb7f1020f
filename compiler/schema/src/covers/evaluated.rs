//! What `unevaluatedItems` and `unevaluatedProperties` speak of: one rule about the rest, for each way in which the schemas around
//! it may hold.

use packwright_runtime_min::json::Kind;

use super::{
    literal::{Literal, What},
    problem::{Items, Members, NameId, NodeId, PatternId, Problem, Rule, RuleId},
};

/// More ways than these are not looked at.
const WAYS: usize = 128;

/// What is evaluated, where some literals hold.
#[derive(Clone, Default)]
struct Evaluated {
    assumed: Vec<Literal>,
    names: Vec<NameId>,
    patterns: Vec<PatternId>,
    /// So many items at the front.
    prefix: usize,
    /// Items that are one of these.
    kinds: Vec<NodeId>,
    all: bool,
}

impl Evaluated {
    fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.assumed.extend(&other.assumed);
        both.names.extend(&other.names);
        both.patterns.extend(&other.patterns);
        both.prefix = both.prefix.max(other.prefix);
        both.kinds.extend(&other.kinds);
        both.all |= other.all;
        both
    }

    fn assuming(mut self, literal: Literal) -> Self {
        self.assumed.push(literal);
        self
    }
}

/// For each way in which what `node` applies may hold: what is assumed, and the rule about the rest. None if there are too many.
pub(super) fn rests(
    problem: &mut Problem<'_>,
    node: NodeId,
    rest: Option<NodeId>,
    kind: Kind,
) -> Option<Vec<(Vec<Literal>, RuleId)>> {
    let ways = of_node(problem, node, Some(node), kind)?;
    Some(ways.into_iter().map(|way| rest_rule(problem, way, rest, kind)).collect())
}

fn rest_rule(problem: &mut Problem<'_>, way: Evaluated, rest: Option<NodeId>, kind: Kind) -> (Vec<Literal>, RuleId) {
    let Evaluated { assumed, mut names, mut patterns, prefix, mut kinds, all } = way;
    let rest = rest.filter(|_| !all);
    let rule = if kind == Kind::Array {
        kinds.sort_unstable();
        kinds.dedup();
        let rest = rest.map(|rest| {
            if kinds.is_empty() {
                return rest;
            }
            let rule = problem.rule(Rule::Any(kinds.into_iter().chain([rest]).collect()));
            problem.made_up(rule)
        });
        Rule::Items(Items { prefix: vec![NodeId::ANY; prefix], rest })
    } else {
        names.sort_unstable();
        names.dedup();
        patterns.sort_unstable();
        patterns.dedup();
        Rule::Members(Members {
            declared: names.into_iter().map(|name| (name, NodeId::ANY)).collect(),
            patterns: patterns.into_iter().map(|pattern| (pattern, NodeId::ANY)).collect(),
            others: rest,
        })
    };
    (assumed, problem.rule(rule))
}

/// The ways of a node that holds. `asking` is that whose `unevaluated…` asks.
fn of_node(problem: &Problem<'_>, node: NodeId, asking: Option<NodeId>, kind: Kind) -> Option<Vec<Evaluated>> {
    let mut ways = vec![Evaluated::default()];
    for rule in problem.rules_of(node) {
        let more = of_rule(problem, &problem.get(*rule), asking.is_some(), kind)?;
        if more.len() * ways.len() > WAYS {
            return None;
        }
        ways = ways.iter().flat_map(|way| more.iter().map(|more| way.and(more))).collect();
    }
    Some(ways)
}

/// The ways of a node, with the literal that it holds.
fn of_part(problem: &Problem<'_>, node: NodeId, kind: Kind) -> Option<Vec<Evaluated>> {
    let ways = of_node(problem, node, None, kind)?;
    Some(ways.into_iter().map(|way| way.assuming(What::Node(node).holds())).collect())
}

/// The ways of a rule that holds.
fn of_rule(problem: &Problem<'_>, rule: &Rule, asks: bool, kind: Kind) -> Option<Vec<Evaluated>> {
    let nothing = Evaluated::default();
    let product = |ways: Vec<Evaluated>, more: Vec<Evaluated>| {
        let fits = ways.len() * more.len() <= WAYS;
        fits.then(|| ways.iter().flat_map(|way| more.iter().map(|more| way.and(more))).collect::<Vec<_>>())
    };
    Some(match rule {
        Rule::Members(Members { declared, patterns, others }) if kind == Kind::Object => vec![Evaluated {
            names: declared.iter().map(|(name, _)| *name).collect(),
            patterns: patterns.iter().map(|(pattern, _)| *pattern).collect(),
            all: others.is_some(),
            ..nothing
        }],
        Rule::Items(Items { prefix, rest }) if kind == Kind::Array => {
            vec![Evaluated { prefix: prefix.len(), all: rest.is_some(), ..nothing }]
        }
        Rule::Contains { item, .. } if kind == Kind::Array => vec![Evaluated { kinds: vec![*item], ..nothing }],
        Rule::RestOfMembers { node: _, rest } if kind == Kind::Object && !asks => {
            vec![Evaluated { all: rest.is_some(), ..nothing }]
        }
        Rule::RestOfItems { node: _, rest } if kind == Kind::Array && !asks => {
            vec![Evaluated { all: rest.is_some(), ..nothing }]
        }
        Rule::All(nodes) => {
            let mut ways = vec![nothing];
            for node in nodes {
                ways = product(ways, of_part(problem, *node, kind)?)?;
            }
            ways
        }
        // Each of them may hold or not; that one does is what the rule itself says.
        Rule::Any(nodes) | Rule::One(nodes) => {
            let mut ways = vec![nothing];
            for node in nodes {
                let mut each = of_part(problem, *node, kind)?;
                // What evaluates nothing makes no difference.
                if evaluates_nothing(&each) {
                    continue;
                }
                each.push(Evaluated::default().assuming(What::Node(*node).fails()));
                ways = product(ways, each)?;
            }
            ways
        }
        Rule::If { condition, then, otherwise } => {
            let met = product(of_part(problem, *condition, kind)?, of_part(problem, *then, kind)?)?;
            let unmet = of_part(problem, *otherwise, kind)?;
            let unmet = unmet.into_iter().map(|way| way.assuming(What::Node(*condition).fails()));
            met.into_iter().chain(unmet).collect()
        }
        Rule::DependentSchemas(dependencies) if kind == Kind::Object => {
            let mut ways = vec![nothing];
            for (name, node) in dependencies {
                let there = of_part(problem, *node, kind)?.into_iter();
                let mut each: Vec<_> = there.map(|way| way.assuming(What::Has(*name).holds())).collect();
                each.push(Evaluated::default().assuming(What::Has(*name).fails()));
                ways = product(ways, each)?;
            }
            ways
        }
        _ => vec![nothing],
    })
}

fn evaluates_nothing(ways: &[Evaluated]) -> bool {
    ways.iter().all(|way| {
        let Evaluated { assumed: _, names, patterns, prefix, kinds, all } = way;
        names.is_empty() && patterns.is_empty() && *prefix == 0 && kinds.is_empty() && !all
    })
}
