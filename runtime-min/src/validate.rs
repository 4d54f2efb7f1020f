//! How documents are judged, and what is reported.
//!
//! Goes in: a [`Plan`](plan::Plan) and a [`Value`](crate::json::Value). Comes out: the value with its texts coerced, and a
//! [`Report`]. Assertions, the coercion of texts and all messages exist once, here, for the compiler and for generated servers.
//! Refuses to know: how schemas are written, and which of them are allowed.

mod coerce;
mod decimal;
pub mod ecma;
mod equal;
mod format;
mod judge;
pub(crate) mod message;
mod near;
pub mod pattern;
mod place;
pub mod plan;
pub mod scan;
mod short;
mod types;
mod validator;

pub use decimal::Decimal;
pub use equal::equal;
pub use format::Format;
pub use judge::{Message, accepts, judge};
pub use near::nearest;
pub use pattern::{Matcher, Pattern};
pub use place::Place;
pub use plan::{Plan, PlanIdx};
pub use scan::Scan;
pub use short::Short;
pub use types::{Type, Types};
pub use validator::{Refusal, Valid, Validator};

/// One assertion that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON Pointer of the instance.
    pub instance_path: Short,
    /// JSON Pointer of the keyword in the schema.
    pub schema_path: plan::Text,
    /// The keyword.
    pub keyword: &'static str,
    /// What was expected and what was got.
    pub message: Message,
}

/// A text that was taken for a number, an integer or a boolean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coercion {
    /// JSON Pointer of the instance.
    pub instance_path: Short,
    /// The type it has now: `integer`, `number` or `boolean`.
    pub to: &'static str,
}

/// All that validation of one document has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The violations, in the order of the schema's plan: every one, but of a document with more than ten thousand the first.
    pub violations: Vec<Violation>,
    /// What was coerced, in the order of the document.
    pub coercions: Vec<Coercion>,
    /// How many violations there are besides [`Self::violations`].
    unlisted: usize,
    /// Whether texts are left alone.
    strict: bool,
    /// Bytes of the instance paths of [`Self::violations`] so far.
    violation_paths: usize,
    /// Bytes of those of [`Self::coercions`].
    coercion_paths: usize,
}

/// After so many bytes of instance paths a report only counts: under one long name a document has room for many faults, and
/// each would repeat it.
const PATH_BYTES: usize = 4 << 20;

/// After so many violations a report only counts: no one reads them, and there may be one for every two bytes of a document.
const MOST_VIOLATIONS: usize = 10_000;

impl Report {
    /// A report that says nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A report whose validation coerces nothing: a text where a number must be is a violation.
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// Whether no assertion was violated.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }

    /// How many violations there are, with those that are not listed.
    pub fn total(&self) -> usize {
        self.violations.len() + self.unlisted
    }

    /// Whether further violations are only counted.
    fn is_full(&self) -> bool {
        self.violations.len() >= MOST_VIOLATIONS
    }

    #[cold]
    fn violation(&mut self, place: &Place<'_>, schema_path: plan::Text, keyword: &'static str, message: Message) {
        let instance_path = path(place, &mut self.violation_paths);
        self.violations.push(Violation { instance_path, schema_path, keyword, message });
    }

    #[cold]
    fn coercion(&mut self, place: &Place<'_>, to: &'static str) {
        let instance_path = path(place, &mut self.coercion_paths);
        self.coercions.push(Coercion { instance_path, to });
    }
}

/// The place as a pointer; of the root, where so many bytes of them are there that there is no room for more.
fn path(place: &Place<'_>, bytes: &mut usize) -> Short {
    if *bytes > PATH_BYTES {
        return Short::EMPTY;
    }
    let pointer = place.pointer();
    *bytes += pointer.length();
    pointer
}
