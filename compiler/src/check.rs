//! The rules, run over the resolved pack.
//!
//! Goes in: the resolved pack. Comes out: a [`CheckedPack`] where no rule found an error. Refuses to know: how the pack was
//! written, beyond the places it carries.

use packwright_schema::{Schema, SchemaFault};
use serde_json::Value;

use crate::{
    diagnostic::{Finding, Level},
    model::{NodeId, Pack, SchemaId, SchemaSource, Topology, TopologyId},
    resolve::Resolved,
    rules::{FoundBy, RULES},
    workers,
};

pub mod edges;
pub mod expressions;
pub mod flow;
pub mod graph;
mod schemas;

use self::{
    edges::Proven,
    flow::faults::FlowFault,
    graph::Graph,
    schemas::{Parsed, Schemas},
};

/// A pack without errors: the only door to lowering.
#[derive(Clone, Debug)]
pub struct CheckedPack {
    /// Private, so that only [`check`] makes one.
    pack: Pack,
    schemas: Vec<Parsed>,
    proven: Proven,
}

impl CheckedPack {
    /// The pack.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// Whether it is proven that nothing that a node gives to its work, or as the answer, is refused there.
    pub fn is_proven(&self, topology: TopologyId, node: NodeId) -> bool {
        self.proven.contains(&(topology, node))
    }

    /// A schema of the pack, parsed.
    pub fn schema(&self, id: SchemaId) -> &Schema {
        &self.schemas[id.idx()].schema
    }

    /// The same as a document that needs no other.
    pub fn document(&self, id: SchemaId) -> &Value {
        self.schemas[id.idx()].bundle.as_ref().unwrap_or(&self.pack.schemas[id.idx()].json)
    }
}

/// What a rule's function sees.
#[derive(Debug)]
pub struct Cx<'p> {
    /// The pack, as far as its names could be resolved.
    pub pack: &'p Pack,
    resolved: &'p Resolved,
    schemas: Schemas<'p>,
    /// By [`TopologyId`].
    graphs: Vec<Graph>,
    /// By [`TopologyId`].
    flow_faults: Vec<Vec<FlowFault>>,
}

impl<'p> Cx<'p> {
    fn new(resolved: &'p Resolved) -> Self {
        let pack = &resolved.pack;
        let schemas = Schemas::of(pack);
        let graphs = workers::map(
            &pack.topologies,
            || (),
            |(), _, topology| {
                let graph = Graph::of(topology);
                let faults = flow::faults::of(topology, &graph);
                (graph, faults)
            },
        );
        let (graphs, flow_faults) = graphs.into_iter().unzip();
        Self { pack, resolved, schemas, graphs, flow_faults }
    }

    /// Every topology with its graph.
    pub fn topologies(&self) -> impl Iterator<Item = (TopologyId, &'p Topology, &Graph)> {
        let ids = (0..).map(TopologyId);
        ids.zip(self.pack.topologies.iter().zip(&self.graphs)).map(|(id, (topology, graph))| (id, topology, graph))
    }

    /// Every fault of every topology's flow.
    pub fn flow_faults(&self) -> impl Iterator<Item = (TopologyId, &'p Topology, &FlowFault)> {
        let faults = self.topologies().zip(&self.flow_faults);
        faults.flat_map(|((id, topology, _), faults)| faults.iter().map(move |fault| (id, topology, fault)))
    }

    /// Whether all of a topology's file could be read and resolved. Rules that say what is *not* there ask this first: a
    /// misspelt reference to a node is no reason to call the node unused.
    pub fn is_whole(&self, topology: TopologyId) -> bool {
        !self.resolved.incomplete.contains(&topology)
    }

    /// Whether faults of the Rust sources may hide tools.
    pub fn may_have_other_tools(&self) -> bool {
        self.resolved.hides_tools
    }

    /// A schema, where it has no fault.
    pub fn schema(&self, id: SchemaId) -> Option<&Schema> {
        self.schemas.parsed[id.idx()].as_ref().map(|parsed| &parsed.schema)
    }

    /// The document of a schema, with all that it refers to.
    fn document(&self, id: SchemaId) -> &Value {
        let bundle = self.schemas.parsed[id.idx()].as_ref().and_then(|parsed| parsed.bundle.as_ref());
        bundle.unwrap_or(&self.pack.schemas[id.idx()].json)
    }

    /// Every schema without faults and every file of schemas without them, with the document as the author wrote it.
    pub fn documents(&self) -> impl Iterator<Item = (&'p SchemaSource, &Schema)> {
        let schemas = self.pack.schemas.iter().zip(&self.schemas.parsed);
        let schemas = schemas.filter_map(|(source, parsed)| Some((source, &parsed.as_ref()?.schema)));
        let files = self.pack.schema_files.iter().zip(&self.schemas.files);
        schemas.chain(files.filter_map(|(file, schema)| Some((file.source.as_ref()?, schema.as_ref()?))))
    }

    /// Every fault of every schema, with the document that has it.
    pub fn schema_faults(&self) -> impl Iterator<Item = (&'p SchemaSource, &SchemaFault)> {
        self.schemas.faults.iter().map(|(source, fault)| (*source, fault))
    }
}

/// Runs every rule, and lets the pack through where `out` holds no error, neither from before nor from here.
pub fn check(resolved: Resolved, out: &mut Vec<Finding>) -> Option<CheckedPack> {
    let cx = Cx::new(&resolved);
    for rule in RULES {
        match rule.found_by {
            FoundBy::Check(check) => check(&cx, out),
            FoundBy::Parse
            | FoundBy::Contracts
            | FoundBy::Resolve
            | FoundBy::Inference
            | FoundBy::Published
            | FoundBy::Build => {}
        }
    }
    let proven = expressions::check(&cx, out);
    if out.iter().any(|finding| finding.level == Level::Error) {
        return None;
    }
    let schemas = cx.schemas.parsed.into_iter();
    let schemas = schemas.map(|parsed| parsed.expect("every fault of a schema is an error of a rule")).collect();
    Some(CheckedPack { pack: resolved.pack, schemas, proven })
}
