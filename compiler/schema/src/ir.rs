//! A schema as parsed: an arena of nodes that say what the documents say, references as indices.
//!
//! Readers of a node destructure it fully, without `..`: a keyword that is added here asks every one of them.

use packwright_runtime_min::{
    json::Value,
    validate::{
        Decimal, Format, Pattern, Types,
        plan::{IntegerFormat, PatternIdx},
    },
};

use crate::Keyword;

mod rare;

pub use rare::{Facets, Rare};

/// A schema without faults: a document, and those that it refers to.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The root is first; a node comes before those inside it. Every index in a node is one of this vector.
    pub(crate) nodes: Vec<Node>,
    /// Schema resources; that of the root is first.
    pub(crate) resources: Vec<Resource>,
    /// What `pattern` and `patternProperties` say, each once.
    pub(crate) patterns: Vec<Pattern>,
}

/// A node of one [`Schema`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIdx(pub(crate) u32);

impl NodeIdx {
    /// The root of every schema.
    pub const ROOT: Self = Self(0);

    pub(crate) fn idx(self) -> usize {
        self.0 as usize
    }
}

impl Schema {
    /// A node.
    pub fn node(&self, idx: NodeIdx) -> &Node {
        &self.nodes[idx.idx()]
    }

    /// Every node, in the documents' order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeIdx, &Node)> {
        (0..).map(NodeIdx).zip(&self.nodes)
    }

    /// A pattern.
    pub fn pattern(&self, idx: PatternIdx) -> &Pattern {
        &self.patterns[idx.0 as usize]
    }

    /// The node that says what `idx` says: itself, or where its reference leads if it asserts nothing beside it and does not
    /// depend on the way to it.
    pub fn follow(&self, idx: NodeIdx) -> NodeIdx {
        let mut idx = idx;
        // Ends, because the parser refuses a cycle of references.
        while let Form::Keywords(keywords) = &self.node(idx).form
            && let Some(Lone::To(target)) = keywords.lone_reference()
        {
            idx = target;
        }
        idx
    }
}

/// A resource of a [`Schema`], which has a URI of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceIdx(pub(crate) u32);

impl ResourceIdx {
    pub(crate) fn idx(self) -> usize {
        self.0 as usize
    }
}

/// A schema resource: a document, or a part of one that has an `$id`.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its absolute URI, without fragment.
    pub uri: String,
    /// Its outermost schema.
    pub root: NodeIdx,
    /// Each `$dynamicAnchor` in it, in the document's order.
    pub dynamic_anchors: Vec<(String, NodeIdx)>,
}

/// One schema of a document.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its JSON Pointer in the document, empty for the root; `URI#POINTER` in other documents than the root's.
    pub pointer: String,
    /// The resource it is of.
    pub resource: ResourceIdx,
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
///
/// Most schemas use few of them, and a pack has many schemas: what is said together is stored together, where it is said at all.
#[derive(Clone, Debug, Default)]
pub struct Keywords {
    /// What the schema is called.
    pub identity: Rare<Identity>,
    /// `type`
    pub types: Option<Types>,
    /// `enum`
    pub members: Option<Vec<Value<'static>>>,
    /// `const`
    pub constant: Option<Value<'static>>,
    /// What is said about numbers.
    pub number: Rare<NumberFacets>,
    /// What is said about strings.
    pub string: Rare<StringFacets>,
    /// What is said about arrays.
    pub array: Rare<ArrayFacets>,
    /// What is said about objects.
    pub object: Rare<ObjectFacets>,
    /// Other schemas for the same value.
    pub logic: Rare<Logic>,
    /// `$ref`, resolved.
    pub reference: Option<NodeIdx>,
    /// `$dynamicRef`, resolved as far as that is possible without the way to it.
    pub dynamic_reference: Option<Box<DynamicRef>>,
    /// `$defs`, in the document's order.
    pub definitions: Vec<(String, NodeIdx)>,
    /// What a string has in it; asserts nothing.
    pub content: Rare<Content>,
    /// What is said to readers.
    pub annotations: Rare<Annotations>,
}

/// The reference of a schema that says nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lone<'a> {
    /// It leads there.
    To(NodeIdx),
    /// To the outermost anchor of this name on the way.
    ToAnchor(&'a str, NodeIdx),
}

impl Keywords {
    /// The reference, if there is one and nothing else is said.
    pub fn lone_reference(&self) -> Option<Lone<'_>> {
        if self.asserts_itself() {
            return None;
        }
        match (self.reference, self.dynamic_reference.as_deref()) {
            (Some(target), None) => Some(Lone::To(target)),
            (None, Some(DynamicRef { target, anchor: None })) => Some(Lone::To(*target)),
            (None, Some(DynamicRef { target, anchor: Some(anchor) })) => Some(Lone::ToAnchor(anchor, *target)),
            (None, None) | (Some(_), Some(_)) => None,
        }
    }

    /// Whether anything but references is asserted or applied.
    pub fn asserts_itself(&self) -> bool {
        let Self {
            identity: _,
            types,
            members,
            constant,
            number,
            string,
            array,
            object,
            logic,
            reference: _,
            dynamic_reference: _,
            definitions: _,
            content: _,
            annotations: _,
        } = self;
        types.is_some()
            || members.is_some()
            || constant.is_some()
            || !number.is_unsaid()
            || !string.is_unsaid()
            || !array.is_unsaid()
            || !object.is_unsaid()
            || !logic.is_unsaid()
    }

    /// Every schema that is applied to the value or to what is in it, with the keyword that does it.
    pub fn applied(&self) -> impl Iterator<Item = (Keyword, NodeIdx)> {
        let Self {
            identity: _,
            types: _,
            members: _,
            constant: _,
            number: _,
            string: _,
            array,
            object,
            logic,
            reference,
            dynamic_reference,
            definitions: _,
            content: _,
            annotations: _,
        } = self;
        let Logic { all_of, any_of, one_of, not, condition, then, otherwise } = &**logic;
        let ArrayFacets {
            min_items: _,
            max_items: _,
            unique: _,
            prefix,
            items,
            contains,
            min_contains: _,
            max_contains: _,
            unevaluated: other_items,
        } = &**array;
        let ObjectFacets {
            min_properties: _,
            max_properties: _,
            required: _,
            dependent_required: _,
            names,
            properties,
            patterns,
            additional,
            dependent_schemas,
            unevaluated: other_properties,
        } = &**object;
        let listed = [
            (Keyword::PrefixItems, prefix),
            (Keyword::AllOf, all_of),
            (Keyword::AnyOf, any_of),
            (Keyword::OneOf, one_of),
        ];
        let single = [
            (Keyword::Items, *items),
            (Keyword::Contains, *contains),
            (Keyword::UnevaluatedItems, *other_items),
            (Keyword::AdditionalProperties, *additional),
            (Keyword::PropertyNames, *names),
            (Keyword::UnevaluatedProperties, *other_properties),
            (Keyword::Not, *not),
            (Keyword::If, *condition),
            (Keyword::Then, condition.and(*then)),
            (Keyword::Else, condition.and(*otherwise)),
            (Keyword::Ref, *reference),
            (Keyword::DynamicRef, dynamic_reference.as_ref().map(|reference| reference.target)),
        ];
        let properties = properties.iter().map(|(_, idx)| (Keyword::Properties, *idx));
        let patterns = patterns.iter().map(|(_, idx)| (Keyword::PatternProperties, *idx));
        let dependent = dependent_schemas.iter().map(|(_, idx)| (Keyword::DependentSchemas, *idx));
        listed
            .into_iter()
            .flat_map(|(keyword, schemas)| schemas.iter().map(move |idx| (keyword, *idx)))
            .chain(single.into_iter().filter_map(|(keyword, idx)| Some((keyword, idx?))))
            .chain(properties)
            .chain(patterns)
            .chain(dependent)
    }
}

/// What a schema is called, and by which draft it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `$schema`
    pub schema: Option<String>,
    /// `$vocabulary`
    pub vocabulary: Vec<(String, bool)>,
    /// `$id`, as written.
    pub id: Option<String>,
    /// `$anchor`
    pub anchor: Option<String>,
    /// `$dynamicAnchor`
    pub dynamic_anchor: Option<String>,
}

/// Where `$dynamicRef` leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicRef {
    /// Where it would if it were `$ref`.
    pub target: NodeIdx,
    /// The name of the `$dynamicAnchor` which the target is. Of those of this name, the outermost on the way is meant.
    pub anchor: Option<String>,
}

/// Assertions about numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberFacets {
    /// `multipleOf`
    pub multiple_of: Option<Number>,
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
    /// `pattern`
    pub pattern: Option<PatternIdx>,
    /// `format`, where it is one of strings.
    pub format: Option<Format>,
}

/// Assertions about arrays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayFacets {
    /// `minItems`
    pub min_items: Option<usize>,
    /// `maxItems`
    pub max_items: Option<usize>,
    /// `uniqueItems`
    pub unique: bool,
    /// `prefixItems`
    pub prefix: Vec<NodeIdx>,
    /// `items`
    pub items: Option<NodeIdx>,
    /// `contains`
    pub contains: Option<NodeIdx>,
    /// `minContains`
    pub min_contains: Option<usize>,
    /// `maxContains`
    pub max_contains: Option<usize>,
    /// `unevaluatedItems`
    pub unevaluated: Option<NodeIdx>,
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
    /// `dependentRequired`, in the document's order.
    pub dependent_required: Vec<(String, Vec<String>)>,
    /// `propertyNames`
    pub names: Option<NodeIdx>,
    /// `properties`, in the document's order.
    pub properties: Vec<(String, NodeIdx)>,
    /// `patternProperties`, in the document's order.
    pub patterns: Vec<(PatternIdx, NodeIdx)>,
    /// `additionalProperties`
    pub additional: Option<NodeIdx>,
    /// `dependentSchemas`, in the document's order.
    pub dependent_schemas: Vec<(String, NodeIdx)>,
    /// `unevaluatedProperties`
    pub unevaluated: Option<NodeIdx>,
}

/// Other schemas for the same value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Logic {
    /// `allOf`
    pub all_of: Vec<NodeIdx>,
    /// `anyOf`; empty if it is not there.
    pub any_of: Vec<NodeIdx>,
    /// `oneOf`; empty if it is not there.
    pub one_of: Vec<NodeIdx>,
    /// `not`
    pub not: Option<NodeIdx>,
    /// `if`
    pub condition: Option<NodeIdx>,
    /// `then`
    pub then: Option<NodeIdx>,
    /// `else`
    pub otherwise: Option<NodeIdx>,
}

/// What a string has in it, which the draft lets readers know but not validators assert.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// `contentEncoding`
    pub encoding: Option<String>,
    /// `contentMediaType`
    pub media_type: Option<String>,
    /// `contentSchema`
    pub schema: Option<NodeIdx>,
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
    /// `format`, where it asserts nothing: `float`, `double`, and any where the options say so.
    pub format: Option<String>,
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

/// The formats that say how precise a number is, and assert nothing.
pub static FLOAT_FORMATS: &[&str] = &["float", "double"];
