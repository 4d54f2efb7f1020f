//! Documents that a schema may refer to, by URI. Nothing is ever fetched: who parses brings them along.

use std::{collections::HashMap, sync::LazyLock};

use packwright_runtime_min::json::{MAX_DEPTH, Value};
use referencing::meta;

use crate::{Keyword, parse::values, uri};

/// Documents by the URI of their retrieval and by each `$id` in them. The metaschemas of the draft are always there.
///
/// ```
/// use packwright_runtime_min::json::Value;
/// use packwright_schema::{Documents, Options, Schema};
///
/// let mut documents = Documents::new();
/// let city = Value::parse(br#"{"$defs": {"name": {"type": "string"}}}"#).expect("it is JSON");
/// documents.add("https://example.com/city", city.into_owned()).expect("it is a URI");
/// let document = Value::parse(br#"{"$ref": "https://example.com/city#/$defs/name"}"#).expect("it is JSON");
/// assert!(Schema::parse_with(&document, &documents, Options::PACK).is_ok());
/// assert!(Schema::parse_exact(&document).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Documents {
    documents: Vec<Document>,
    /// Indices of `documents`.
    by_uri: HashMap<String, usize>,
}

/// A document with where it is from.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The URI of its retrieval.
    pub(crate) uri: String,
    pub(crate) root: Value<'static>,
}

/// What [`Documents::add`] was given is no absolute URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAUri(pub String);

impl std::fmt::Display for NotAUri {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not a URI", self.0)
    }
}

impl std::error::Error for NotAUri {}

impl Documents {
    /// No documents but the metaschemas of the draft.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a document that was retrieved from `uri`. Where a URI means more than one, the first added is it.
    ///
    /// # Errors
    /// When `uri` is no absolute URI.
    pub fn add(&mut self, uri: &str, root: Value<'static>) -> Result<(), NotAUri> {
        let uri = uri::absolute(uri).ok_or_else(|| NotAUri(uri.to_owned()))?;
        let idx = self.documents.len();
        self.by_uri.entry(uri.clone()).or_insert(idx);
        for id in ids(&root, &uri) {
            self.by_uri.entry(id).or_insert(idx);
        }
        self.documents.push(Document { uri, root });
        Ok(())
    }

    /// Adds a document at a path, by which documents without a URI of their own refer to it and it to others. Gives the URIs that
    /// its `$id`s would give it and that others have already.
    ///
    /// ```
    /// use packwright_schema::Documents;
    /// use serde_json::json;
    ///
    /// let mut documents = Documents::new();
    /// assert_eq!(documents.add_local("schemas/a.json", &json!({"$id": "https://example.com/a"})), [""; 0]);
    /// assert_eq!(documents.add_local("schemas/b.json", &json!({"$id": "https://example.com/a"})), ["https://example.com/a"]);
    /// ```
    pub fn add_local(&mut self, path: &str, root: &serde_json::Value) -> Vec<String> {
        // What is too deep is no document: whoever parses it says so.
        let Some(root) = values::borrow(root, MAX_DEPTH).map(Value::into_owned) else { return Vec::new() };
        let uri = uri::of_path(path);
        let taken = ids(&root, &uri).into_iter().filter(|id| *id != uri && self.by_uri.contains_key(id)).collect();
        self.add(&uri, root).expect("the URI of a path is a URI");
        taken
    }

    /// The path of the document in which `uri` is defined, where it has one.
    pub fn path(&self, uri: &str) -> Option<String> {
        self.by_uri.get(uri).and_then(|idx| uri::path_of(&self.documents[*idx].uri))
    }

    /// The document in which `uri` (absolute, normalised, without fragment) is defined.
    pub(crate) fn find(&self, uri: &str) -> Option<&Document> {
        let of = |documents: &Self| documents.by_uri.get(uri).copied();
        match of(self) {
            Some(idx) => Some(&self.documents[idx]),
            None => of(&DRAFT).map(|idx| &DRAFT.documents[idx]),
        }
    }

    /// Every URI by which there is something.
    pub(crate) fn uris(&self) -> impl Iterator<Item = &str> {
        self.by_uri.keys().map(String::as_str)
    }
}

/// The absolute URI of each `$id` in a document.
fn ids(root: &Value<'_>, uri: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut to_read = vec![(root, uri.to_owned())];
    while let Some((schema, mut base)) = to_read.pop() {
        let Value::Object(members) = schema else { continue };
        if let Some(id) = schema.get("$id").and_then(Value::as_str).and_then(|id| uri::resolve(&base, id)) {
            base.clone_from(&id);
            ids.push(id);
        }
        for (name, value) in members {
            let schemas = Keyword::from_name(name).map(|keyword| keyword.schemas_in(value)).unwrap_or_default();
            to_read.extend(schemas.into_iter().map(|schema| (schema, base.clone())));
        }
    }
    ids
}

/// The draft's metaschemas, converted when somebody first refers to a document that is not at hand.
static DRAFT: LazyLock<Documents> = LazyLock::new(|| {
    let mut documents = Documents::new();
    for schema in [
        &meta::DRAFT202012,
        &meta::DRAFT202012_CORE,
        &meta::DRAFT202012_APPLICATOR,
        &meta::DRAFT202012_UNEVALUATED,
        &meta::DRAFT202012_VALIDATION,
        &meta::DRAFT202012_META_DATA,
        &meta::DRAFT202012_FORMAT_ANNOTATION,
        &meta::DRAFT202012_FORMAT_ASSERTION,
        &meta::DRAFT202012_CONTENT,
    ] {
        let root = values::borrow(schema, MAX_DEPTH).expect("metaschemas are not deep").into_owned();
        let uri = root.get("$id").and_then(Value::as_str).expect("metaschemas have an `$id`").to_owned();
        documents.add(&uri, root).expect("the `$id` of a metaschema is a URI");
    }
    documents
});
