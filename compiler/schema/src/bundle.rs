//! From a schema document and those that it refers to, to one document that says the same by itself.
//!
//! Goes in: the document, its [`Schema`], and a way to the other documents. Comes out: the document with each of the others below
//! `$defs`, under an `$id` by which the references lead there (JSON Schema Core, "Compound Documents"). References stay as they
//! are, but for those that would lead elsewhere from another place than where the document was read.

use serde_json::{Map, Value};

use crate::{
    NodeIdx, Schema,
    ir::{Form, Resource},
    uri,
};

/// The name of the dialect that every document has which does not say another.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Puts a document together with those that it refers to, as `at` gives them by their paths. Documents without a path, as the
/// metaschemas are, stay outside. None where it refers to no other, and so stands alone as it is.
///
/// ```
/// use packwright_schema::{Documents, Schema, bundle};
/// use serde_json::json;
///
/// let place = json!({"$defs": {"city": {"type": "string"}}});
/// let mut documents = Documents::new();
/// documents.add_local("schemas/place.json", &place);
/// let document = json!({"properties": {"to": {"$ref": "schemas/place.json#/$defs/city"}}});
/// let schema = Schema::parse_among(&document, &documents).expect("the schema has no fault");
/// assert_eq!(
///     bundle(&schema, &document, |path| (path == "schemas/place.json").then_some(&place)),
///     Some(json!({
///         "properties": {"to": {"$ref": "schemas/place.json#/$defs/city"}},
///         "$defs": {"schemas/place.json": {"$id": "schemas/place.json", "$defs": {"city": {"type": "string"}}}}
///     }))
/// );
/// ```
pub fn bundle<'d>(schema: &'d Schema, document: &Value, at: impl Fn(&str) -> Option<&'d Value>) -> Option<Value> {
    let others: Vec<Other<'_>> = schema.resources.iter().filter_map(|resource| other(schema, resource, &at)).collect();
    if others.is_empty() {
        return None;
    }
    let mut bundled = document.clone();
    correct_references(schema, "", &mut bundled);
    let members = bundled.as_object_mut().expect("a boolean refers to nothing");
    let is_of_a_dialect = members.contains_key("$schema");
    let root = &schema.resources[0].uri;
    for Other { path, resource, prefix, document } in others {
        let mut embedded = document.clone();
        correct_references(schema, &prefix, &mut embedded);
        let embedded = with_id(embedded, uri::relative(root, &resource.uri), is_of_a_dialect);
        let definitions = members.entry("$defs").or_insert_with(|| Value::Object(Map::new()));
        let definitions = definitions.as_object_mut().expect("the parser refuses `$defs` that are no object");
        let mut name = path;
        while definitions.contains_key(&name) {
            name.push('_');
        }
        definitions.insert(name, embedded);
    }
    Some(bundled)
}

/// A document that the bundled one refers to.
struct Other<'a> {
    path: String,
    /// The resource that the document is.
    resource: &'a Resource,
    /// What pointers into it start with.
    prefix: String,
    document: &'a Value,
}

/// The document that a resource is, unless it is a part of one, or the one that is bundled.
fn other<'a>(schema: &'a Schema, resource: &'a Resource, at: &impl Fn(&str) -> Option<&'a Value>) -> Option<Other<'a>> {
    let prefix = schema.node(resource.root).pointer.clone();
    let path = uri::path_of(prefix.strip_suffix('#')?)?;
    let document = at(&path)?;
    Some(Other { path, resource, prefix, document })
}

/// The document as a resource of this name, which it says first.
fn with_id(document: Value, id: String, is_of_a_dialect: bool) -> Value {
    let mut members = Map::from_iter([("$id".to_owned(), Value::String(id))]);
    if is_of_a_dialect {
        // Without one of its own it would be read by that of the document around it.
        members.insert("$schema".to_owned(), Value::String(DRAFT.to_owned()));
    }
    match document {
        Value::Object(others) => members.extend(others.into_iter().filter(|(name, _)| name != "$id")),
        Value::Bool(false) => members.extend([("not".to_owned(), Value::Object(Map::new()))]),
        Value::Bool(true) | Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
    }
    Value::Object(members)
}

/// Spells each reference of the document whose pointers start with `prefix` so that it leads to the same place in a bundle.
fn correct_references(schema: &Schema, prefix: &str, document: &mut Value) {
    for (idx, node) in schema.nodes() {
        let Form::Keywords(keywords) = &node.form else { continue };
        let Some(pointer) = node.pointer.strip_prefix(prefix).filter(|rest| rest.is_empty() || rest.starts_with('/'))
        else {
            continue;
        };
        let is_there = [keywords.reference.is_some(), keywords.dynamic_reference.is_some()];
        for (keyword, _) in ["$ref", "$dynamicRef"].iter().zip(is_there).filter(|(_, is_there)| *is_there) {
            let Some(Value::String(reference)) = document.pointer_mut(&format!("{pointer}/{keyword}")) else {
                continue;
            };
            if let Some(correct) = corrected(schema, idx, reference) {
                *reference = correct;
            }
        }
    }
}

/// The reference that leads to the same place by the target's `$id`.
fn corrected(schema: &Schema, from: NodeIdx, reference: &str) -> Option<String> {
    let (written, fragment) = uri::split(reference);
    if written.is_empty() {
        return None;
    }
    let base = &schema.resources[schema.node(from).resource.idx()].uri;
    let target = uri::resolve(base, written)?;
    let is_retrieved = |resource: &&Resource| schema.node(resource.root).pointer.strip_suffix('#') == Some(&target);
    let named = schema.resources.iter().find(|resource| resource.uri == target);
    let meant = &named.or_else(|| schema.resources.iter().find(is_retrieved))?.uri;
    if *meant == target && uri::path_of(meant).is_none() {
        return None;
    }
    let correct = uri::relative(base, meant);
    Some(if reference.contains('#') { format!("{correct}#{fragment}") } else { correct })
}
