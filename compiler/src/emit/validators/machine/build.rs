//! From nodes to states.

use std::collections::{BTreeMap, HashMap};

use packwright_runtime_min::validate::Type;
use packwright_schema::{
    Plan,
    plan::{Assertion, Constant, Others, PlanIdx},
};

use super::{
    After, Arm, Array, Contains, Formula, Group, Key, Kind, Object, Predicate, Reader, State, StateIdx,
    view::{Clause, View},
};

pub(super) struct Builder<'a> {
    pub(super) plan: &'a Plan,
    /// For each node the first that says the same.
    pub(super) classes: Vec<PlanIdx>,
    pub(super) views: HashMap<(Key, Kind), View>,
    pub(super) states: Vec<State>,
    /// Of each state that is there or waits to be built.
    pub(super) keys: Vec<Key>,
    pub(super) by_key: HashMap<Key, StateIdx>,
}

impl Builder<'_> {
    /// Who reads a value of which all of `nodes` have to hold.
    pub(super) fn reader(&mut self, nodes: impl IntoIterator<Item = PlanIdx>) -> Reader {
        let key = Key::of(nodes.into_iter().map(|node| self.classes[node.idx()]));
        let views: Vec<View> = Kind::ALL.iter().map(|kind| self.view(&key, *kind)).collect();
        if views.iter().all(|view| view.never) {
            return Reader::Never;
        }
        if Kind::ALL.iter().zip(&views).all(|(kind, view)| self.accepts_all(view, *kind)) {
            return Reader::Any;
        }
        Reader::State(self.state_of(key))
    }

    pub(super) fn state_of(&mut self, key: Key) -> StateIdx {
        let keys = &mut self.keys;
        *self.by_key.entry(key).or_insert_with_key(|key| {
            keys.push(key.clone());
            StateIdx(keys.len() - 1)
        })
    }

    pub(super) fn state(&mut self, key: Key) -> State {
        let mut arms = BTreeMap::new();
        let mut conditional = false;
        for kind in Kind::ALL {
            let view = self.view(&key, kind);
            conditional |= view.conditional;
            // What has been decided was decided by members: the value is an object.
            if view.never || (!key.decided.is_empty() && kind != Kind::Object) {
                continue;
            }
            let arm = if self.accepts_all(&view, kind) { Arm::Any } else { self.arm(&key, &view, kind) };
            arms.insert(kind, arm);
        }
        State { key, arms, conditional, judged: false }
    }

    pub(super) fn arm(&mut self, key: &Key, view: &View, kind: Kind) -> Arm {
        match kind {
            Kind::Null => Arm::Any,
            Kind::Bool => Arm::Bool(self.predicate(view, kind)),
            Kind::Number => match self.predicate(view, kind) {
                Predicate::All(mut all) => {
                    let integer = all.contains(&Predicate::IsInteger);
                    all.retain(|predicate| *predicate != Predicate::IsInteger);
                    Arm::Number { integer, predicate: Predicate::All(all) }
                }
                predicate => Arm::Number { integer: false, predicate },
            },
            Kind::String => Arm::String(self.predicate(view, kind)),
            Kind::Array => Arm::Array(self.array(view)),
            Kind::Object => Arm::Object(self.object(key, view)),
        }
    }

    /// What a view says of a scalar; always `All`.
    pub(super) fn predicate(&mut self, view: &View, kind: Kind) -> Predicate {
        let mut all = Vec::new();
        for node in &view.nodes {
            for check in self.plan.node(*node).checks.iter() {
                let predicate = leaf(&check.assertion, kind);
                match predicate {
                    Some(Predicate::Texts(texts)) => match all.iter_mut().find_map(Predicate::as_texts) {
                        Some(known) => known.retain(|text| texts.contains(text)),
                        None => all.push(Predicate::Texts(texts)),
                    },
                    Some(predicate) if !all.contains(&predicate) => all.push(predicate),
                    Some(_) | None => {}
                }
            }
        }
        all.extend(view.clauses.iter().map(|(_, clause)| self.predicate_of(clause, kind)));
        Predicate::All(all)
    }

    pub(super) fn predicate_of(&mut self, clause: &Clause, kind: Kind) -> Predicate {
        match clause {
            Clause::All(clauses) => Predicate::All(self.predicates(clauses, kind)),
            Clause::Any(clauses) => Predicate::Any(self.predicates(clauses, kind)),
            Clause::One(clauses) => Predicate::One(self.predicates(clauses, kind)),
            Clause::Not(clause) => Predicate::Not(Box::new(self.predicate_of(clause, kind))),
            Clause::If(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|clause| Box::new(self.predicate_of(clause, kind)));
                Predicate::If(condition, then, otherwise)
            }
            // Only objects have members.
            Clause::Has(_) => Predicate::Any(Vec::new()),
            Clause::Node(node) => {
                let view = self.view(&Key::of([*node]), kind);
                if view.never { Predicate::Any(Vec::new()) } else { self.predicate(&view, kind) }
            }
        }
    }

    pub(super) fn predicates(&mut self, clauses: &[Clause], kind: Kind) -> Vec<Predicate> {
        clauses.iter().map(|clause| self.predicate_of(clause, kind)).collect()
    }

    pub(super) fn array(&mut self, view: &View) -> Array {
        let plan = self.plan;
        let (mut least, mut most, mut unique) = (0, None, false);
        let (mut lists, mut contains) = (Vec::new(), Vec::new());
        for node in &view.nodes {
            for check in plan.node(*node).checks.iter() {
                match &check.assertion {
                    Assertion::MinItems(count) => least = least.max(*count),
                    Assertion::MaxItems(count) => most = Some(most.map_or(*count, |most: usize| most.min(*count))),
                    Assertion::UniqueItems => unique = true,
                    Assertion::Items { prefix, rest } => lists.push((prefix, *rest)),
                    Assertion::Contains { item, least, most } if *least > 0 || most.is_some() => {
                        let item = self.reader(*item);
                        contains.push(Contains { item, least: *least, most: *most });
                    }
                    _ => {}
                }
            }
        }
        let prefixed = lists.iter().map(|(prefix, _)| prefix.len()).max().unwrap_or(0);
        let prefix = (0..prefixed)
            .map(|idx| {
                let said = lists.iter().map(|(prefix, rest)| match prefix.get(idx) {
                    Some(node) => node.map_or(Others::Accepted, Others::Checked),
                    None => *rest,
                });
                self.all_of(&said.collect::<Vec<_>>())
            })
            .collect();
        let rest = self.all_of(&lists.iter().map(|(_, rest)| *rest).collect::<Vec<_>>());
        let after = self.after(view, Kind::Array, &mut Vec::new());
        Array { prefix, rest, least, most, unique, contains, after }
    }

    /// Who reads a value of which all this is said.
    pub(super) fn all_of(&mut self, said: &[Others]) -> Reader {
        if said.contains(&Others::Refused) {
            return Reader::Never;
        }
        let nodes =
            said.iter().filter_map(|others| if let Others::Checked(node) = others { Some(*node) } else { None });
        self.reader(nodes.collect::<Vec<_>>())
    }

    pub(super) fn object(&mut self, key: &Key, view: &View) -> Object {
        let decision = self.decision(key, view);
        if decision.is_some() {
            return Object { decision, ..Object::default() };
        }
        let plan = self.plan;
        let (mut least, mut most) = (0, None);
        let (mut names, mut required, mut groups, mut about_names) =
            (Vec::<String>::new(), Vec::new(), Vec::new(), Vec::new());
        let mut mention = |name: &str| match names.iter().position(|known| known == name) {
            Some(idx) => idx,
            None => {
                names.push(name.to_owned());
                names.len() - 1
            }
        };
        for node in &view.nodes {
            if view.judged.contains(node) {
                continue;
            }
            for check in plan.node(*node).checks.iter() {
                match &check.assertion {
                    Assertion::MinProperties(count) => least = least.max(*count),
                    Assertion::MaxProperties(count) => {
                        most = Some(most.map_or(*count, |most: usize| most.min(*count)));
                    }
                    Assertion::Required(names) => required.extend(names.iter().map(|name| mention(name))),
                    Assertion::PropertyNames(node) => about_names.push(*node),
                    Assertion::Members(members) => {
                        for (name, _) in members.declared.iter() {
                            mention(name);
                        }
                        groups.push(members);
                    }
                    _ => {}
                }
            }
        }
        required.sort_unstable();
        required.dedup();
        let after = self.after(view, Kind::Object, &mut names);
        let declared = names
            .into_iter()
            .map(|name| {
                let mut said = Vec::new();
                for members in &groups {
                    let declared = members.declared.iter().find(|(declared, _)| *declared == name);
                    let matched = members.patterns.iter().filter(|(pattern, _)| plan.pattern(*pattern).matches(&name));
                    let before = said.len();
                    said.extend(declared.map(|(_, node)| node.map_or(Others::Accepted, Others::Checked)));
                    said.extend(matched.map(|(_, node)| node.map_or(Others::Accepted, Others::Checked)));
                    if said.len() == before {
                        said.push(members.others);
                    }
                }
                let reader = self.all_of(&said);
                (name, reader)
            })
            .collect();
        let names = {
            let view = self.view(&Key::of(about_names), Kind::String);
            if view.never { Predicate::Any(Vec::new()) } else { self.predicate(&view, Kind::String) }
        };
        // What is said of every name is said once, and first.
        let plain = groups.iter().filter(|members| members.patterns.is_empty()).map(|members| members.others);
        let others = self.all_of(&plain.collect::<Vec<_>>());
        let mut read_groups = Vec::new();
        if others != Reader::Any {
            read_groups.push(Group { patterns: Vec::new(), others });
        }
        for members in groups.into_iter().filter(|members| !members.patterns.is_empty()) {
            let patterns =
                members.patterns.iter().map(|(pattern, node)| (*pattern, self.reader(*node))).collect::<Vec<_>>();
            let others = self.all_of(&[members.others]);
            read_groups.push(Group { patterns, others });
        }
        Object { declared, groups: read_groups, names, required, least, most, decision: None, after }
    }

    /// What is checked when an array or object has been read; names that formulas ask for are added to `names`.
    pub(super) fn after(&mut self, view: &View, kind: Kind, names: &mut Vec<String>) -> After {
        let mut constants = Vec::new();
        for node in &view.nodes {
            for check in self.plan.node(*node).checks.iter() {
                let list = match &check.assertion {
                    Assertion::OneOf(list) => list.as_ref(),
                    Assertion::Constant(constant) => std::slice::from_ref(constant),
                    _ => continue,
                };
                let texts = list.iter().filter(|constant| Kind::of(constant) == kind).filter_map(|constant| {
                    if let Constant::Json(text) = constant { Some(text.to_string()) } else { None }
                });
                constants.push(texts.collect());
            }
        }
        let formulas = view.clauses.iter().map(|(_, clause)| self.formula(clause, kind, names)).collect();
        After { formulas, judged: view.judged.iter().copied().collect(), constants }
    }

    pub(super) fn formula(&mut self, clause: &Clause, kind: Kind, names: &mut Vec<String>) -> Formula {
        let mut all = |clauses: &[Clause]| clauses.iter().map(|clause| self.formula(clause, kind, names)).collect();
        match clause {
            Clause::All(clauses) => Formula::All(all(clauses)),
            Clause::Any(clauses) => Formula::Any(all(clauses)),
            Clause::One(clauses) => Formula::One(all(clauses)),
            Clause::Not(clause) => Formula::Not(Box::new(self.formula(clause, kind, names))),
            Clause::If(condition, then, otherwise) => {
                let [condition, then, otherwise] =
                    [condition, then, otherwise].map(|clause| Box::new(self.formula(clause, kind, names)));
                Formula::If(condition, then, otherwise)
            }
            Clause::Has(name) => Formula::Has(position(names, name)),
            Clause::Node(node) => self.again(*node, kind, names),
        }
    }

    /// Whether a value that has been read is valid by one more node: by its members, where only they decide.
    pub(super) fn again(&mut self, node: PlanIdx, kind: Kind, names: &mut Vec<String>) -> Formula {
        /// More members than these are read as an object.
        const FEW: usize = 4;
        let view = self.view(&Key::of([node]), kind);
        let mut formulas: Vec<Formula> = Vec::new();
        let said = if kind == Kind::Object { self.said_of_members(&view) } else { None };
        let required = if kind == Kind::Object { self.required_names(&view) } else { Vec::new() };
        formulas.extend(required.iter().map(|name| Formula::Has(position(names, name))));
        match said.filter(|said| said.len() <= FEW) {
            Some(said) => {
                for (name, nodes) in said {
                    match self.reader(nodes) {
                        Reader::Any => {}
                        reader => formulas.push(Formula::Member { idx: position(names, &name), name, reader }),
                    }
                }
                let clauses: Vec<Clause> = view.clauses.iter().map(|(_, clause)| clause.clone()).collect();
                formulas.extend(clauses.iter().map(|clause| self.formula(clause, kind, names)));
            }
            None => match self.reader([node]) {
                Reader::Any => {}
                Reader::Never => return Formula::FALSE,
                Reader::State(state) => formulas.push(Formula::State(state)),
            },
        }
        if formulas.len() == 1 { formulas.remove(0) } else { Formula::All(formulas) }
    }
}

fn position(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// What an assertion says of a scalar of `kind`.
fn leaf(assertion: &Assertion, kind: Kind) -> Option<Predicate> {
    let of_number = |predicate: Predicate| (kind == Kind::Number).then_some(predicate);
    let of_string = |predicate: Predicate| (kind == Kind::String).then_some(predicate);
    match assertion {
        Assertion::Types(types) if !types.contains(Type::Number) => of_number(Predicate::IsInteger),
        Assertion::OneOf(constants) => one_of(constants, kind),
        Assertion::Constant(constant) => one_of(std::slice::from_ref(constant), kind),
        Assertion::MultipleOf(divisor) => of_number(Predicate::MultipleOf(divisor.to_string())),
        Assertion::Maximum(bound) => of_number(Predicate::Maximum(bound.to_string())),
        Assertion::ExclusiveMaximum(bound) => of_number(Predicate::ExclusiveMaximum(bound.to_string())),
        Assertion::Minimum(bound) => of_number(Predicate::Minimum(bound.to_string())),
        Assertion::ExclusiveMinimum(bound) => of_number(Predicate::ExclusiveMinimum(bound.to_string())),
        Assertion::IntegerFormat(format) => of_number(Predicate::IntegerFormat(format)),
        Assertion::MaxLength(most) => of_string(Predicate::MaxLength(*most)),
        Assertion::MinLength(least) => of_string(Predicate::MinLength(*least)),
        Assertion::Pattern(pattern) => of_string(Predicate::Pattern(*pattern)),
        Assertion::Format(format) => of_string(Predicate::Format(*format)),
        _ => None,
    }
}

fn one_of(constants: &[Constant], kind: Kind) -> Option<Predicate> {
    match kind {
        Kind::Null | Kind::Array | Kind::Object => None,
        Kind::Bool => {
            let has = |truth| constants.contains(&Constant::Bool(truth));
            (has(true) != has(false)).then(|| Predicate::Truth(has(true)))
        }
        Kind::Number => {
            let numbers = constants.iter().filter_map(|constant| {
                if let Constant::Number(text) = constant { Some(text.to_string()) } else { None }
            });
            Some(Predicate::Numbers(numbers.collect()))
        }
        Kind::String => {
            let texts = constants.iter().filter_map(|constant| {
                if let Constant::String(text) = constant { Some(text.to_string()) } else { None }
            });
            Some(Predicate::Texts(texts.collect()))
        }
    }
}
