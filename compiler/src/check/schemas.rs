//! The schemas of a pack, parsed together with the files that they refer to.
//!
//! Goes in: the pack. Comes out: each schema as a document that stands alone, and every fault once, in the file that has it.

use std::collections::BTreeSet;

use packwright_schema::{Documents, FaultKind, Schema, SchemaFault, bundle};
use serde_json::Value;

use crate::{
    model::{Pack, SchemaFile, SchemaSource},
    workers,
};

/// What is known of a pack's schemas.
#[derive(Debug)]
pub(super) struct Schemas<'p> {
    /// By [`SchemaId`](crate::model::SchemaId); none where it, or what it refers to, has a fault.
    pub(super) parsed: Vec<Option<Parsed>>,
    /// By [`Pack::schema_files`], likewise.
    pub(super) files: Vec<Option<Schema>>,
    /// Every fault with the document that has it.
    pub(super) faults: Vec<(&'p SchemaSource, SchemaFault)>,
}

/// A schema without faults.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    /// What the document says by itself.
    pub(super) schema: Schema,
    /// The document with all that it refers to; none where that is just what the author wrote.
    pub(super) bundle: Option<Value>,
}

impl<'p> Schemas<'p> {
    pub(super) fn of(pack: &'p Pack) -> Self {
        let mut reading = Reading { pack, documents: Documents::new(), faults: Vec::new(), reported: BTreeSet::new() };
        for file in &pack.schema_files {
            reading.add(file);
        }
        let files = pack.schema_files.iter().map(|file| reading.file(file)).collect();
        let parsed = workers::map(&pack.schemas, || (), |(), _, source| reading.schema(source));
        let parsed = pack.schemas.iter().zip(parsed).map(|(source, parsed)| {
            parsed.map_err(|faults| faults.into_iter().for_each(|fault| reading.report(source, fault))).ok()
        });
        let parsed = parsed.collect();
        Self { parsed, files, faults: reading.faults }
    }
}

struct Reading<'p> {
    pack: &'p Pack,
    documents: Documents,
    faults: Vec<(&'p SchemaSource, SchemaFault)>,
    /// Files with the pointers at which a fault has been reported: whoever refers to the file meets it again.
    reported: BTreeSet<(String, String)>,
}

impl<'p> Reading<'p> {
    fn add(&mut self, file: &'p SchemaFile) {
        let Some(source) = &file.source else { return };
        for uri in self.documents.add_local(&file.path, &source.json) {
            let by = self.documents.path(&uri).unwrap_or_default();
            let kind = FaultKind::Taken { uri, by };
            self.faults.push((source, SchemaFault { pointer: "/$id".to_owned(), keyword: "$id".to_owned(), kind }));
        }
    }

    fn file(&mut self, file: &'p SchemaFile) -> Option<Schema> {
        let source = file.source.as_ref()?;
        match Schema::parse_local(&file.path, &self.documents) {
            Ok(schema) => Some(schema),
            Err(faults) => {
                for fault in faults {
                    if fault.elsewhere().is_none() {
                        self.reported.insert((file.path.clone(), fault.pointer.clone()));
                    }
                    self.report(source, fault);
                }
                None
            }
        }
    }

    fn schema(&self, source: &SchemaSource) -> Result<Parsed, Vec<SchemaFault>> {
        let schema = Schema::parse_among(&source.json, &self.documents)?;
        let Some(bundle) = bundle(&schema, &source.json, |path| Some(&self.source(path)?.json)) else {
            return Ok(Parsed { schema, bundle: None });
        };
        // Together they may be deeper than one document may be.
        Ok(Parsed { schema: Schema::parse_among(&bundle, &self.documents)?, bundle: Some(bundle) })
    }

    /// Notes a fault that was met while `source` was parsed.
    fn report(&mut self, source: &'p SchemaSource, fault: SchemaFault) {
        if let FaultKind::UnresolvedRef { reference: _, path: Some(path), near: _ } = &fault.kind
            && self.is_unreadable(path)
        {
            return;
        }
        let Some((path, pointer)) = fault.elsewhere() else { return self.faults.push((source, fault)) };
        let pointer = pointer.to_owned();
        if let Some(other) = self.source(&path)
            && self.reported.insert((path, pointer.clone()))
        {
            self.faults.push((other, SchemaFault { pointer, ..fault }));
        }
    }

    fn source(&self, path: &str) -> Option<&'p SchemaSource> {
        self.find(path).and_then(|file| file.source.as_ref())
    }

    /// Whether the file has a finding that hides all that it says.
    fn is_unreadable(&self, path: &str) -> bool {
        let is_schema = |source: &SchemaSource| source.json.is_object() || source.json.is_boolean();
        self.find(path).is_some_and(|file| !file.source.as_ref().is_some_and(is_schema))
    }

    fn find(&self, path: &str) -> Option<&'p SchemaFile> {
        let files = &self.pack.schema_files;
        let at = files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(&files[at])
    }
}
