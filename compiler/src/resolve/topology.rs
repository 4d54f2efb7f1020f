//! One topology.

use serde_json::json;

use crate::{
    ast,
    diagnostic::Finding,
    model::{Node, NodeId, NodeKind, SchemaSource, Topology},
    resolve::{Schemas, any, names::Names, template, tool},
    rules::topology::unknown_node,
    source::Spanned,
};

/// Resolves a topology; also says whether all of it was there and could be resolved.
pub(super) fn resolve(
    topology: ast::Topology,
    pack_version: &semver::Version,
    names: &mut Names,
    schemas: &mut Schemas,
    out: &mut Vec<Finding>,
) -> (Topology, bool) {
    let ast::Topology {
        is_whole,
        repeats,
        file,
        name,
        title,
        description,
        version,
        kind,
        groups,
        input,
        output,
        nodes,
    } = topology;
    let mut hidden = Vec::new();
    // A name that a broken file does not have may be in the part that could not be read.
    let out = if is_whole { out } else { &mut hidden };
    let name = name.unwrap_or_else(|| Spanned::new(String::new(), file));
    let groups = groups.map(|groups| names.groups.resolve(&groups, out)).filter(|groups| !groups.is_empty());
    let input = input.unwrap_or_else(|| SchemaSource { json: no_arguments(), ..any(file) });
    let mut scope = Scope::of(&nodes);
    let nodes = nodes.into_iter().map(|node| resolve_node(node, &mut scope, names, schemas, out)).collect();
    let topology = Topology {
        title: title.unwrap_or_else(|| tool::title(&name.value)),
        description: description.unwrap_or_default(),
        version: version.unwrap_or_else(|| pack_version.clone()),
        declared_kind: kind,
        groups: groups.unwrap_or_else(|| names.groups.default.clone()),
        input: schemas.add(input),
        output: output.map(|output| schemas.add(output)),
        nodes,
        name,
    };
    (topology, is_whole && !repeats && scope.is_whole)
}

/// The input of a topology that declares none.
fn no_arguments() -> serde_json::Value {
    json!({"type": "object", "additionalProperties": false})
}

/// The nodes that references of a topology can name.
#[derive(Debug)]
pub(super) struct Scope {
    /// By name.
    nodes: Vec<(String, NodeId)>,
    /// False once something could not be resolved.
    pub is_whole: bool,
}

impl Scope {
    fn of(nodes: &[ast::Node]) -> Self {
        let is_whole = nodes.iter().all(|node| !matches!(node.kind, ast::NodeKind::Unclear));
        let mut nodes: Vec<_> = nodes.iter().map(|node| node.name.value.clone()).zip((0..).map(NodeId)).collect();
        nodes.sort_unstable();
        Self { nodes, is_whole }
    }

    /// The node of this name; where there is none, that is reported.
    pub(super) fn node(&mut self, name: &Spanned<String>, out: &mut Vec<Finding>) -> Option<NodeId> {
        match self.nodes.binary_search_by(|(there, _)| there.cmp(&name.value)) {
            Ok(found) => Some(self.nodes[found].1),
            Err(_) => {
                self.is_whole = false;
                out.push(unknown_node::finding(name, &self.names()));
                None
            }
        }
    }

    /// In the author's order.
    fn names(&self) -> Vec<&str> {
        let mut nodes: Vec<_> = self.nodes.iter().map(|(name, id)| (*id, name.as_str())).collect();
        nodes.sort_unstable();
        nodes.into_iter().map(|(_, name)| name).collect()
    }
}

fn resolve_node(
    node: ast::Node,
    scope: &mut Scope,
    names: &mut Names,
    schemas: &mut Schemas,
    out: &mut Vec<Finding>,
) -> Node {
    let ast::Node { name, kind, input, after, retry, timeout_ms } = node;
    let kind = match kind {
        ast::NodeKind::Handler(handler) => {
            NodeKind::Handler(Spanned::new(names.handler(&handler, schemas, out), handler.span))
        }
        ast::NodeKind::Http(call) => NodeKind::Http(Spanned::new(names.http(&call, schemas, out), call.span)),
        ast::NodeKind::Response => NodeKind::Response,
        ast::NodeKind::Unclear => NodeKind::Handler(Spanned::new(names.assumed_handler(name.span, schemas), name.span)),
    };
    let input = template::resolve(input, scope, out);
    let mut resolved_after = Vec::with_capacity(after.len());
    for before in after {
        if let Some(id) = scope.node(&before, out) {
            resolved_after.push(Spanned::new(id, before.span));
        }
    }
    Node { name, kind, input, after: resolved_after, retry, timeout_ms }
}
