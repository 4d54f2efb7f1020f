//! What the first pass does, as data: which state reads which value, and what is said again afterwards.
//!
//! Goes in: a [`Plan`]. Comes out: a [`Machine`]. A state is a set of plan nodes that all have to hold of one value, so that `allOf`,
//! `$ref` with siblings and several keywords about one member cost one scan. What a value is (its kind) decides most
//! alternatives without a second look: a branch of `anyOf` that takes no strings is no branch for a string. What is left over is
//! a [`Formula`], which reads the value again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use packwright_runtime_min::validate::{Type, Types};
use packwright_schema::{
    Plan,
    plan::{Assertion, Constant, IntegerFormat, Others, PatternIdx, PlanIdx},
};

use super::classes;

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    pub(super) const ALL: [Self; 6] = [Self::Null, Self::Bool, Self::Number, Self::String, Self::Array, Self::Object];

    fn is_in(self, types: Types) -> bool {
        match self {
            Self::Null => types.contains(Type::Null),
            Self::Bool => types.contains(Type::Boolean),
            Self::Number => types.contains(Type::Number) || types.contains(Type::Integer),
            Self::String => types.contains(Type::String),
            Self::Array => types.contains(Type::Array),
            Self::Object => types.contains(Type::Object),
        }
    }

    fn of(constant: &Constant) -> Self {
        match constant {
            Constant::Null => Self::Null,
            Constant::Bool(_) => Self::Bool,
            Constant::Number(_) => Self::Number,
            Constant::String(_) => Self::String,
            Constant::Json(text) if text.trim_start().starts_with('[') => Self::Array,
            Constant::Json(_) => Self::Object,
        }
    }
}

/// The place of a check whose alternatives have been decided: its node, its index there, and which alternative it is.
type Decision = (PlanIdx, usize, usize);

/// What has to hold of one value: all of `nodes`, some of whose alternatives have been decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    pub(super) nodes: Vec<PlanIdx>,
    decided: Vec<Decision>,
}

impl Key {
    fn of(nodes: impl IntoIterator<Item = PlanIdx>) -> Self {
        let nodes: BTreeSet<PlanIdx> = nodes.into_iter().collect();
        Self { nodes: nodes.into_iter().collect(), decided: Vec::new() }
    }

    /// Whether only a decision leads to it.
    pub(super) fn is_decided(&self) -> bool {
        !self.decided.is_empty()
    }

    /// The key with one more decision, whose alternative says what `more` says.
    fn decided(&self, decision: Decision, more: Option<PlanIdx>) -> Self {
        let mut key = Self::of(self.nodes.iter().copied().chain(more));
        let decided: BTreeSet<Decision> = self.decided.iter().copied().chain([decision]).collect();
        key.decided = decided.into_iter().collect();
        key
    }
}

/// A state of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StateIdx(pub(super) usize);

/// Who reads a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// Any value is valid.
    Any,
    /// No value is.
    Never,
    /// A state.
    State(StateIdx),
}

/// The first pass of one schema.
pub(super) struct Machine {
    pub(super) root: Reader,
    pub(super) states: Vec<State>,
}

/// How a value is read.
pub(super) struct State {
    pub(super) key: Key,
    /// By kind; none for a kind that is refused.
    pub(super) arms: BTreeMap<Kind, Arm>,
    /// Whether its nodes say anything about one value in more than one way, so that a text in it is not coerced at once.
    pub(super) conditional: bool,
    /// Whether the second pass judges its values, because reading them again and again could take too long.
    pub(super) judged: bool,
}

/// How a value of one kind is read.
pub(super) enum Arm {
    /// Read and accepted.
    Any,
    Bool(Predicate),
    Number {
        integer: bool,
        predicate: Predicate,
    },
    String(Predicate),
    Array(Array),
    Object(Object),
}

/// What is asserted of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Predicate {
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    One(Vec<Predicate>),
    Not(Box<Predicate>),
    If(Box<Predicate>, Box<Predicate>, Box<Predicate>),
    IsInteger,
    Texts(BTreeSet<String>),
    Numbers(Vec<String>),
    Truth(bool),
    MinLength(usize),
    MaxLength(usize),
    Pattern(PatternIdx),
    Format(packwright_runtime_min::validate::Format),
    Minimum(String),
    Maximum(String),
    ExclusiveMinimum(String),
    ExclusiveMaximum(String),
    MultipleOf(String),
    IntegerFormat(&'static IntegerFormat),
}

impl Default for Predicate {
    fn default() -> Self {
        Self::TRUE
    }
}

impl Predicate {
    pub(super) const TRUE: Self = Self::All(Vec::new());

    fn as_texts(&mut self) -> Option<&mut BTreeSet<String>> {
        if let Self::Texts(texts) = self { Some(texts) } else { None }
    }

    pub(super) fn is_true(&self) -> bool {
        *self == Self::TRUE
    }

    /// Whether it is plain that nothing fulfils it.
    pub(super) fn is_false(&self) -> bool {
        match self {
            Self::All(all) => all.iter().any(Self::is_false),
            Self::Any(any) | Self::One(any) => any.iter().all(Self::is_false),
            Self::Texts(texts) => texts.is_empty(),
            Self::Numbers(numbers) => numbers.is_empty(),
            _ => false,
        }
    }
}

/// How an array is read.
pub(super) struct Array {
    pub(super) prefix: Vec<Reader>,
    pub(super) rest: Reader,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    pub(super) unique: bool,
    pub(super) contains: Vec<Contains>,
    pub(super) after: After,
}

impl Array {
    /// Whether any array is read.
    pub(super) fn reads_any(&self) -> bool {
        let Self { prefix, rest, least, most, unique, contains, after: _ } = self;
        prefix.is_empty() && *rest == Reader::Any && *least == 0 && most.is_none() && !unique && contains.is_empty()
    }

    /// Whether no array with an item is read.
    pub(super) fn reads_no_item(&self) -> bool {
        self.prefix.first().unwrap_or(&self.rest) == &Reader::Never
    }

    /// Whether the counts allow an array without items.
    pub(super) fn may_be_empty(&self) -> bool {
        self.least == 0 && self.contains.iter().all(|contains| contains.least == 0)
    }
}

/// How many items a reader has to accept.
pub(super) struct Contains {
    pub(super) item: Reader,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

/// How an object is read.
#[derive(Default)]
pub(super) struct Object {
    /// Names that something is said about, in the order of their first mention.
    pub(super) declared: Vec<(String, Reader)>,
    /// Of other names, for each node that speaks of them.
    pub(super) groups: Vec<Group>,
    pub(super) names: Predicate,
    /// Indices of `declared`.
    pub(super) required: Vec<usize>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    /// An alternative that is decided before the object is read.
    pub(super) decision: Option<Box<DecisionBy>>,
    pub(super) after: After,
}

impl Object {
    /// Whether any object is read.
    pub(super) fn reads_any(&self) -> bool {
        let Self { declared, groups, names, required, least, most, decision, after: _ } = self;
        let plain = declared.is_empty() && groups.is_empty() && names.is_true() && required.is_empty();
        plain && *least == 0 && most.is_none() && decision.is_none()
    }

    /// Whether no object with a member is read.
    pub(super) fn reads_no_member(&self) -> bool {
        let refuses = |group: &Group| group.patterns.is_empty() && group.others == Reader::Never;
        let others = self.names.is_false() || self.groups.iter().any(refuses);
        others && (self.names.is_false() || self.declared.iter().all(|(_, reader)| *reader == Reader::Never))
    }

    /// Whether the counts allow an object without members.
    pub(super) fn may_be_empty(&self) -> bool {
        self.least == 0 && self.required.is_empty()
    }
}

/// What one node says of names that it does not declare.
pub(super) struct Group {
    pub(super) patterns: Vec<(PatternIdx, Reader)>,
    pub(super) others: Reader,
}

/// How an alternative is decided by a look at a member.
pub(super) enum DecisionBy {
    /// By the text of the member, one of those of each case.
    Tag { name: String, cases: Vec<(BTreeSet<String>, Reader)> },
    /// By whether the members are there and valid.
    Test { tests: Vec<Test>, then: Reader, otherwise: Reader },
}

/// A test of one member.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) reader: Reader,
}

/// What is checked once a value has been read.
#[derive(Default)]
pub(super) struct After {
    pub(super) formulas: Vec<Formula>,
    /// The plan's nodes that the second pass judges.
    pub(super) judged: Vec<PlanIdx>,
    /// Constants, each list one `enum` or `const`, as JSON texts.
    pub(super) constants: Vec<Vec<String>>,
}

impl After {
    /// Whether the value is read again.
    pub(super) fn looks_back(&self) -> bool {
        !self.judged.is_empty() || !self.constants.is_empty() || self.formulas.iter().any(Formula::looks_back)
    }
}

/// What is said of an array or object that has been read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    One(Vec<Formula>),
    Not(Box<Formula>),
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    /// Whether the object has the member, an index of [`Object::declared`].
    Has(usize),
    /// Whether that member is absent or valid.
    Member {
        idx: usize,
        name: String,
        reader: Reader,
    },
    /// Whether the state accepts the value as it is.
    State(StateIdx),
}

impl Formula {
    fn looks_back(&self) -> bool {
        match self {
            Self::All(formulas) | Self::Any(formulas) | Self::One(formulas) => formulas.iter().any(Self::looks_back),
            Self::Not(formula) => formula.looks_back(),
            Self::If(condition, then, otherwise) => [condition, then, otherwise].iter().any(|one| one.looks_back()),
            Self::Has(_) => false,
            Self::Member { idx: _, name: _, reader: _ } | Self::State(_) => true,
        }
    }

    /// Whether it asks which members there are.
    pub(super) fn asks_for_members(&self) -> bool {
        match self {
            Self::All(formulas) | Self::Any(formulas) | Self::One(formulas) => {
                formulas.iter().any(Self::asks_for_members)
            }
            Self::Not(formula) => formula.asks_for_members(),
            Self::If(condition, then, otherwise) => {
                [condition, then, otherwise].iter().any(|one| one.asks_for_members())
            }
            Self::Has(_) | Self::Member { idx: _, name: _, reader: _ } => true,
            Self::State(_) => false,
        }
    }

    pub(super) const FALSE: Self = Self::Any(Vec::new());
}

/// A statement about a value of one kind, before states are made for its parts.
#[derive(Clone, Debug, PartialEq)]
enum Clause {
    All(Vec<Clause>),
    Any(Vec<Clause>),
    One(Vec<Clause>),
    Not(Box<Clause>),
    If(Box<Clause>, Box<Clause>, Box<Clause>),
    Has(String),
    Node(PlanIdx),
}

impl Clause {
    const TRUE: Self = Self::All(Vec::new());
    const FALSE: Self = Self::Any(Vec::new());
}

/// A key, seen by values of one kind.
#[derive(Clone, Default)]
struct View {
    never: bool,
    nodes: BTreeSet<PlanIdx>,
    /// What is left of alternatives, with where they stand.
    clauses: Vec<(Option<(PlanIdx, usize)>, Clause)>,
    judged: BTreeSet<PlanIdx>,
    conditional: bool,
}

impl View {
    /// Whether every value of the kind is accepted, given that no node asserts anything.
    fn is_plain(&self) -> bool {
        !self.never && self.clauses.is_empty() && self.judged.is_empty()
    }
}

/// Beyond so many states for each plan node alternatives are not decided in advance any more, since states multiply.
const STATES_PER_NODE: usize = 4;

impl Machine {
    pub(super) fn of(plan: &Plan) -> Self {
        let mut builder = Builder {
            plan,
            classes: classes::of(plan),
            views: HashMap::new(),
            states: Vec::new(),
            keys: Vec::new(),
            by_key: HashMap::new(),
        };
        let root = plan.root.map_or(Reader::Any, |root| builder.reader([root]));
        while let Some(key) = builder.keys.get(builder.states.len()).cloned() {
            let state = builder.state(key);
            builder.states.push(state);
        }
        let mut machine = Self { root, states: builder.states };
        super::never::take_out(&mut machine);
        super::cost::judge_the_costly(&mut machine);
        machine
    }

    pub(super) fn state(&self, idx: StateIdx) -> &State {
        &self.states[idx.0]
    }
}

struct Builder<'a> {
    plan: &'a Plan,
    /// For each node the first that says the same.
    classes: Vec<PlanIdx>,
    views: HashMap<(Key, Kind), View>,
    states: Vec<State>,
    /// Of each state that is there or waits to be built.
    keys: Vec<Key>,
    by_key: HashMap<Key, StateIdx>,
}

impl Builder<'_> {
    /// Who reads a value of which all of `nodes` have to hold.
    fn reader(&mut self, nodes: impl IntoIterator<Item = PlanIdx>) -> Reader {
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

    fn state_of(&mut self, key: Key) -> StateIdx {
        let keys = &mut self.keys;
        *self.by_key.entry(key).or_insert_with_key(|key| {
            keys.push(key.clone());
            StateIdx(keys.len() - 1)
        })
    }

    fn accepts_all(&self, view: &View, kind: Kind) -> bool {
        view.is_plain() && view.nodes.iter().all(|node| !self.asserts(*node, kind))
    }

    /// Whether checks of the node's own, other than alternatives, say anything about values of `kind` that are of its types.
    fn asserts(&self, node: PlanIdx, kind: Kind) -> bool {
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
    fn view(&mut self, key: &Key, kind: Kind) -> View {
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

    fn look(&mut self, idx: PlanIdx, kind: Kind, decided: &[Decision], view: &mut View, waiting: &mut Vec<PlanIdx>) {
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
    fn assert(&mut self, clause: Clause, place: (PlanIdx, usize), view: &mut View, waiting: &mut Vec<PlanIdx>) {
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
    fn simplified(&mut self, clause: Clause, kind: Kind) -> Clause {
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

    fn state(&mut self, key: Key) -> State {
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

    fn arm(&mut self, key: &Key, view: &View, kind: Kind) -> Arm {
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
    fn predicate(&mut self, view: &View, kind: Kind) -> Predicate {
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

    fn predicate_of(&mut self, clause: &Clause, kind: Kind) -> Predicate {
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

    fn predicates(&mut self, clauses: &[Clause], kind: Kind) -> Vec<Predicate> {
        clauses.iter().map(|clause| self.predicate_of(clause, kind)).collect()
    }

    fn array(&mut self, view: &View) -> Array {
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
    fn all_of(&mut self, said: &[Others]) -> Reader {
        if said.contains(&Others::Refused) {
            return Reader::Never;
        }
        let nodes =
            said.iter().filter_map(|others| if let Others::Checked(node) = others { Some(*node) } else { None });
        self.reader(nodes.collect::<Vec<_>>())
    }

    fn object(&mut self, key: &Key, view: &View) -> Object {
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
    fn after(&mut self, view: &View, kind: Kind, names: &mut Vec<String>) -> After {
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

    fn formula(&mut self, clause: &Clause, kind: Kind, names: &mut Vec<String>) -> Formula {
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
    fn again(&mut self, node: PlanIdx, kind: Kind, names: &mut Vec<String>) -> Formula {
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

    /// What a view of objects says of single members, in the order of their first mention, if it says nothing else but which
    /// are required, and its clauses.
    fn said_of_members(&self, view: &View) -> Option<Vec<(String, Vec<PlanIdx>)>> {
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
    fn decision(&mut self, key: &Key, view: &View) -> Option<Box<DecisionBy>> {
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

    fn by_tag(&mut self, key: &Key, (node, no): (PlanIdx, usize), clauses: &[Clause]) -> Option<DecisionBy> {
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

    fn required_names(&self, view: &View) -> Vec<String> {
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
    fn texts_of_member(&mut self, view: &View, name: &str) -> Option<BTreeSet<String>> {
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

    fn by_test(&mut self, key: &Key, (node, no): (PlanIdx, usize), condition: &Clause) -> Option<DecisionBy> {
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

fn choice(decided: &[Decision], node: PlanIdx, no: usize) -> Option<usize> {
    decided.iter().find(|(decided, check, _)| (*decided, *check) == (node, no)).map(|(_, _, chosen)| *chosen)
}

fn says_something(others: Others) -> bool {
    matches!(others, Others::Refused | Others::Checked(_))
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
