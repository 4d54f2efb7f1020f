//! Whether every value that one schema accepts is accepted by another, shown either way.
//!
//! Goes in: the schema of what is produced and that of what is consumed. Comes out: [`Covers::Yes`], which is a proof that the
//! consumer need not look; [`Covers::No`], with a [`Witness`] that the interpreter has confirmed on both sides; or
//! [`Covers::Unknown`], and why. The same search answers whether a schema accepts anything ([`satisfiable`]), and whether two
//! accept anything in common ([`common`]).
//!
//! ```
//! use packwright_schema::{Covers, Schema, covers};
//! use serde_json::json;
//!
//! let schema = |document| Schema::parse(&document).expect("the schema has no fault");
//! let few = schema(json!({"type": "integer", "minimum": 1, "maximum": 5}));
//! let days = schema(json!({"type": "integer", "maximum": 7}));
//! assert_eq!(covers(&few, &days), Covers::Yes);
//! let Covers::No(witness) = covers(&days, &few) else { panic!("there are fewer than one") };
//! assert_eq!(witness.value.to_json(), b"0");
//! assert_eq!(witness.violations[0].message, "expected at least 1, got 0");
//! ```
//!
//! How it is shown: a value is searched that the producer accepts and the consumer does not. The search goes through all there may
//! be, so where it finds nothing there is nothing. In order, from the question to the parts of the answer:
//!
//! ```text
//! problem, lower, merge   both plans as one arena of rules; what says the same in both is one node
//! prover, branch, state   goals, their assumptions (coinduction), and the choices that lead to them
//! numbers, strings, arrays, shape, objects, fresh, evaluated, formats, exact, mix   what a value of each kind can be
//! ```
//!
//! `format` asserts where the schemas were parsed so, as packs are. Values are taken as they are: nothing is coerced. Work is bounded,
//! whatever the schemas: when it is spent, the answer is unknown. Refuses to know: where the schemas come from, and what an
//! answer means for them.

mod arrays;
mod branch;
#[cfg(feature = "canonical")]
mod canonical;
mod evaluated;
mod exact;
mod formats;
mod fresh;
mod literal;
mod lower;
mod merge;
mod mix;
mod numbers;
mod objects;
mod problem;
mod prover;
mod shape;
mod state;
mod strings;
#[cfg(test)]
mod tests;

#[cfg(feature = "canonical")]
pub use self::canonical::{Documented, covers_documented};

use std::fmt;

use packwright_runtime_min::{
    json::{MAX_DEPTH, Value},
    validate::{Plan, Report, Violation},
};

use self::{
    literal::{Goal, What},
    prover::{Outcome, Prover},
};
use crate::{Schema, interpret, plan::plan};

/// Whether all that is produced is accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum Covers {
    /// It is.
    Yes,
    /// This is produced and not accepted.
    No(Witness),
    /// It is not known, for this reason.
    Unknown(Undecided),
}

/// A value that the producer's schema accepts and the consumer's does not. Both were asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The value.
    pub value: Value<'static>,
    /// What is wrong with it for the consumer; at least one.
    pub violations: Vec<Violation>,
}

/// Whether there is a value of some sort.
#[derive(Clone, Debug, PartialEq)]
pub enum Exists {
    /// This one.
    Yes(Value<'static>),
    /// There is none.
    No,
    /// It is not known, for this reason.
    Unknown(Undecided),
}

/// Why an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It takes more steps than an answer is worth.
    Effort,
    /// Schemas are too deep inside one another.
    Nesting,
    /// It depends on what texts of a `format` are like.
    Format,
    /// A pattern is too large.
    Pattern,
    /// A number is too large or too precise.
    Number,
    /// There are too many ways in which something may be evaluated.
    Unevaluated,
    /// It depends on which items there are together.
    Items,
    /// It depends on which members there are together.
    Members,
    /// What was found is not what was searched.
    Approximation,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Effort => "it takes more steps than an answer is worth",
            Self::Nesting => "schemas are too deep inside one another",
            Self::Format => "it depends on what texts of a format are like",
            Self::Pattern => "a pattern is too large",
            Self::Number => "a number is too large or too precise",
            Self::Unevaluated => "there are too many ways in which parts may be evaluated",
            Self::Items => "it depends on which items there are together",
            Self::Members => "it depends on which members there are together",
            Self::Approximation => "the search came to no end",
        })
    }
}

/// Whether every value that `producer` accepts is accepted by `consumer`.
pub fn covers(producer: &Schema, consumer: &Schema) -> Covers {
    covers_plan(&plan(producer), &plan(consumer))
}

/// [`covers`] for plans, which whoever compares one schema with many makes once.
pub fn covers_plan(producer: &Plan, consumer: &Plan) -> Covers {
    let (mut prover, roots) = Prover::new(&[producer, consumer]);
    let goal = Goal::new([What::Node(roots[0]).holds(), What::Node(roots[1]).fails()]);
    match prover.solve(goal) {
        Outcome::Empty => Covers::Yes,
        Outcome::Found(value) => match confirmed(producer, consumer, &value) {
            Some(witness) => Covers::No(witness),
            None => Covers::Unknown(Undecided::Approximation),
        },
        Outcome::Open(undecided) => Covers::Unknown(undecided),
    }
}

/// Whether `schema` accepts any value.
///
/// ```
/// use packwright_schema::{Exists, Schema, satisfiable};
/// use serde_json::json;
///
/// let schema = json!({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}});
/// assert_eq!(satisfiable(&Schema::parse(&schema).expect("the schema has no fault")), Exists::No);
/// ```
pub fn satisfiable(schema: &Schema) -> Exists {
    exists(&[&plan(schema)])
}

/// Whether both schemas accept some value.
pub fn common(left: &Schema, right: &Schema) -> Exists {
    exists(&[&plan(left), &plan(right)])
}

fn exists(plans: &[&Plan]) -> Exists {
    let (mut prover, roots) = Prover::new(plans);
    match prover.solve(Goal::new(roots.into_iter().map(|root| What::Node(root).holds()))) {
        Outcome::Empty => Exists::No,
        Outcome::Found(value) if plans.iter().all(|plan| violations(plan, &value).is_empty()) => {
            Exists::Yes((*value).clone())
        }
        Outcome::Found(_) => Exists::Unknown(Undecided::Approximation),
        Outcome::Open(undecided) => Exists::Unknown(undecided),
    }
}

/// The witness that a value is, if the interpreter agrees on both sides.
fn confirmed(producer: &Plan, consumer: &Plan, value: &Value<'static>) -> Option<Witness> {
    let violations_of_consumer = violations(consumer, value);
    let is_witness =
        depth(value) <= MAX_DEPTH && violations(producer, value).is_empty() && !violations_of_consumer.is_empty();
    is_witness.then(|| Witness { value: value.clone(), violations: violations_of_consumer })
}

fn violations(plan: &Plan, value: &Value<'static>) -> Vec<Violation> {
    let mut report = Report::strict();
    interpret(plan, &mut value.clone(), &mut report);
    report.violations
}

/// How deep arrays and objects are inside one another.
fn depth(value: &Value<'_>) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.iter().map(|(_, value)| depth(value)).max().unwrap_or(0),
    }
}
