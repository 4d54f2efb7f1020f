//! The rules, run over the resolved pack.
//!
//! Goes in: the resolved pack. Comes out: a [`CheckedPack`] where no rule found an error. Refuses to know: how the pack was
//! written, beyond the places it carries.

use packwright_schema::{Schema, SchemaFault};

use crate::{
    diagnostic::{Finding, Level},
    model::{Pack, SchemaId, SchemaSource, Topology, TopologyId},
    resolve::Resolved,
    rules::{FoundBy, RULES},
};

pub mod graph;
pub mod reference;
pub mod shape;

use self::graph::Graph;

/// A pack without errors: the only door to lowering.
#[derive(Clone, Debug)]
pub struct CheckedPack {
    /// Private, so that only [`check`] makes one.
    pack: Pack,
    schemas: Vec<Schema>,
}

impl CheckedPack {
    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// A schema of the pack, parsed.
    pub fn schema(&self, id: SchemaId) -> &Schema {
        &self.schemas[id.idx()]
    }
}

/// What a rule's function sees.
#[derive(Debug)]
pub struct Cx<'p> {
    /// The pack, as far as its names could be resolved.
    pub pack: &'p Pack,
    resolved: &'p Resolved,
    /// By [`SchemaId`].
    schemas: Vec<Result<Schema, Vec<SchemaFault>>>,
    /// By [`TopologyId`].
    graphs: Vec<Graph>,
}

impl<'p> Cx<'p> {
    fn new(resolved: &'p Resolved) -> Self {
        let pack = &resolved.pack;
        let schemas = pack.schemas.iter().map(|source| Schema::parse(&source.json)).collect();
        let graphs = pack.topologies.iter().map(Graph::of).collect();
        Self { pack, resolved, schemas, graphs }
    }

    /// Every topology with its graph.
    pub fn topologies(&self) -> impl Iterator<Item = (TopologyId, &'p Topology, &Graph)> {
        let ids = (0..).map(TopologyId);
        ids.zip(self.pack.topologies.iter().zip(&self.graphs)).map(|(id, (topology, graph))| (id, topology, graph))
    }

    /// Whether all of a topology's file could be read and resolved. Rules that say what is *not* there ask this first: a
    /// misspelt reference to a node is no reason to call the node unused.
    pub fn is_whole(&self, topology: TopologyId) -> bool {
        !self.resolved.incomplete.contains(&topology)
    }

    /// A schema, where it has no fault.
    pub fn schema(&self, id: SchemaId) -> Option<&Schema> {
        self.schemas[id.idx()].as_ref().ok()
    }

    /// Every fault of every schema, with the schema as written.
    pub fn schema_faults(&self) -> impl Iterator<Item = (&'p SchemaSource, &SchemaFault)> {
        let faults = self.schemas.iter().map(|parsed| parsed.as_ref().err());
        let sources = self.pack.schemas.iter().zip(faults);
        sources.flat_map(|(source, faults)| faults.into_iter().flatten().map(move |fault| (source, fault)))
    }
}

/// Runs every rule, and lets the pack through where `out` holds no error, neither from before nor from here.
pub fn check(resolved: Resolved, out: &mut Vec<Finding>) -> Option<CheckedPack> {
    let cx = Cx::new(&resolved);
    for rule in RULES {
        match rule.found_by {
            FoundBy::Check(check) => check(&cx, out),
            FoundBy::Parse | FoundBy::Contracts | FoundBy::Resolve | FoundBy::Build => {}
        }
    }
    if out.iter().any(|finding| finding.level == Level::Error) {
        return None;
    }
    let schemas = cx.schemas.into_iter().map(|parsed| parsed.expect("every fault of a schema is an error of a rule"));
    let schemas = schemas.collect();
    Some(CheckedPack { pack: resolved.pack, schemas })
}
