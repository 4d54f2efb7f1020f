//! Alternatives that a look at some members decides, before an object is read.

use std::collections::BTreeSet;

use packwright_schema::plan::{Assertion, PlanIdx};

use super::{
    DecisionBy, Key, Kind, Predicate, Reader, Test,
    build::Builder,
    view::{Clause, View, says_something},
};

/// Beyond so many states for each plan node alternatives are not decided in advance any more, since states multiply.
const STATES_PER_NODE: usize = 4;

impl Builder<'_> {
    /// What a view of objects says of single members, in the order of their first mention, if it says nothing else but which
    /// are required, and its clauses.
    pub(super) fn said_of_members(&self, view: &View) -> Option<Vec<(String, Vec<PlanIdx>)>> {
        if view.never || !view.judged.is_empty() {
            return None;
        }
        let mut members: Vec<(String, Vec<PlanIdx>)> = Vec::new();
        for check in view.nodes.iter().flat_map(|node| self.plan.node(*node).checks.iter()) {
            match &check.assertion {
                Assertion::Members(said) if said.patterns.is_empty() && !says_something(said.others) => {
                    for (name, node) in said.declared.iter().filter_map(|(name, node)| Some((name, (*node)?))) {
                        match members.iter_mut().find(|(known, _)| known == name) {
                            Some((_, nodes)) => nodes.push(node),
                            None => members.push((name.to_string(), vec![node])),
                        }
                    }
                }
                Assertion::Members(_)
                | Assertion::MinProperties(_)
                | Assertion::MaxProperties(_)
                | Assertion::PropertyNames(_)
                | Assertion::OneOf(_)
                | Assertion::Constant(_) => return None,
                _ => {}
            }
        }
        Some(members)
    }

    /// An alternative that a look at some members decides, if there is one.
    pub(super) fn decision(&mut self, key: &Key, view: &View) -> Option<Box<DecisionBy>> {
        if !view.judged.is_empty() || self.keys.len() > STATES_PER_NODE * self.plan.nodes.len() + 64 {
            return None;
        }
        for (place, clause) in &view.clauses {
            let (node, no) = (*place)?;
            let decision = match clause {
                Clause::Any(clauses) | Clause::One(clauses) => self.by_tag(key, (node, no), clauses),
                Clause::If(condition, _, _) => self.by_test(key, (node, no), condition),
                Clause::All(_) | Clause::Not(_) | Clause::Has(_) | Clause::Node(_) => None,
            };
            if decision.is_some() {
                return decision.map(Box::new);
            }
        }
        None
    }

    pub(super) fn by_tag(&mut self, key: &Key, (node, no): (PlanIdx, usize), clauses: &[Clause]) -> Option<DecisionBy> {
        let plan = self.plan;
        let (Assertion::AnyOf(all) | Assertion::ExactlyOne(all)) = &plan.node(node).checks[no].assertion else {
            return None;
        };
        // Each clause that is left must be one alternative as it stands.
        let mut alternatives = Vec::new();
        for clause in clauses {
            let Clause::Node(left) = clause else { return None };
            let same = |node: &Option<PlanIdx>| node.is_some_and(|node| self.classes[node.idx()] == *left);
            alternatives.push((all.iter().position(same)?, *left));
        }
        if alternatives.len() < 2 {
            return None;
        }
        let views: Vec<View> =
            alternatives.iter().map(|(_, node)| self.view(&Key::of([*node]), Kind::Object)).collect();
        let candidates: Vec<String> = self.required_names(&views[0]);
        let (name, tags) = candidates.into_iter().find_map(|name| {
            let mut seen = BTreeSet::new();
            let mut tags = Vec::new();
            for view in &views {
                if !self.required_names(view).contains(&name) {
                    return None;
                }
                let texts = self.texts_of_member(view, &name)?;
                if texts.iter().any(|text| !seen.insert(text.clone())) {
                    return None;
                }
                tags.push(texts);
            }
            Some((name, tags))
        })?;
        let cases = alternatives.iter().zip(tags).map(|((chosen, left), texts)| {
            let state = self.state_of(key.decided((node, no, *chosen), Some(*left)));
            (texts, Reader::State(state))
        });
        Some(DecisionBy::Tag { name, cases: cases.collect() })
    }

    pub(super) fn required_names(&self, view: &View) -> Vec<String> {
        let checks = view.nodes.iter().flat_map(|node| self.plan.node(*node).checks.iter());
        let required = checks.filter_map(|check| {
            if let Assertion::Required(names) = &check.assertion {
                Some(names.iter().map(|name| name.to_string()))
            } else {
                None
            }
        });
        required.flatten().collect()
    }

    /// The texts that a member may have, if it may be nothing but one of some texts.
    pub(super) fn texts_of_member(&mut self, view: &View, name: &str) -> Option<BTreeSet<String>> {
        let checks = view.nodes.iter().flat_map(|node| self.plan.node(*node).checks.iter());
        let members = checks
            .filter_map(|check| if let Assertion::Members(members) = &check.assertion { Some(members) } else { None });
        let nodes: Vec<PlanIdx> = members
            .flat_map(|members| members.declared.iter())
            .filter(|(declared, _)| declared == name)
            .filter_map(|(_, node)| *node)
            .collect();
        let key = Key::of(nodes);
        if Kind::ALL.iter().any(|kind| *kind != Kind::String && !self.view(&key, *kind).never) {
            return None;
        }
        let text = self.view(&key, Kind::String);
        let Predicate::All(all) = self.predicate(&text, Kind::String) else { return None };
        all.into_iter().find_map(|predicate| if let Predicate::Texts(texts) = predicate { Some(texts) } else { None })
    }

    pub(super) fn by_test(
        &mut self,
        key: &Key,
        (node, no): (PlanIdx, usize),
        condition: &Clause,
    ) -> Option<DecisionBy> {
        let plan = self.plan;
        let Clause::Node(condition) = condition else { return None };
        let Assertion::If { condition: _, then, otherwise } = &plan.node(node).checks[no].assertion else {
            return None;
        };
        let view = self.view(&Key::of([*condition]), Kind::Object);
        if !view.is_plain() {
            return None;
        }
        let required = self.required_names(&view);
        let mut members = self.said_of_members(&view)?;
        for name in required.iter().filter(|name| !members.iter().any(|(known, _)| known == *name)).collect::<Vec<_>>()
        {
            members.push((name.clone(), Vec::new()));
        }
        if members.len() > 3 {
            return None;
        }
        let tests = members.into_iter().map(|(name, nodes)| {
            let reader = self.reader(nodes);
            Test { required: required.contains(&name), name, reader }
        });
        let tests = tests.collect();
        let then = self.state_of(key.decided((node, no, 0), *then));
        let otherwise = self.state_of(key.decided((node, no, 1), *otherwise));
        Some(DecisionBy::Test { tests, then: Reader::State(then), otherwise: Reader::State(otherwise) })
    }
}
