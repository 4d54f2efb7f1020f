//! Both plans as one arena of rules, in which what is the same is the same index.

use std::{collections::HashMap, hash::Hash, rc::Rc};

use packwright_runtime_min::{
    json::Value,
    validate::{Format, Pattern, Plan, PlanIdx, Type, Types, accepts, equal},
};

use super::{exact::Exact, lower, merge, mix::Mixing};

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub(super) struct $name(pub(super) u32);

            impl $name {
                pub(super) fn new(idx: usize) -> Self {
                    Self(u32::try_from(idx).expect("there are fewer than in the schemas, and those are counted so"))
                }

                pub(super) fn idx(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

index! {
    /// A node of [`Problem::nodes`].
    NodeId;
    /// A rule of [`Problem::rules`].
    RuleId;
    /// The name of a member.
    NameId;
    /// A pattern.
    PatternId;
    /// A constant.
    ValueId;
}

impl NodeId {
    /// Any value.
    pub(super) const ANY: Self = Self(0);
    /// No value.
    pub(super) const NEVER: Self = Self(1);
    /// Any string.
    pub(super) const TEXT: Self = Self(2);
    /// How many nodes are of no plan.
    pub(super) const COUNT: usize = 3;
}

/// What is asserted of members: `properties`, `patternProperties` and `additionalProperties`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Members {
    /// By name.
    pub(super) declared: Vec<(NameId, NodeId)>,
    pub(super) patterns: Vec<(PatternId, NodeId)>,
    /// None if nothing is said, which evaluates nothing.
    pub(super) others: Option<NodeId>,
}

impl Members {
    pub(super) fn declared(&self, name: NameId) -> Option<NodeId> {
        self.declared.binary_search_by_key(&name, |(name, _)| *name).ok().map(|idx| self.declared[idx].1)
    }
}

/// What is asserted of items: `prefixItems` and `items`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Items {
    pub(super) prefix: Vec<NodeId>,
    /// None if nothing is said, which evaluates nothing.
    pub(super) rest: Option<NodeId>,
}

impl Items {
    /// What an item must be.
    pub(super) fn at(&self, place: usize) -> NodeId {
        self.prefix.get(place).copied().or(self.rest).unwrap_or(NodeId::ANY)
    }
}

/// A rule of a node, as [`Assertion`](packwright_runtime_min::validate::plan::Assertion).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    Never,
    Types(u8),
    Among(Vec<ValueId>),
    MultipleOf(Exact),
    AtLeast(Exact),
    AtMost(Exact),
    MoreThan(Exact),
    LessThan(Exact),
    MaxLength(usize),
    MinLength(usize),
    Pattern(PatternId),
    Format(Format),
    MaxItems(usize),
    MinItems(usize),
    Unique,
    Items(Items),
    Contains {
        item: NodeId,
        least: usize,
        most: Option<usize>,
    },
    MaxMembers(usize),
    MinMembers(usize),
    Required(Vec<NameId>),
    DependentRequired(Vec<(NameId, Vec<NameId>)>),
    Names(NodeId),
    Members(Members),
    DependentSchemas(Vec<(NameId, NodeId)>),
    All(Vec<NodeId>),
    Any(Vec<NodeId>),
    One(Vec<NodeId>),
    Not(NodeId),
    If {
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    },
    /// `unevaluatedItems` of the node.
    RestOfItems {
        node: NodeId,
        rest: Option<NodeId>,
    },
    /// `unevaluatedProperties` of the node.
    RestOfMembers {
        node: NodeId,
        rest: Option<NodeId>,
    },
    /// A number of more digits than are calculated with, of some keyword.
    Opaque(String),
}

/// Types as a rule holds them, since sets of types have no hash.
pub(super) fn types_rule(types: Types) -> Rule {
    Rule::Types(types.iter().fold(0, |bits, ty| bits | 1 << ty as u8))
}

/// Whether a rule's types have this one.
pub(super) fn has_type(bits: u8, ty: Type) -> bool {
    bits & (1 << ty as u8) != 0
}

/// A node: all of its rules hold.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) rules: Vec<RuleId>,
    /// Where it is in which plan; none for those that a proof makes up.
    origin: Option<(usize, PlanIdx)>,
}

/// All that a proof is about.
pub(super) struct Problem<'p> {
    plans: Vec<&'p Plan>,
    pub(super) nodes: Vec<Node>,
    pub(super) rules: Vec<Rc<Rule>>,
    rule_ids: HashMap<Rc<Rule>, RuleId, Mixing>,
    pub(super) names: Interned,
    pub(super) patterns: Vec<&'p Pattern>,
    pub(super) values: Vec<Value<'static>>,
    /// Constants by their text.
    value_ids: HashMap<Vec<u8>, ValueId, Mixing>,
    /// By rule, the node that a proof made up of it.
    made_up: HashMap<RuleId, NodeId, Mixing>,
}

/// Names, each once.
#[derive(Default)]
pub(super) struct Interned {
    names: Vec<Rc<str>>,
    ids: HashMap<Rc<str>, NameId, Mixing>,
}

impl Interned {
    pub(super) fn id(&mut self, name: &str) -> NameId {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let (name, id) = (Rc::<str>::from(name), NameId::new(self.names.len()));
        self.names.push(Rc::clone(&name));
        self.ids.insert(name, id);
        id
    }

    pub(super) fn name(&self, id: NameId) -> Rc<str> {
        Rc::clone(&self.names[id.idx()])
    }
}

impl<'p> Problem<'p> {
    /// The problem of some plans, and the node of each plan's root.
    pub(super) fn of(plans: &[&'p Plan]) -> (Self, Vec<NodeId>) {
        let mut problem = Self {
            plans: plans.to_vec(),
            nodes: Vec::new(),
            rules: Vec::new(),
            rule_ids: HashMap::default(),
            names: Interned::default(),
            patterns: Vec::new(),
            values: Vec::new(),
            value_ids: HashMap::default(),
            made_up: HashMap::default(),
        };
        let (mut nodes, origins, roots) = lower::lower(&mut problem, plans);
        let merged = merge::merge(&nodes);
        for (idx, origin) in origins.into_iter().enumerate() {
            // Of those that say the same, only the first is ever spoken of.
            let rules = if merged[idx].idx() == idx { std::mem::take(&mut nodes[idx]) } else { Vec::new() };
            let rules = rules.into_iter().map(|rule| problem.rule(rule.mapped(&|node| merged[node.idx()]))).collect();
            problem.nodes.push(Node { rules, origin });
        }
        let roots = roots.into_iter().map(|root| merged[root.idx()]).collect();
        (problem, roots)
    }

    /// The index of a rule.
    pub(super) fn rule(&mut self, rule: Rule) -> RuleId {
        if let Some(id) = self.rule_ids.get(&rule) {
            return *id;
        }
        let (rule, id) = (Rc::new(rule), RuleId::new(self.rules.len()));
        self.rules.push(Rc::clone(&rule));
        self.rule_ids.insert(rule, id);
        id
    }

    /// The index of a constant.
    pub(super) fn value(&mut self, value: &Value<'_>) -> ValueId {
        let mut key = Vec::new();
        write_key(value, &mut key);
        let values = &mut self.values;
        *self.value_ids.entry(key).or_insert_with(|| {
            values.push(value.clone().into_owned());
            ValueId::new(values.len() - 1)
        })
    }

    /// The node that accepts the constant and nothing else.
    pub(super) fn constant(&mut self, value: ValueId) -> NodeId {
        let rule = self.rule(Rule::Among(vec![value]));
        self.made_up(rule)
    }

    /// A node of one rule that no plan has: one that [`Self::accepts`] can judge.
    pub(super) fn made_up(&mut self, rule: RuleId) -> NodeId {
        let nodes = &mut self.nodes;
        *self.made_up.entry(rule).or_insert_with(|| {
            nodes.push(Node { rules: vec![rule], origin: None });
            NodeId::new(nodes.len() - 1)
        })
    }

    pub(super) fn rules_of(&self, node: NodeId) -> &[RuleId] {
        &self.nodes[node.idx()].rules
    }

    pub(super) fn get(&self, rule: RuleId) -> Rc<Rule> {
        Rc::clone(&self.rules[rule.idx()])
    }

    /// Whether the value is valid by the node, as the interpreter has it.
    pub(super) fn accepts(&self, node: NodeId, value: &Value<'_>) -> bool {
        let Node { rules, origin } = &self.nodes[node.idx()];
        match origin {
            Some((plan, idx)) => accepts(self.plans[*plan], *idx, value),
            None => rules.iter().all(|rule| match &*self.rules[rule.idx()] {
                Rule::Never => false,
                Rule::Types(bits) => {
                    Type::ALL.into_iter().any(|ty| has_type(*bits, ty) && Types::of(&[ty]).accept(value))
                }
                Rule::Among(values) => values.iter().any(|id| equal(&self.values[id.idx()], value)),
                Rule::Any(nodes) => nodes.iter().any(|node| self.accepts(*node, value)),
                other => unreachable!("no node with {other:?} is made up"),
            }),
        }
    }
}

/// Appends a text which equal values share and others do not.
fn write_key(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Number(text) => match Exact::read(text) {
            Some(exact) => out.extend(exact.text().bytes()),
            None => out.extend(text.bytes()),
        },
        Value::Array(items) => {
            out.push(b'[');
            for item in items {
                write_key(item, out);
                out.push(b',');
            }
            out.push(b']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| name);
            out.push(b'{');
            for (name, value) in sorted {
                out.extend(Value::String(name.as_ref().into()).to_json());
                write_key(value, out);
                out.push(b',');
            }
            out.push(b'}');
        }
        Value::Null | Value::Bool(_) | Value::String(_) => out.extend(value.to_json()),
    }
}
