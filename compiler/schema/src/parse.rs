//! From a schema document to its [`Schema`], or to every fault of it.
//!
//! The parser checks the value of each keyword it reads as the metaschema would, so a document that it accepts is valid by
//! the metaschema (a law of the tests) and no validator of metaschemas has to run; only for keywords that it refuses to
//! read the `jsonschema` crate is asked whether they are at least valid.

mod keywords;
mod references;
mod values;

use packwright_runtime_min::json::{MAX_DEPTH, Value};

use crate::{
    FaultKind, NodeIdx, Schema, SchemaFault,
    fault::Invalid,
    ir::{Form, Node},
    metaschema,
};

impl Schema {
    /// Parses a schema document.
    ///
    /// # Errors
    /// Every fault: those of keywords in the document's order, then those of references, then those the metaschema adds.
    pub fn parse(document: &serde_json::Value) -> Result<Self, Vec<SchemaFault>> {
        match values::borrow(document, MAX_DEPTH) {
            Some(document) => Self::parse_exact(&document),
            None => Err(vec![SchemaFault { pointer: String::new(), keyword: String::new(), kind: FaultKind::TooDeep }]),
        }
    }

    /// Parses a schema document whose numbers are as they were written: no `serde_json::Value` holds `1e400`.
    ///
    /// # Errors
    /// Every fault: those of keywords in the document's order, then those of references, then those the metaschema adds.
    pub fn parse_exact(document: &Value<'_>) -> Result<Self, Vec<SchemaFault>> {
        let mut parser = Parser::default();
        parser.schema(document, String::new());
        parser.resolve_references();
        if parser.faults.iter().any(|fault| matches!(fault.kind, FaultKind::NotGenerated(_))) {
            metaschema::add_faults(document, &mut parser.faults);
        }
        if parser.faults.is_empty() { Ok(Self { nodes: parser.nodes }) } else { Err(parser.faults) }
    }
}

/// What is known while a document is read.
#[derive(Default)]
struct Parser {
    nodes: Vec<Node>,
    faults: Vec<SchemaFault>,
    /// `$ref`s as written, by the node they stand in.
    references: Vec<(NodeIdx, String)>,
}

impl Parser {
    /// Reads the schema at `pointer`. The recursion through its subschemas ends where the document does, at [`MAX_DEPTH`].
    fn schema(&mut self, schema: &Value<'_>, pointer: String) -> NodeIdx {
        let idx = NodeIdx(u32::try_from(self.nodes.len()).expect("a document of 2^32 schemas does not fit the memory"));
        // The place is taken before subschemas take theirs, so that the root is first.
        self.nodes.push(Node { pointer: pointer.clone(), form: Form::Any });
        let form = match schema {
            Value::Bool(true) => Form::Any,
            Value::Bool(false) => Form::Never,
            Value::Object(members) => Form::Keywords(Box::new(self.keywords(idx, members, &pointer))),
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                let keyword = pointer.rsplit_once('/').map_or("", |(_, keyword)| keyword);
                let kind = FaultKind::Invalid(Invalid::Expected("a schema: an object or a boolean"));
                // The fault is that of the keyword which holds the schema, or of the name that a schema is given there.
                let (pointer, keyword) = (pointer.clone(), values::unescape_pointer(keyword));
                self.faults.push(SchemaFault { pointer, keyword, kind });
                Form::Any
            }
        };
        self.nodes[idx.0 as usize].form = form;
        idx
    }
}
