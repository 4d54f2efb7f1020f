//! `$ref` and `$dynamicRef`: from texts to indices, and to documents that have to be read for them.

use packwright_runtime_min::{json::Value, validate::nearest};

use super::{Parser, Unknown, values};
use crate::{
    FaultKind, Keyword, NodeIdx, SchemaFault,
    ir::{DynamicRef, Form, Keywords, ResourceIdx},
    uri,
};

/// How many comparisons are made for near misses: a document of nothing but wrong references should not take all day.
pub(super) const MOST_COMPARISONS: usize = 1 << 17;

/// A reference as written.
pub(super) struct Reference {
    /// The schema that has it.
    pub(super) node: NodeIdx,
    /// `$ref` or `$dynamicRef`.
    pub(super) keyword: Keyword,
    pub(super) text: String,
}

impl<'d> Parser<'d> {
    /// Resolves every reference, also those of the documents that are read for others.
    pub(super) fn resolve_references(&mut self) {
        while let Some(reference) = self.references.pop_front() {
            let Reference { node, keyword, text } = &reference;
            match self.resolve(*node, text) {
                Some((target, anchor)) if *keyword == Keyword::DynamicRef => {
                    self.keywords_mut(*node).dynamic_reference = Some(Box::new(DynamicRef { target, anchor }));
                }
                Some((target, _)) => self.keywords_mut(*node).reference = Some(target),
                None => {
                    let near = self.near(*node, text);
                    let base = &self.resources[self.nodes[node.idx()].resource.idx()].uri;
                    let path = uri::resolve(base, text).and_then(|uri| uri::path_of(&uri));
                    let kind = FaultKind::UnresolvedRef { reference: text.clone(), path, near };
                    let pointer = format!("{}/{}", self.nodes[node.idx()].pointer, keyword.name());
                    self.faults.push(SchemaFault { pointer, keyword: keyword.name().to_owned(), kind });
                }
            }
        }
    }

    /// A reference to a schema, as someone would write it who is in the document that is parsed.
    pub(super) fn reference_to(&self, idx: NodeIdx) -> String {
        reference_to(&self.nodes[idx.idx()].pointer)
    }

    /// The schema at which a reference points, and by which `$dynamicAnchor` it does, if so.
    fn resolve(&mut self, from: NodeIdx, reference: &str) -> Option<(NodeIdx, Option<String>)> {
        let base = &self.resources[self.nodes[from.idx()].resource.idx()].uri;
        let written = uri::split(reference).0;
        let uri = uri::resolve(base, written)?;
        // What has no name can be referred to from inside only.
        if uri::is_ours(written) || uri == uri::NAMELESS && !written.is_empty() {
            return None;
        }
        let resource = self.resource_at(&uri)?;
        let fragment = uri::percent_decoded(uri::split(reference).1)?;
        if fragment.is_empty() {
            return Some((self.resources[resource.idx()].root, None));
        }
        if fragment.starts_with('/') {
            return Some((self.schema_at(resource, &canonical(&fragment))?, None));
        }
        let target = *self.known[resource.idx()].anchors.get(&fragment)?;
        let is_dynamic = match &self.nodes[target.idx()].form {
            Form::Keywords(keywords) => keywords.identity.dynamic_anchor.as_ref() == Some(&fragment),
            Form::Any | Form::Never => false,
        };
        Some((target, is_dynamic.then_some(fragment)))
    }

    /// The resource with this URI, of those read or, after reading it, of those at hand.
    fn resource_at(&mut self, uri: &str) -> Option<ResourceIdx> {
        if let Some(resource) = self.uris.get(uri) {
            return Some(*resource);
        }
        let documents: &'d crate::Documents = self.documents;
        let document = documents.find(uri)?;
        if !self.uris.contains_key(&document.uri) && matches!(document.root, Value::Object(_) | Value::Bool(_)) {
            let id = document.root.get("$id").and_then(Value::as_str).and_then(|id| uri::resolve(&document.uri, id));
            match id.and_then(|id| self.uris.get(&id).copied()) {
                // It is what has been read by another name.
                Some(resource) => {
                    self.uris.insert(document.uri.clone(), resource);
                }
                None => self.document(&document.uri, format!("{}#", document.uri), &document.root),
            }
        }
        self.uris.get(uri).copied()
    }

    /// The schema at a pointer from the root of a resource.
    ///
    /// Where unknown keywords are ignored they may have schemas in them that only references know of: those are read now.
    fn schema_at(&mut self, resource: ResourceIdx, pointer: &str) -> Option<NodeIdx> {
        self.find_places();
        let root = &self.nodes[self.resources[resource.idx()].root.idx()].pointer;
        let pointer = format!("{root}{pointer}");
        if let Some(idx) = self.places.get(&pointer) {
            return Some(*idx);
        }
        if self.options.unknown == Unknown::Refused {
            return None;
        }
        let (prefix, root) = &self.sources[self.known[resource.idx()].source];
        let value = value_at(root, &pointer[prefix.len()..])?;
        if !matches!(value, Value::Object(_) | Value::Bool(_)) {
            return None;
        }
        let mut around = pointer.as_str();
        let outer = loop {
            around = around.rsplit_once('/').map_or("", |(around, _)| around);
            if let Some(idx) = self.places.get(around) {
                break self.nodes[idx.idx()].resource;
            }
        };
        Some(self.schema(value, pointer, "", outer))
    }

    /// Brings the places up to date: only references ask for them, and most documents have none.
    fn find_places(&mut self) {
        let new = self.placed..self.nodes.len();
        self.placed = new.end;
        for (node, idx) in self.nodes[new.clone()].iter().zip(new) {
            let idx = NodeIdx(u32::try_from(idx).expect("nodes have been counted before"));
            self.places.insert(node.pointer.clone(), idx);
        }
    }

    /// A reference that points at a schema and is nearly this one.
    fn near(&mut self, from: NodeIdx, reference: &str) -> Option<String> {
        let base = self.nodes[from.idx()].resource;
        let (written, fragment) = uri::split(reference);
        let resource =
            uri::resolve(&self.resources[base.idx()].uri, written).and_then(|uri| self.uris.get(&uri).copied());
        let Some(resource) = resource else {
            self.comparisons = self.comparisons.checked_sub(self.uris.len())?;
            let uris = self.uris.keys().map(String::as_str).chain(self.documents.uris());
            let base = &self.resources[base.idx()].uri;
            let uris = uris.filter(|uri| *uri != uri::NAMELESS).map(|uri| uri::relative(base, uri));
            let mut uris: Vec<String> = uris.filter(|reference| !uri::is_ours(reference)).collect();
            uris.sort_unstable();
            let near = nearest(written, uris.iter().map(String::as_str))?;
            return Some(if fragment.is_empty() { near.to_owned() } else { format!("{near}#{fragment}") });
        };
        self.find_places();
        self.comparisons = self.comparisons.checked_sub(self.places.len())?;
        let root = &self.nodes[self.resources[resource.idx()].root.idx()].pointer;
        let pointers = self.places.keys().filter_map(|pointer| pointer.strip_prefix(root.as_str()));
        let pointers = pointers.filter(|pointer| pointer.is_empty() || pointer.starts_with('/'));
        let anchors = self.known[resource.idx()].anchors.keys().map(String::as_str);
        let mut fragments: Vec<&str> = pointers.chain(anchors).collect();
        fragments.sort_unstable();
        nearest(fragment, fragments).map(|near| format!("{written}#{near}"))
    }

    fn keywords_mut(&mut self, idx: NodeIdx) -> &mut Keywords {
        match &mut self.nodes[idx.idx()].form {
            Form::Keywords(keywords) => keywords,
            Form::Any | Form::Never => unreachable!("a boolean schema has no reference"),
        }
    }
}

/// A reference to the schema at `pointer`, which is one of [`Node::pointer`](crate::ir::Node::pointer).
pub(super) fn reference_to(pointer: &str) -> String {
    let is_here = pointer.is_empty() || pointer.starts_with('/');
    if is_here { format!("#{pointer}") } else { uri::relative(uri::NAMELESS, pointer) }
}

/// The pointer with the escapes that [`values::push_segment`] writes: `~01` and the like stay what they are.
fn canonical(pointer: &str) -> String {
    let mut canonical = String::with_capacity(pointer.len());
    for segment in pointer.split('/').skip(1) {
        values::push_segment(&mut canonical, &values::unescape_pointer(segment));
    }
    canonical
}

fn value_at<'v>(root: &'v Value<'v>, pointer: &str) -> Option<&'v Value<'v>> {
    pointer.split('/').skip(1).try_fold(root, |value, segment| match value {
        Value::Array(items) => items.get(segment.parse::<usize>().ok().filter(|idx| idx.to_string() == segment)?),
        Value::Object(_) => value.get(&values::unescape_pointer(segment)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}
