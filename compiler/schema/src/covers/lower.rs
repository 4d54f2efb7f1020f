//! From plans to rules: one node after the other, constants read, names and patterns by index.

use packwright_runtime_min::{
    json::Value,
    validate::{
        Plan, PlanIdx, Type, Types,
        plan::{Assertion, Check, Constant, Members as PlanMembers, Others, PatternIdx},
    },
};

use super::{
    exact::Exact,
    problem::{Items, Members, NameId, NodeId, PatternId, Problem, Rule, ValueId, types_rule},
};

/// By node: its rules, and where it is from.
type Lowered = (Vec<Vec<Rule>>, Vec<Option<(usize, PlanIdx)>>, Vec<NodeId>);

/// The rules of each node: first those of no plan, then those of one plan after the other; and the roots.
pub(super) fn lower<'p>(problem: &mut Problem<'p>, plans: &[&'p Plan]) -> Lowered {
    let mut nodes = vec![Vec::new(), vec![Rule::Never], vec![types_rule(Types::of(&[Type::String]))]];
    let mut origins = vec![None; NodeId::COUNT];
    let mut roots = Vec::new();
    for (which, plan) in plans.iter().enumerate() {
        let patterns = plan.patterns.iter().map(|pattern| {
            let known = problem.patterns.iter().position(|known| *known == pattern);
            PatternId::new(known.unwrap_or_else(|| {
                problem.patterns.push(pattern);
                problem.patterns.len() - 1
            }))
        });
        let patterns = patterns.collect();
        let mut lowering = Lowering { base: nodes.len(), patterns, problem };
        roots.push(lowering.node(plan.root));
        for (idx, node) in plan.nodes.iter().enumerate() {
            let this = NodeId::new(lowering.base + idx);
            let mut rules = Vec::with_capacity(node.checks.len());
            for Check { pointer: _, assertion } in node.checks.iter() {
                lowering.assertion(this, assertion, &mut rules);
            }
            nodes.push(rules);
            origins.push(Some((which, PlanIdx(u32::try_from(idx).expect("a plan counts its nodes so")))));
        }
    }
    (nodes, origins, roots)
}

struct Lowering<'a, 'p> {
    problem: &'a mut Problem<'p>,
    /// Where the nodes of the plan begin.
    base: usize,
    /// The plan's patterns.
    patterns: Vec<PatternId>,
}

impl Lowering<'_, '_> {
    fn node(&self, idx: Option<PlanIdx>) -> NodeId {
        idx.map_or(NodeId::ANY, |idx| NodeId::new(self.base + idx.idx()))
    }

    fn nodes(&self, nodes: &[Option<PlanIdx>]) -> Vec<NodeId> {
        nodes.iter().map(|idx| self.node(*idx)).collect()
    }

    fn others(&self, others: Others) -> Option<NodeId> {
        match others {
            Others::Unspoken => None,
            Others::Accepted => Some(NodeId::ANY),
            Others::Refused => Some(NodeId::NEVER),
            Others::Checked(idx) => Some(self.node(Some(idx))),
        }
    }

    fn names(&mut self, names: &[impl AsRef<str>]) -> Vec<NameId> {
        let mut names: Vec<_> = names.iter().map(|name| self.problem.names.id(name.as_ref())).collect();
        names.sort_unstable();
        names
    }

    fn name(&mut self, name: &str) -> NameId {
        self.problem.names.id(name)
    }

    fn pattern(&self, pattern: PatternIdx) -> PatternId {
        self.patterns[pattern.0 as usize]
    }

    fn constant(&mut self, constant: &Constant) -> ValueId {
        let value = match constant {
            Constant::Null => Value::Null,
            Constant::Bool(truth) => Value::Bool(*truth),
            Constant::Number(text) => Value::number(text),
            Constant::String(text) => Value::text(text),
            Constant::Json(text) => Value::parse(text.as_bytes()).expect("a plan's constants are JSON"),
        };
        self.problem.value(&value)
    }

    fn assertion(&mut self, this: NodeId, assertion: &Assertion, rules: &mut Vec<Rule>) {
        let rule = match assertion {
            Assertion::Never => Rule::Never,
            Assertion::Types(types) => types_rule(*types),
            Assertion::OneOf(constants) => {
                let mut values: Vec<_> = constants.iter().map(|constant| self.constant(constant)).collect();
                values.sort_unstable();
                values.dedup();
                Rule::Among(values)
            }
            Assertion::Constant(constant) => Rule::Among(vec![self.constant(constant)]),
            Assertion::MultipleOf(text) => number("multipleOf", text, Rule::MultipleOf),
            Assertion::Maximum(text) => number("maximum", text, Rule::AtMost),
            Assertion::ExclusiveMaximum(text) => number("exclusiveMaximum", text, Rule::LessThan),
            Assertion::Minimum(text) => number("minimum", text, Rule::AtLeast),
            Assertion::ExclusiveMinimum(text) => number("exclusiveMinimum", text, Rule::MoreThan),
            Assertion::IntegerFormat(format) => {
                rules.push(number("minimum", format.least, Rule::AtLeast));
                number("maximum", format.greatest, Rule::AtMost)
            }
            Assertion::MaxLength(most) => Rule::MaxLength(*most),
            Assertion::MinLength(least) => Rule::MinLength(*least),
            Assertion::Pattern(pattern) => Rule::Pattern(self.pattern(*pattern)),
            Assertion::Format(format) => Rule::Format(*format),
            Assertion::MaxItems(most) => Rule::MaxItems(*most),
            Assertion::MinItems(least) => Rule::MinItems(*least),
            Assertion::UniqueItems => Rule::Unique,
            Assertion::Items { prefix, rest } => {
                Rule::Items(Items { prefix: self.nodes(prefix), rest: self.others(*rest) })
            }
            Assertion::Contains { item, least, most } => {
                Rule::Contains { item: self.node(*item), least: *least, most: *most }
            }
            Assertion::MaxProperties(most) => Rule::MaxMembers(*most),
            Assertion::MinProperties(least) => Rule::MinMembers(*least),
            Assertion::Required(names) => Rule::Required(self.names(names)),
            Assertion::DependentRequired(dependencies) => {
                let mut sorted: Vec<_> =
                    dependencies.iter().map(|(name, names)| (self.name(name), self.names(names))).collect();
                sorted.sort_unstable();
                Rule::DependentRequired(sorted)
            }
            Assertion::PropertyNames(node) => Rule::Names(self.node(Some(*node))),
            Assertion::Members(members) => Rule::Members(self.members(members)),
            Assertion::DependentSchemas(dependencies) => {
                let mut sorted: Vec<_> =
                    dependencies.iter().map(|(name, node)| (self.name(name), self.node(Some(*node)))).collect();
                sorted.sort_unstable();
                Rule::DependentSchemas(sorted)
            }
            Assertion::Ref(target) => Rule::All(vec![self.node(Some(*target))]),
            Assertion::AllOf(nodes) => Rule::All(nodes.iter().map(|node| self.node(Some(*node))).collect()),
            Assertion::AnyOf(nodes) => Rule::Any(self.nodes(nodes)),
            Assertion::ExactlyOne(nodes) => Rule::One(self.nodes(nodes)),
            Assertion::Not(node) => Rule::Not(self.node(*node)),
            Assertion::If { condition, then, otherwise } => {
                Rule::If { condition: self.node(*condition), then: self.node(*then), otherwise: self.node(*otherwise) }
            }
            Assertion::UnevaluatedItems(others) => Rule::RestOfItems { node: this, rest: self.others(*others) },
            Assertion::UnevaluatedProperties(others) => Rule::RestOfMembers { node: this, rest: self.others(*others) },
        };
        rules.push(rule);
    }

    fn members(&mut self, PlanMembers { declared, patterns, others }: &PlanMembers) -> Members {
        let mut declared: Vec<_> = declared.iter().map(|(name, node)| (self.name(name), self.node(*node))).collect();
        declared.sort_unstable();
        let mut patterns: Vec<_> =
            patterns.iter().map(|(pattern, node)| (self.pattern(*pattern), self.node(*node))).collect();
        patterns.sort_unstable();
        Members { declared, patterns, others: self.others(*others) }
    }
}

fn number(keyword: &str, text: &str, rule: fn(Exact) -> Rule) -> Rule {
    Exact::read(text).map_or_else(|| Rule::Opaque(format!("{keyword} {text}")), rule)
}
