//! A schema as parsed: an arena of nodes that say what the document says, references as indices.
//!
//! Readers of a node destructure it fully, without `..`: a keyword that is added here asks every one of them.

use packwright_runtime_min::{
    json::Value,
    validate::{Decimal, Types},
};

/// A schema document without faults.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The root is first; a node comes before those inside it. Every index in a node is one of this vector.
    pub(crate) nodes: Vec<Node>,
}

/// A node of one [`Schema`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIdx(pub(crate) u32);

impl NodeIdx {
    /// The root of every schema.
    pub const ROOT: Self = Self(0);
}

impl Schema {
    /// A node.
    pub fn node(&self, idx: NodeIdx) -> &Node {
        &self.nodes[idx.0 as usize]
    }

    /// Every node, in the document's order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeIdx, &Node)> {
        (0..).map(NodeIdx).zip(&self.nodes)
    }

    /// The node that says what `idx` says: itself, or where its `$ref` leads if it asserts nothing beside it.
    pub fn follow(&self, idx: NodeIdx) -> NodeIdx {
        let mut idx = idx;
        // Ends, because the parser refuses a cycle of references.
        while let Form::Keywords(keywords) = &self.node(idx).form
            && let Some(target) = keywords.reference
            && !keywords.asserts_itself()
        {
            idx = target;
        }
        idx
    }
}

/// One schema of a document.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its JSON Pointer in the document; empty for the root.
    pub pointer: String,
    /// What it says.
    pub form: Form,
}

/// The forms of a schema.
#[derive(Clone, Debug)]
pub enum Form {
    /// `true`: any value.
    Any,
    /// `false`: no value.
    Never,
    /// An object of keywords.
    Keywords(Box<Keywords>),
}

/// The keywords of a schema, those about one type together.
#[derive(Clone, Debug, Default)]
pub struct Keywords {
    /// `type`
    pub types: Option<Types>,
    /// `enum`
    pub members: Option<Vec<Value<'static>>>,
    /// `const`
    pub constant: Option<Value<'static>>,
    /// What is said about numbers.
    pub number: NumberFacets,
    /// What is said about strings.
    pub string: StringFacets,
    /// What is said about arrays.
    pub array: ArrayFacets,
    /// What is said about objects.
    pub object: ObjectFacets,
    /// `$ref`, resolved.
    pub reference: Option<NodeIdx>,
    /// `$defs`, in the document's order.
    pub definitions: Vec<(String, NodeIdx)>,
    /// What is said to readers.
    pub annotations: Annotations,
}

impl Keywords {
    /// Whether anything but `$ref` is asserted.
    pub fn asserts_itself(&self) -> bool {
        let Self {
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            reference: _,
            definitions: _,
            annotations: _,
        } = self;
        types.is_some()
            || members.is_some()
            || constant.is_some()
            || *number != NumberFacets::default()
            || *string != StringFacets::default()
            || *array != ArrayFacets::default()
            || *object != ObjectFacets::default()
    }
}

/// Assertions about numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberFacets {
    /// `minimum`
    pub minimum: Option<Number>,
    /// `maximum`
    pub maximum: Option<Number>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: Option<Number>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: Option<Number>,
    /// `format`, where it is the range of a machine integer.
    pub format: Option<&'static IntegerFormat>,
}

/// Assertions about strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StringFacets {
    /// `minLength`
    pub min_length: Option<usize>,
    /// `maxLength`
    pub max_length: Option<usize>,
}

/// Assertions about arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayFacets {
    /// `minItems`
    pub min_items: Option<usize>,
    /// `maxItems`
    pub max_items: Option<usize>,
    /// `items`
    pub items: Option<NodeIdx>,
}

/// Assertions about objects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectFacets {
    /// `minProperties`
    pub min_properties: Option<usize>,
    /// `maxProperties`
    pub max_properties: Option<usize>,
    /// `required`, in the document's order.
    pub required: Vec<String>,
    /// `properties`, in the document's order.
    pub properties: Vec<(String, NodeIdx)>,
    /// `additionalProperties`
    pub additional: Option<NodeIdx>,
}

/// What a schema says to readers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// `title`
    pub title: Option<String>,
    /// `description`
    pub description: Option<String>,
    /// `$comment`
    pub comment: Option<String>,
    /// `default`
    pub default: Option<Value<'static>>,
    /// `examples`
    pub examples: Vec<Value<'static>>,
    /// `deprecated`
    pub deprecated: bool,
    /// `readOnly`
    pub read_only: bool,
    /// `writeOnly`
    pub write_only: bool,
    /// `format`, where it asserts nothing: `float` and `double`.
    pub format: Option<&'static str>,
}

/// A number of the schema, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub(crate) String);

impl Number {
    /// The number, to be compared.
    pub fn decimal(&self) -> Decimal<'_> {
        Decimal::new(&self.0)
    }
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

/// The formats that say how precise a number is, and assert nothing.
pub static FLOAT_FORMATS: &[&str] = &["float", "double"];
