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
    plan::{Constant, IntegerFormat, PatternIdx, PlanIdx},
};

mod build;
mod decide;
mod view;

use build::Builder;

use super::{classes, cost};

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
        cost::judge_the_costly(&mut machine);
        machine
    }

    pub(super) fn state(&self, idx: StateIdx) -> &State {
        &self.states[idx.0]
    }
}
