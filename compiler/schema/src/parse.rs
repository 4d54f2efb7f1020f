//! From a schema document to its [`Schema`], or to every fault of it.
//!
//! The parser checks the value of each keyword it reads as the metaschema would, so a document that it accepts is valid by
//! the metaschema (a law of the tests) and no validator of metaschemas has to run.

mod dialect;
mod endless;
mod keywords;
mod references;
pub(crate) mod values;

use std::collections::{HashMap, VecDeque};

use packwright_runtime_min::{
    json::{MAX_DEPTH, Value},
    validate::{Pattern, plan::PatternIdx},
};

use crate::{
    Documents, FaultKind, NodeIdx, Schema, SchemaFault,
    fault::Invalid,
    ir::{Form, Node, Resource, ResourceIdx},
    pattern::PatternFault,
    uri,
};
use dialect::Dialect;
use references::Reference;

/// What is done about what the draft leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Keywords and formats that the draft does not have.
    pub unknown: Unknown,
    /// What `format` does, unless the metaschema of `$schema` says it.
    pub format: FormatUse,
}

impl Options {
    /// As packs are read: a typing error is a fault, and what is said is asserted.
    pub const PACK: Self = Self { unknown: Unknown::Refused, format: FormatUse::Asserts };

    /// As the draft wants schemas to be read.
    pub const DRAFT: Self = Self { unknown: Unknown::Ignored, format: FormatUse::Annotates };
}

/// What is done about a keyword or a format that the draft does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// It is a fault.
    Refused,
    /// It says nothing. References may lead through it.
    Ignored,
}

/// What `format` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatUse {
    /// A value of another format is not valid.
    Asserts,
    /// It is said to readers only.
    Annotates,
}

impl Schema {
    /// Parses a schema document as packs have it: without other documents, with [`Options::PACK`].
    ///
    /// # Errors
    /// Every fault: those of keywords in the document's order, then those of references.
    pub fn parse(document: &serde_json::Value) -> Result<Self, Vec<SchemaFault>> {
        Self::parse_among(document, &Documents::new())
    }

    /// Parses a schema document whose numbers are as they were written: no `serde_json::Value` holds `1e400`.
    ///
    /// # Errors
    /// Every fault: those of keywords in the document's order, then those of references.
    pub fn parse_exact(document: &Value<'_>) -> Result<Self, Vec<SchemaFault>> {
        Self::parse_with(document, &Documents::new(), Options::PACK)
    }

    /// Parses a schema document as packs have it, which may refer to `documents`.
    ///
    /// # Errors
    /// As of [`Self::parse_with`].
    pub fn parse_among(document: &serde_json::Value, documents: &Documents) -> Result<Self, Vec<SchemaFault>> {
        match values::borrow(document, MAX_DEPTH) {
            Some(document) => Self::parse_with(&document, documents, Options::PACK),
            None => Err(vec![SchemaFault { pointer: String::new(), keyword: String::new(), kind: FaultKind::TooDeep }]),
        }
    }

    /// Parses the document that is at `path` of `documents`, all of it, as packs have it.
    ///
    /// # Errors
    /// As of [`Self::parse_with`]. Nothing is at the path of a document that was too deep to be added.
    pub fn parse_local(path: &str, documents: &Documents) -> Result<Self, Vec<SchemaFault>> {
        match documents.find(&uri::of_path(path)) {
            Some(document) => Self::parse_at(&document.uri, &document.root, documents, Options::PACK),
            None => Err(vec![SchemaFault { pointer: String::new(), keyword: String::new(), kind: FaultKind::TooDeep }]),
        }
    }

    /// Parses a schema document which may refer to `documents`. Those that it does refer to are read too.
    ///
    /// # Errors
    /// Every fault: those of keywords in the document's order, then those of references and of what they lead to.
    pub fn parse_with(document: &Value<'_>, documents: &Documents, options: Options) -> Result<Self, Vec<SchemaFault>> {
        Self::parse_at(uri::NAMELESS, document, documents, options)
    }

    fn parse_at(
        uri: &str,
        document: &Value<'_>,
        documents: &Documents,
        options: Options,
    ) -> Result<Self, Vec<SchemaFault>> {
        let mut parser = Parser::new(documents, options);
        parser.document(uri, String::new(), document);
        parser.resolve_references();
        let Parser { nodes, resources, patterns, mut faults, .. } = parser;
        let schema = Self { nodes, resources, patterns };
        endless::refuse(&schema, &mut faults);
        if faults.is_empty() { Ok(schema) } else { Err(faults) }
    }
}

/// What is known while documents are read.
struct Parser<'d> {
    documents: &'d Documents,
    options: Options,
    nodes: Vec<Node>,
    resources: Vec<Resource>,
    patterns: Vec<Pattern>,
    faults: Vec<SchemaFault>,
    /// What has become of each pattern, by its source.
    compiled: HashMap<String, Result<PatternIdx, PatternFault>>,
    /// What else is known of each of `resources`.
    known: Vec<Known>,
    /// The documents that are read: the prefix of pointers into each, and all that is in it.
    sources: Vec<(String, &'d Value<'d>)>,
    /// Resources by URI.
    uris: HashMap<String, ResourceIdx>,
    /// Schemas by pointer, as in [`Node::pointer`]: of `nodes` the first `placed`.
    places: HashMap<String, NodeIdx>,
    /// How many of `nodes` are in `places`.
    placed: usize,
    /// What is not resolved yet.
    references: VecDeque<Reference>,
    /// How many more comparisons may be made for near misses.
    comparisons: usize,
}

/// What the parser knows of a resource.
struct Known {
    /// The document that it is in: an index of [`Parser::sources`].
    source: usize,
    dialect: Dialect,
    /// Each `$anchor` and `$dynamicAnchor`.
    anchors: HashMap<String, NodeIdx>,
}

impl<'d> Parser<'d> {
    fn new(documents: &'d Documents, options: Options) -> Self {
        Self {
            documents,
            options,
            nodes: Vec::new(),
            // Most schemas are one document that is one resource.
            resources: Vec::with_capacity(1),
            patterns: Vec::new(),
            faults: Vec::new(),
            compiled: HashMap::new(),
            known: Vec::with_capacity(1),
            sources: Vec::with_capacity(1),
            uris: HashMap::new(),
            places: HashMap::new(),
            placed: 0,
            references: VecDeque::new(),
            comparisons: references::MOST_COMPARISONS,
        }
    }

    /// Reads a whole document, which was retrieved from `uri`; pointers into it start with `prefix`.
    fn document(&mut self, uri: &str, prefix: String, root: &'d Value<'d>) {
        self.sources.push((prefix.clone(), root));
        let source = self.sources.len() - 1;
        let known = Known { source, dialect: Dialect::draft(self.options), anchors: HashMap::new() };
        let resource = self.resource(uri.to_owned(), self.next_node(), known);
        self.uris.insert(uri.to_owned(), resource);
        self.schema(root, prefix, "", resource);
    }

    /// Makes a resource, which is not found by its URI yet.
    fn resource(&mut self, uri: String, root: NodeIdx, known: Known) -> ResourceIdx {
        let idx = ResourceIdx(u32::try_from(self.resources.len()).expect("there are fewer resources than schemas"));
        self.resources.push(Resource { uri, root, dynamic_anchors: Vec::new() });
        self.known.push(known);
        idx
    }

    fn next_node(&self) -> NodeIdx {
        NodeIdx(u32::try_from(self.nodes.len()).expect("a document of 2^32 schemas does not fit the memory"))
    }

    /// Reads the schema at `pointer`, which is called `name` there. The recursion through its subschemas ends where the document
    /// does, at [`MAX_DEPTH`].
    fn schema(&mut self, schema: &Value<'_>, pointer: String, name: &str, resource: ResourceIdx) -> NodeIdx {
        let idx = self.next_node();
        // The place is taken before subschemas take theirs, so that the root is first.
        self.nodes.push(Node { pointer, resource, form: Form::Any });
        let form = match schema {
            Value::Bool(true) => Form::Any,
            Value::Bool(false) => Form::Never,
            Value::Object(members) => Form::Keywords(self.keywords(idx, members, resource)),
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                // The fault is that of the keyword which holds the schema, or of the name that a schema is given there.
                let kind = FaultKind::Invalid(Invalid::Expected("a schema: an object or a boolean"));
                self.fault(self.nodes[idx.idx()].pointer.clone(), name, kind);
                Form::Any
            }
        };
        self.nodes[idx.idx()].form = form;
        idx
    }

    fn fault(&mut self, pointer: String, keyword: &str, kind: FaultKind) {
        self.faults.push(SchemaFault { pointer, keyword: keyword.to_owned(), kind });
    }
}
