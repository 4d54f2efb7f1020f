//! What a validator does, as data: which checks, in which order, with which words about where they come from.
//!
//! The compiler makes a [`Plan`] of each schema; generated code carries the same plan as a static. [`judge`](super::judge)
//! walks it over a tree: that is the compiler's interpreter, and the second pass of a server, which lists every violation. The
//! first pass is Rust which the compiler prints from the plan. References are resolved here: what `$dynamicRef` means depends
//! on the way to it, so a schema that is reached on ways that differ in that has a node for each.

use std::borrow::Cow;

use super::{Format, Pattern, Types};

mod declared;

pub use declared::{Declared, Names};

/// A text of the schema.
pub type Text = Cow<'static, str>;

/// Parts of the plan: owned where the compiler builds it, static where it is baked in.
pub type List<T> = Cow<'static, [T]>;

/// The validator of one schema.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Where it starts; none if any document is valid.
    pub root: Option<PlanIdx>,
    /// The nodes that check anything.
    pub nodes: List<PlanNode>,
    /// What `pattern` and `patternProperties` say, each once.
    pub patterns: List<Pattern>,
}

/// A node of [`Plan::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanIdx(pub u32);

impl PlanIdx {
    /// As an index of [`Plan::nodes`].
    pub fn idx(self) -> usize {
        self.0 as usize
    }
}

/// A pattern of [`Plan::patterns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternIdx(pub u32);

impl Plan {
    /// A node.
    pub fn node(&self, idx: PlanIdx) -> &PlanNode {
        &self.nodes[idx.idx()]
    }

    /// A pattern.
    pub fn pattern(&self, idx: PatternIdx) -> &Pattern {
        &self.patterns[idx.0 as usize]
    }
}

/// How values of one schema are checked.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanNode {
    /// JSON Pointer of the schema; `URI#POINTER` where it is in another document than the root.
    pub pointer: Text,
    /// What is asserted, in this order. All of it is checked, whatever fails. `unevaluated…` come last.
    pub checks: List<Check>,
}

/// One assertion and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// JSON Pointer of the keyword, as in [`PlanNode::pointer`].
    pub pointer: Text,
    /// What is asserted.
    pub assertion: Assertion,
}

/// A constant of the schema.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number as written.
    Number(Text),
    /// A string, unescaped.
    String(Text),
    /// An array or an object, as JSON text.
    Json(Text),
}

/// What is asserted, with its keyword's constants. A schema that is `None` accepts any value and evaluates nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// `false` as a schema.
    Never,
    /// `type`
    Types(Types),
    /// `enum`
    OneOf(List<Constant>),
    /// `const`
    Constant(Constant),
    /// `multipleOf`; more than zero.
    MultipleOf(Text),
    /// `maximum`
    Maximum(Text),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Text),
    /// `minimum`
    Minimum(Text),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Text),
    /// `format` of a machine integer.
    IntegerFormat(&'static IntegerFormat),
    /// `maxLength`
    MaxLength(usize),
    /// `minLength`
    MinLength(usize),
    /// `pattern`
    Pattern(PatternIdx),
    /// `format` of a string.
    Format(Format),
    /// `maxItems`
    MaxItems(usize),
    /// `minItems`
    MinItems(usize),
    /// `uniqueItems: true`
    UniqueItems,
    /// `prefixItems` and `items`; the check's pointer is that of `items`, whether it is there or not.
    Items {
        /// `prefixItems`
        prefix: List<Option<PlanIdx>>,
        /// `items`: how those after the prefix are checked.
        rest: Others,
    },
    /// `contains` with `minContains` and `maxContains`, whose pointers are siblings of the check's.
    Contains {
        /// `contains`
        item: Option<PlanIdx>,
        /// `minContains`; 1 unless the schema says something else.
        least: usize,
        /// `maxContains`
        most: Option<usize>,
    },
    /// `maxProperties`
    MaxProperties(usize),
    /// `minProperties`
    MinProperties(usize),
    /// `required`
    Required(List<Text>),
    /// `dependentRequired`: with the first name must come the others.
    DependentRequired(List<(Text, List<Text>)>),
    /// `propertyNames`
    PropertyNames(PlanIdx),
    /// `properties`, `patternProperties` and `additionalProperties`, whose pointer is the check's: one pass over the members, in
    /// the document's order.
    Members(Members),
    /// `dependentSchemas`: where the name is a member, the object is checked by the node.
    DependentSchemas(List<(Text, PlanIdx)>),
    /// `$ref` or `$dynamicRef` beside other keywords.
    Ref(PlanIdx),
    /// `allOf`
    AllOf(List<PlanIdx>),
    /// `anyOf`; one of `None` is there for what the others evaluate.
    AnyOf(List<Option<PlanIdx>>),
    /// `oneOf`
    ExactlyOne(List<Option<PlanIdx>>),
    /// `not`
    Not(Option<PlanIdx>),
    /// `if`, with `then` and `else`; the check's pointer is that of `if`.
    If {
        /// `if`
        condition: Option<PlanIdx>,
        /// `then`
        then: Option<PlanIdx>,
        /// `else`
        otherwise: Option<PlanIdx>,
    },
    /// `unevaluatedItems`; never [`Others::Accepted`] unless a schema around this one asks what is evaluated.
    UnevaluatedItems(Others),
    /// `unevaluatedProperties`, likewise.
    UnevaluatedProperties(Others),
}

/// What is asserted of an object's members.
#[derive(Clone, Debug, PartialEq)]
pub struct Members {
    /// `properties`
    pub declared: Declared,
    /// `patternProperties`, in the schema's order; they apply to declared names too.
    pub patterns: List<(PatternIdx, Option<PlanIdx>)>,
    /// What happens to members that are neither declared nor matched.
    pub others: Others,
}

/// What is said of members or items that nothing else speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Nothing: the keyword is absent, and they are not evaluated.
    Unspoken,
    /// Any value is valid; they are evaluated.
    Accepted,
    /// `false`: that they are there is the fault.
    Refused,
    /// They are checked by the node.
    Checked(PlanIdx),
}

/// A `format` of the OpenAPI registry that is the range of a machine integer.
#[derive(Debug, PartialEq, Eq)]
pub struct IntegerFormat {
    /// As written in schemas.
    pub name: &'static str,
    /// The least number in it.
    pub least: &'static str,
    /// The greatest number in it.
    pub greatest: &'static str,
}

/// The formats that assert a range. `int` and `uint` are what schemars calls `isize` and `usize`: 64 bits where we run.
pub static INTEGER_FORMATS: &[IntegerFormat] = &[
    IntegerFormat { name: "int8", least: "-128", greatest: "127" },
    IntegerFormat { name: "int16", least: "-32768", greatest: "32767" },
    IntegerFormat { name: "int32", least: "-2147483648", greatest: "2147483647" },
    IntegerFormat { name: "int64", least: "-9223372036854775808", greatest: "9223372036854775807" },
    IntegerFormat { name: "int", least: "-9223372036854775808", greatest: "9223372036854775807" },
    IntegerFormat { name: "uint8", least: "0", greatest: "255" },
    IntegerFormat { name: "uint16", least: "0", greatest: "65535" },
    IntegerFormat { name: "uint32", least: "0", greatest: "4294967295" },
    IntegerFormat { name: "uint64", least: "0", greatest: "18446744073709551615" },
    IntegerFormat { name: "uint", least: "0", greatest: "18446744073709551615" },
];
