//! What a validator does, as data: which checks, in which order, with which words about where they come from.
//!
//! Goes in: a [`Schema`]. Comes out: a [`Plan`] which the interpreter runs and the emitter prints. Here references that say
//! nothing else have been followed, definitions nobody uses are gone, and so are checks that cannot fail.

mod build;
mod vacuous;

use packwright_runtime_min::{json::Value, validate::Types};

use crate::{
    Schema,
    ir::{IntegerFormat, Number},
};

/// The validator of one schema.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where it starts; none if any document is valid.
    pub root: Option<PlanIdx>,
    /// The nodes that check anything, each before those that only it needs.
    pub nodes: Vec<PlanNode>,
}

/// A node of [`Plan::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanIdx(u32);

impl PlanIdx {
    /// As an index of [`Plan::nodes`].
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

impl Plan {
    /// The plan of a schema.
    pub fn of(schema: &Schema) -> Self {
        build::plan(schema)
    }

    /// A node.
    pub fn node(&self, idx: PlanIdx) -> &PlanNode {
        &self.nodes[idx.idx()]
    }
}

/// How values of one schema are coerced and checked.
#[derive(Clone, Debug)]
pub struct PlanNode {
    /// JSON Pointer of the schema.
    pub pointer: String,
    /// What is done to texts first.
    pub coerce: Coerce,
    /// What is asserted, in this order. All of it is checked, whatever fails.
    pub checks: Vec<Check>,
    /// The schema of the `$ref` beside the checks, checked after them. With both, the value is settled first: see
    /// [`Report::settle`](packwright_runtime_min::validate::Report::settle).
    pub reference: Option<PlanIdx>,
}

impl PlanNode {
    /// Whether two schemas describe the same value, so that one may coerce what the other has judged.
    pub fn settles(&self) -> bool {
        self.reference.is_some() && !self.checks.is_empty()
    }
}

/// What a node does to a text before it is checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Coerce {
    /// Nothing.
    Never,
    /// Makes one of these types of it, where it reads as one: the schema takes no strings.
    Text(Types),
    /// The same, but only where that makes it a member of the node's `enum` or `const`.
    Member(Types, Vec<Value<'static>>),
    /// The schema takes strings too: makes one of these types of it, where the text violates a check and that does not.
    UnlessValid(Types),
}

/// One assertion and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// JSON Pointer of the keyword.
    pub pointer: String,
    /// What is asserted.
    pub assertion: Assertion,
}

/// What is asserted, with its keyword's constants.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// `false` as a schema.
    Never,
    /// `type`
    Types(Types),
    /// `enum`
    OneOf(Vec<Value<'static>>),
    /// `const`
    Constant(Value<'static>),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Number),
    /// `format` of a machine integer.
    IntegerFormat(&'static IntegerFormat),
    /// `minLength`
    MinLength(usize),
    /// `maxLength`
    MaxLength(usize),
    /// `minItems`
    MinItems(usize),
    /// `maxItems`
    MaxItems(usize),
    /// `items`: each item is checked by the node.
    Items(PlanIdx),
    /// `minProperties`
    MinProperties(usize),
    /// `maxProperties`
    MaxProperties(usize),
    /// `required`
    Required(Vec<String>),
    /// `properties` and `additionalProperties`: one pass over the members, in the document's order.
    Members(Members),
}

/// What is asserted of an object's members.
#[derive(Clone, Debug, PartialEq)]
pub struct Members {
    /// Names of `properties`, in the schema's order, and how their values are checked; none where any value is valid.
    pub declared: Vec<(String, Option<PlanIdx>)>,
    /// What happens to members of other names.
    pub others: Others,
}

/// What `additionalProperties` says about members that are not declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Others {
    /// Any value is valid.
    Accepted,
    /// `false`: the name itself is at fault.
    Refused,
    /// Their values are checked by the node.
    Checked(PlanIdx),
}
