//! What is known of a value of one kind, and what is still to be chosen.
//!
//! To assert a literal is to assert what follows from it: a node that holds is all of its rules, one that does not is a choice of
//! the rule that fails. What speaks of other kinds of values than this holds for sure. In the end there are literals about the
//! value itself and the values in it, which [`numbers`](super::numbers) and its like look at together.

use std::rc::Rc;

use packwright_runtime_min::{
    json::{Kind, Value},
    validate::Type,
};

use super::{
    Undecided,
    literal::{Literal, What},
    problem::{Items, Members, NodeId, Problem, Rule, RuleId, ValueId, has_type},
    prover::types_of,
};

/// What may be asserted, one of them: each all of its literals.
pub(super) type Choice = Vec<Vec<Literal>>;

/// `oneOf` with more pairs is left open.
const PAIRS: usize = 500;

/// Nothing is both.
#[derive(Debug)]
pub(super) struct Contradiction;

#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) kind: Kind,
    /// All that is asserted, sorted.
    pub(super) literals: Vec<Literal>,
    pub(super) choices: Vec<Rc<Choice>>,
    /// Why something that was asserted is not looked at.
    pub(super) open: Option<Undecided>,
}

impl State {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, literals: Vec::new(), choices: Vec::new(), open: None }
    }

    pub(super) fn has(&self, literal: Literal) -> bool {
        self.literals.binary_search(&literal).is_ok()
    }

    /// Asserts literals and what follows from them.
    pub(super) fn assert(
        &mut self,
        problem: &mut Problem<'_>,
        literals: impl IntoIterator<Item = Literal>,
    ) -> Result<(), Contradiction> {
        let mut todo: Vec<Literal> = literals.into_iter().collect();
        while let Some(literal) = todo.pop() {
            let Err(place) = self.literals.binary_search(&literal) else { continue };
            if self.has(literal.negated()) {
                return Err(Contradiction);
            }
            self.literals.insert(place, literal);
            match literal.what {
                What::Node(node) => self.node(problem, node, literal.holds, &mut todo)?,
                What::Rule(rule) => self.rule(problem, rule, literal.holds, &mut todo)?,
                What::Is(value) => self.is(problem, value, literal.holds, &mut todo)?,
                What::Matches(_) if self.kind != Kind::String && literal.holds => return Err(Contradiction),
                What::Matches(_)
                | What::Declared(..)
                | What::Matched(..)
                | What::Others(_)
                | What::At(..)
                | What::After(_)
                | What::Enough(_)
                | What::NotTooMany(_)
                | What::Has(_) => {}
            }
        }
        Ok(())
    }

    /// Adds a choice; one of a single alternative is none.
    fn choose(&mut self, mut choice: Choice, todo: &mut Vec<Literal>) -> Result<(), Contradiction> {
        choice.retain(|alternative| alternative.iter().all(|literal| !self.has(literal.negated())));
        if choice.iter().any(|alternative| alternative.iter().all(|literal| self.has(*literal))) {
            return Ok(());
        }
        match choice.pop() {
            None => return Err(Contradiction),
            Some(only) if choice.is_empty() => todo.extend(only),
            Some(last) => {
                choice.push(last);
                self.choices.push(Rc::new(choice));
            }
        }
        Ok(())
    }

    fn node(
        &mut self,
        problem: &Problem<'_>,
        node: NodeId,
        holds: bool,
        todo: &mut Vec<Literal>,
    ) -> Result<(), Contradiction> {
        let rules = problem.rules_of(node);
        if holds {
            todo.extend(rules.iter().map(|rule| What::Rule(*rule).holds()));
            return Ok(());
        }
        let mut choice = Vec::with_capacity(rules.len());
        for rule in rules {
            match &*problem.rules[rule.idx()] {
                // Which members are evaluated is known only where all else holds.
                Rule::RestOfItems { .. } | Rule::RestOfMembers { .. } => {
                    let others = rules.iter().filter(|other| *other != rule).map(|other| What::Rule(*other).holds());
                    choice.push([What::Rule(*rule).fails()].into_iter().chain(others).collect());
                }
                other if of_kind(other, self.kind) == Some(true) => {}
                _ => choice.push(vec![What::Rule(*rule).fails()]),
            }
        }
        self.choose(choice, todo)
    }

    fn is(
        &mut self,
        problem: &mut Problem<'_>,
        id: ValueId,
        holds: bool,
        todo: &mut Vec<Literal>,
    ) -> Result<(), Contradiction> {
        let value = problem.values[id.idx()].clone();
        if value.kind() != self.kind {
            return if holds { Err(Contradiction) } else { Ok(()) };
        }
        if holds {
            return Ok(());
        }
        // What is another array has another length or another item somewhere; objects likewise.
        let parts = match value {
            Value::Array(items) => {
                let prefix = items.iter().map(|item| problem.value(item)).collect::<Vec<_>>();
                let prefix: Vec<_> = prefix.into_iter().map(|item| problem.constant(item)).collect();
                [Rule::MinItems(prefix.len()), Rule::Items(Items { prefix, rest: Some(NodeId::NEVER) })]
            }
            Value::Object(members) => {
                let mut declared = Vec::new();
                for (name, member) in &members {
                    let (name, member) = (problem.names.id(name), problem.value(member));
                    declared.push((name, problem.constant(member)));
                }
                declared.sort_unstable();
                let names = declared.iter().map(|(name, _)| *name).collect();
                let others = Some(NodeId::NEVER);
                [Rule::Required(names), Rule::Members(Members { declared, patterns: Vec::new(), others })]
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return Ok(()),
        };
        let choice = parts.map(|rule| vec![What::Rule(problem.rule(rule)).fails()]);
        self.choose(choice.into(), todo)
    }

    #[expect(clippy::too_many_lines, reason = "one match over all rules")]
    fn rule(
        &mut self,
        problem: &mut Problem<'_>,
        id: RuleId,
        holds: bool,
        todo: &mut Vec<Literal>,
    ) -> Result<(), Contradiction> {
        let rule = problem.get(id);
        if let Some(truth) = of_kind(&rule, self.kind) {
            return if truth == holds { Ok(()) } else { Err(Contradiction) };
        }
        let node = |node: NodeId, holds: bool| Literal { what: What::Node(node), holds };
        match &*rule {
            Rule::Among(values) => {
                if !holds {
                    todo.extend(values.iter().map(|value| What::Is(*value).fails()));
                } else if values.iter().all(|value| problem.values[value.idx()].kind() != self.kind) {
                    return Err(Contradiction);
                }
            }
            Rule::Items(items) if !holds => {
                let prefix = items.prefix.iter().enumerate().filter(|(_, node)| **node != NodeId::ANY);
                let prefix = prefix.map(|(place, _)| What::At(id, count(place)));
                let rest = items.rest.filter(|node| *node != NodeId::ANY).map(|_| What::After(id));
                return self.choose(prefix.chain(rest).map(|what| vec![what.fails()]).collect(), todo);
            }
            Rule::Contains { item: _, least, most } => {
                let enough = (*least > 0).then_some(What::Enough(id));
                let few = most.map(|_| What::NotTooMany(id));
                let parts = enough.into_iter().chain(few);
                if !holds {
                    return self.choose(parts.map(|what| vec![what.fails()]).collect(), todo);
                }
                todo.extend(parts.map(What::holds));
            }
            Rule::Required(names) => {
                if !holds {
                    return self.choose(names.iter().map(|name| vec![What::Has(*name).fails()]).collect(), todo);
                }
                todo.extend(names.iter().map(|name| What::Has(*name).holds()));
            }
            Rule::DependentRequired(dependencies) => {
                if !holds {
                    let missing = dependencies.iter().flat_map(|(name, wanted)| {
                        wanted.iter().map(|wanted| vec![What::Has(*name).holds(), What::Has(*wanted).fails()])
                    });
                    return self.choose(missing.collect(), todo);
                }
                for (name, wanted) in dependencies {
                    let wanted = wanted.iter().map(|name| What::Has(*name).holds()).collect();
                    self.choose(vec![vec![What::Has(*name).fails()], wanted], todo)?;
                }
            }
            Rule::Members(members) if !holds => {
                let declared = members.declared.iter().enumerate().filter(|(_, (_, node))| *node != NodeId::ANY);
                let declared = declared.map(|(place, _)| What::Declared(id, count(place)));
                let matched = members.patterns.iter().enumerate().filter(|(_, (_, node))| *node != NodeId::ANY);
                let matched = matched.map(|(place, _)| What::Matched(id, count(place)));
                let others = members.others.filter(|node| *node != NodeId::ANY).map(|_| What::Others(id));
                let parts = others.into_iter().chain(declared).chain(matched);
                return self.choose(parts.map(|what| vec![what.fails()]).collect(), todo);
            }
            Rule::DependentSchemas(dependencies) => {
                let has = |name| What::Has(name).holds();
                if !holds {
                    let failing = dependencies.iter().map(|(name, target)| vec![has(*name), node(*target, false)]);
                    return self.choose(failing.collect(), todo);
                }
                for (name, target) in dependencies {
                    self.choose(vec![vec![has(*name).negated()], vec![has(*name), node(*target, true)]], todo)?;
                }
            }
            Rule::All(nodes) => {
                if !holds {
                    return self.choose(nodes.iter().map(|it| vec![node(*it, false)]).collect(), todo);
                }
                todo.extend(nodes.iter().map(|it| node(*it, true)));
            }
            Rule::Any(nodes) => {
                if holds {
                    return self.choose(nodes.iter().map(|it| vec![node(*it, true)]).collect(), todo);
                }
                todo.extend(nodes.iter().map(|it| node(*it, false)));
            }
            Rule::One(nodes) => return self.one_of(nodes, holds, todo),
            Rule::Not(target) => todo.push(node(*target, !holds)),
            Rule::If { condition, then, otherwise } => {
                let [met, unmet] = [(true, *then), (false, *otherwise)]
                    .map(|(truth, branch)| vec![node(*condition, truth), node(branch, holds)]);
                return self.choose(vec![met, unmet], todo);
            }
            Rule::RestOfItems { node: evaluating, rest } | Rule::RestOfMembers { node: evaluating, rest } => {
                match super::evaluated::rests(problem, *evaluating, *rest, self.kind) {
                    Some(rests) => {
                        let rests = rests.into_iter().map(|(mut assumed, rule)| {
                            assumed.push(Literal { what: What::Rule(rule), holds });
                            assumed
                        });
                        return self.choose(rests.collect(), todo);
                    }
                    None => self.open = Some(Undecided::Unevaluated),
                }
            }
            Rule::Opaque(_) => self.open = Some(Undecided::Number),
            // What these say is looked at later.
            Rule::Never
            | Rule::Types(_)
            | Rule::MultipleOf(_)
            | Rule::AtLeast(_)
            | Rule::AtMost(_)
            | Rule::MoreThan(_)
            | Rule::LessThan(_)
            | Rule::MaxLength(_)
            | Rule::MinLength(_)
            | Rule::Pattern(_)
            | Rule::Format(_)
            | Rule::MaxItems(_)
            | Rule::MinItems(_)
            | Rule::Unique
            | Rule::Items(_)
            | Rule::MaxMembers(_)
            | Rule::MinMembers(_)
            | Rule::Names(_)
            | Rule::Members(_) => {}
        }
        Ok(())
    }

    fn one_of(&mut self, nodes: &[NodeId], holds: bool, todo: &mut Vec<Literal>) -> Result<(), Contradiction> {
        let node = |place: usize, holds: bool| Literal { what: What::Node(nodes[place]), holds };
        let places = 0..nodes.len();
        if holds {
            let only = |which: usize| (0..nodes.len()).map(|place| node(place, place == which)).collect();
            // The same schema twice is never the only one.
            let is_once = |which: &usize| nodes.iter().filter(|other| **other == nodes[*which]).count() == 1;
            return self.choose(places.filter(is_once).map(only).collect(), todo);
        }
        if nodes.len() * nodes.len() > 2 * PAIRS {
            self.open = Some(Undecided::Effort);
            return Ok(());
        }
        let none = places.clone().map(|place| node(place, false)).collect();
        let pairs = places.flat_map(|second| (0..second).map(move |first| (first, second)));
        let pairs = pairs.map(|(first, second)| vec![node(first, true), node(second, true)]);
        self.choose([none].into_iter().chain(pairs).collect(), todo)
    }
}

fn count(place: usize) -> u32 {
    u32::try_from(place).expect("a plan counts its nodes so")
}

/// What a rule is for each value of the kind, if it is the same for all.
pub(super) fn of_kind(rule: &Rule, kind: Kind) -> Option<bool> {
    let about = |kinds: &[Kind]| (!kinds.contains(&kind)).then_some(true);
    match rule {
        Rule::Never => Some(false),
        Rule::Types(bits) => match kind {
            Kind::Number if has_type(*bits, Type::Number) => Some(true),
            Kind::Number if has_type(*bits, Type::Integer) => None,
            _ => Some(types_of(kind).iter().any(|ty| has_type(*bits, *ty))),
        },
        Rule::MultipleOf(_) | Rule::AtLeast(_) | Rule::AtMost(_) | Rule::MoreThan(_) | Rule::LessThan(_) => {
            about(&[Kind::Number])
        }
        Rule::Opaque(_) => about(&[Kind::Number]),
        Rule::MaxLength(_) | Rule::MinLength(_) | Rule::Pattern(_) | Rule::Format(_) => about(&[Kind::String]),
        Rule::MaxItems(_)
        | Rule::MinItems(_)
        | Rule::Unique
        | Rule::Items(_)
        | Rule::Contains { .. }
        | Rule::RestOfItems { .. } => about(&[Kind::Array]),
        Rule::MaxMembers(_)
        | Rule::MinMembers(_)
        | Rule::Required(_)
        | Rule::DependentRequired(_)
        | Rule::Names(_)
        | Rule::Members(_)
        | Rule::DependentSchemas(_)
        | Rule::RestOfMembers { .. } => about(&[Kind::Object]),
        Rule::Among(_) | Rule::All(_) | Rule::Any(_) | Rule::One(_) | Rule::Not(_) | Rule::If { .. } => None,
    }
}
