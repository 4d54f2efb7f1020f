//! What a set of nodes says of values of one kind: the kind decides most alternatives, and what is left are clauses.

use std::collections::BTreeSet;

use packwright_runtime_min::validate::Type;
use packwright_schema::plan::{Assertion, Others, PlanIdx};

use super::{Decision, Key, Kind, build::Builder};

/// A statement about a value of one kind, before states are made for its parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Clause {
    All(Vec<Clause>),
    Any(Vec<Clause>),
    One(Vec<Clause>),
    Not(Box<Clause>),
    If(Box<Clause>, Box<Clause>, Box<Clause>),
    Has(String),
    Node(PlanIdx),
}

impl Clause {
    pub(super) const TRUE: Self = Self::All(Vec::new());
    pub(super) const FALSE: Self = Self::Any(Vec::new());
}

/// A key, seen by values of one kind.
#[derive(Clone, Default)]
pub(super) struct View {
    pub(super) never: bool,
    pub(super) nodes: BTreeSet<PlanIdx>,
    /// What is left of alternatives, with where they stand.
    pub(super) clauses: Vec<(Option<(PlanIdx, usize)>, Clause)>,
    pub(super) judged: BTreeSet<PlanIdx>,
    pub(super) conditional: bool,
}

impl View {
    /// Whether every value of the kind is accepted, given that no node asserts anything.
    pub(super) fn is_plain(&self) -> bool {
        !self.never && self.clauses.is_empty() && self.judged.is_empty()
    }
}

impl Builder<'_> {
    pub(super) fn accepts_all(&self, view: &View, kind: Kind) -> bool {
        view.is_plain() && view.nodes.iter().all(|node| !self.asserts(*node, kind))
    }

    /// Whether checks of the node's own, other than alternatives, say anything about values of `kind` that are of its types.
    pub(super) fn asserts(&self, node: PlanIdx, kind: Kind) -> bool {
        self.plan.node(node).checks.iter().any(|check| match &check.assertion {
            Assertion::Never => true,
            Assertion::Types(types) => kind == Kind::Number && !types.contains(Type::Number),
            Assertion::OneOf(_) | Assertion::Constant(_) => kind != Kind::Null,
            Assertion::MultipleOf(_)
            | Assertion::Maximum(_)
            | Assertion::ExclusiveMaximum(_)
            | Assertion::Minimum(_)
            | Assertion::ExclusiveMinimum(_)
            | Assertion::IntegerFormat(_) => kind == Kind::Number,
            Assertion::MaxLength(_) | Assertion::MinLength(_) | Assertion::Pattern(_) | Assertion::Format(_) => {
                kind == Kind::String
            }
            Assertion::MaxItems(_) | Assertion::MinItems(_) | Assertion::UniqueItems => kind == Kind::Array,
            Assertion::Items { prefix, rest } => {
                kind == Kind::Array && (prefix.iter().any(Option::is_some) || says_something(*rest))
            }
            Assertion::Contains { item: _, least, most } => kind == Kind::Array && (*least > 0 || most.is_some()),
            Assertion::MaxProperties(_)
            | Assertion::MinProperties(_)
            | Assertion::Required(_)
            | Assertion::DependentRequired(_)
            | Assertion::PropertyNames(_) => kind == Kind::Object,
            Assertion::Members(members) => {
                kind == Kind::Object
                    && (says_something(members.others)
                        || members.declared.iter().any(|(_, node)| node.is_some())
                        || members.patterns.iter().any(|(_, node)| node.is_some()))
            }
            // These are clauses of the view, or nodes of it.
            Assertion::DependentSchemas(_)
            | Assertion::Ref(_)
            | Assertion::AllOf(_)
            | Assertion::AnyOf(_)
            | Assertion::ExactlyOne(_)
            | Assertion::Not(_)
            | Assertion::If { condition: _, then: _, otherwise: _ }
            | Assertion::UnevaluatedItems(_)
            | Assertion::UnevaluatedProperties(_) => false,
        })
    }

    /// What `key` says of values of `kind`.
    pub(super) fn view(&mut self, key: &Key, kind: Kind) -> View {
        if let Some(view) = self.views.get(&(key.clone(), kind)) {
            return view.clone();
        }
        let mut view = View::default();
        let mut waiting: Vec<PlanIdx> = key.nodes.clone();
        while let Some(node) = waiting.pop() {
            let node = self.classes[node.idx()];
            if view.nodes.insert(node) {
                self.look(node, kind, &key.decided, &mut view, &mut waiting);
            }
        }
        // In the order of the nodes, whatever the order in which they were reached.
        view.clauses.sort_by_key(|(place, _)| *place);
        let scalar = !matches!(kind, Kind::Array | Kind::Object);
        view.never = view.never || (scalar && self.predicate(&view, kind).is_false());
        self.views.insert((key.clone(), kind), view.clone());
        view
    }

    pub(super) fn look(
        &mut self,
        idx: PlanIdx,
        kind: Kind,
        decided: &[Decision],
        view: &mut View,
        waiting: &mut Vec<PlanIdx>,
    ) {
        let plan = self.plan;
        let checks = &plan.node(idx).checks;
        let unevaluated = checks.iter().any(|check| match check.assertion {
            Assertion::UnevaluatedItems(others) => kind == Kind::Array && says_something(others),
            Assertion::UnevaluatedProperties(others) => kind == Kind::Object && says_something(others),
            _ => false,
        });
        if unevaluated {
            view.judged.insert(idx);
            view.conditional = true;
        }
        for (no, check) in checks.iter().enumerate() {
            let clause = match &check.assertion {
                Assertion::Never => Clause::FALSE,
                Assertion::Types(types) if !kind.is_in(*types) => Clause::FALSE,
                Assertion::OneOf(constants) if !constants.iter().any(|constant| Kind::of(constant) == kind) => {
                    Clause::FALSE
                }
                Assertion::Constant(constant) if Kind::of(constant) != kind => Clause::FALSE,
                // What the second pass judges need not be said again.
                _ if unevaluated => continue,
                Assertion::Ref(node) => Clause::Node(*node),
                Assertion::AllOf(nodes) => Clause::All(nodes.iter().map(|node| Clause::Node(*node)).collect()),
                Assertion::AnyOf(nodes) => match choice(decided, idx, no) {
                    Some(chosen) => nodes.get(chosen).copied().flatten().map_or(Clause::TRUE, Clause::Node),
                    None => Clause::Any(nodes.iter().map(|node| node.map_or(Clause::TRUE, Clause::Node)).collect()),
                },
                Assertion::ExactlyOne(nodes) => match choice(decided, idx, no) {
                    Some(chosen) => nodes.get(chosen).copied().flatten().map_or(Clause::TRUE, Clause::Node),
                    None => Clause::One(nodes.iter().map(|node| node.map_or(Clause::TRUE, Clause::Node)).collect()),
                },
                Assertion::Not(node) => Clause::Not(Box::new(node.map_or(Clause::TRUE, Clause::Node))),
                Assertion::If { condition, then, otherwise } => {
                    let [condition, then, otherwise] =
                        [condition, then, otherwise].map(|node| node.map_or(Clause::TRUE, Clause::Node));
                    match choice(decided, idx, no) {
                        Some(0) => then,
                        Some(_) => otherwise,
                        None => Clause::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
                    }
                }
                Assertion::DependentSchemas(schemas) if kind == Kind::Object => {
                    let schemas = schemas.iter().map(|(name, node)| {
                        Clause::If(
                            Box::new(Clause::Has(name.to_string())),
                            Box::new(Clause::Node(*node)),
                            Box::new(Clause::TRUE),
                        )
                    });
                    Clause::All(schemas.collect())
                }
                Assertion::DependentRequired(names) if kind == Kind::Object => {
                    let names = names.iter().map(|(name, others)| {
                        let others = others.iter().map(|other| Clause::Has(other.to_string())).collect();
                        Clause::If(
                            Box::new(Clause::Has(name.to_string())),
                            Box::new(Clause::All(others)),
                            Box::new(Clause::TRUE),
                        )
                    });
                    Clause::All(names.collect())
                }
                _ => continue,
            };
            if matches!(clause, Clause::Any(ref all) | Clause::One(ref all) if !all.is_empty())
                || matches!(clause, Clause::Not(_) | Clause::If(..))
            {
                view.conditional = true;
            }
            let clause = self.simplified(clause, kind);
            self.assert(clause, (idx, no), view, waiting);
        }
    }

    /// Takes what must hold into the view: nodes join its own.
    pub(super) fn assert(
        &mut self,
        clause: Clause,
        place: (PlanIdx, usize),
        view: &mut View,
        waiting: &mut Vec<PlanIdx>,
    ) {
        match clause {
            Clause::All(clauses) => {
                clauses.into_iter().for_each(|clause| self.assert(clause, place, view, waiting));
            }
            Clause::Node(node) => waiting.push(node),
            clause if clause == Clause::FALSE => view.never = true,
            clause => view.clauses.push((Some(place), clause)),
        }
    }

    /// The clause without what the kind decides.
    pub(super) fn simplified(&mut self, clause: Clause, kind: Kind) -> Clause {
        match clause {
            Clause::Has(_) => clause,
            Clause::Node(node) => {
                let view = self.view(&Key::of([node]), kind);
                if view.never {
                    Clause::FALSE
                } else if self.accepts_all(&view, kind) {
                    Clause::TRUE
                } else {
                    Clause::Node(self.classes[node.idx()])
                }
            }
            Clause::All(clauses) => {
                let mut all = Vec::new();
                for clause in clauses {
                    match self.simplified(clause, kind) {
                        clause if clause == Clause::FALSE => return Clause::FALSE,
                        Clause::All(clauses) => all.extend(clauses),
                        clause => all.push(clause),
                    }
                }
                if all.len() == 1 { all.remove(0) } else { Clause::All(all) }
            }
            Clause::Any(clauses) => {
                let mut any: Vec<Clause> = Vec::new();
                for clause in clauses {
                    match self.simplified(clause, kind) {
                        clause if clause == Clause::TRUE => return Clause::TRUE,
                        Clause::Any(clauses) => any.extend(clauses),
                        clause if any.contains(&clause) => {}
                        clause => any.push(clause),
                    }
                }
                if any.len() == 1 { any.remove(0) } else { Clause::Any(any) }
            }
            Clause::One(clauses) => {
                let mut one: Vec<Clause> = clauses.into_iter().map(|clause| self.simplified(clause, kind)).collect();
                one.retain(|clause| *clause != Clause::FALSE);
                let certain = one.iter().filter(|clause| **clause == Clause::TRUE).count();
                one.retain(|clause| *clause != Clause::TRUE);
                match (certain, one.len()) {
                    (0, 0) => Clause::FALSE,
                    (0, 1) => one.remove(0),
                    (0, _) => Clause::One(one),
                    (1, 0) => Clause::TRUE,
                    (1, _) => self.simplified(Clause::Not(Box::new(Clause::Any(one))), kind),
                    (_, _) => Clause::FALSE,
                }
            }
            Clause::Not(clause) => match self.simplified(*clause, kind) {
                clause if clause == Clause::TRUE => Clause::FALSE,
                clause if clause == Clause::FALSE => Clause::TRUE,
                clause => Clause::Not(Box::new(clause)),
            },
            Clause::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.simplified(*then, kind), self.simplified(*otherwise, kind));
                match self.simplified(*condition, kind) {
                    condition if condition == Clause::TRUE => then,
                    condition if condition == Clause::FALSE => otherwise,
                    _ if then == otherwise => then,
                    condition => Clause::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
                }
            }
        }
    }
}

fn choice(decided: &[Decision], node: PlanIdx, no: usize) -> Option<usize> {
    decided.iter().find(|(decided, check, _)| (*decided, *check) == (node, no)).map(|(_, _, chosen)| *chosen)
}

pub(super) fn says_something(others: Others) -> bool {
    matches!(others, Others::Refused | Others::Checked(_))
}
